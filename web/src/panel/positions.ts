import type { Row } from "@/lib/shapes.ts";

function columnOf(rows: readonly Row[], stage: string | null, except: string): Row[] {
  return rows
    .filter((row) => row.stage === stage && row.id !== except)
    .toSorted((one, other) => one.position - other.position);
}

/** Where a card will stand: above `before` in its new column, or at the end. The same reckoning as the server's. */
export function positionFor(rows: readonly Row[], row: Row, stage: string | null, before: string | null): number {
  if (before === null) {
    const last = Math.max(0, ...rows.map(({ position }) => position));
    return stage === row.stage ? row.position : last + 1;
  }
  const column = columnOf(rows, stage, row.id);
  const at = column.findIndex(({ id }) => id === before);
  const below = column[at];
  if (!below) return row.position;
  const above = column[at - 1];
  return above ? (above.position + below.position) / 2 : below.position - 1;
}

/** The card that follows this one in its column: what a way back needs to name. */
export function cardAfter(rows: readonly Row[], row: Row): string | null {
  const column = columnOf(rows, row.stage, row.id);
  return column.find(({ position }) => position > row.position)?.id ?? null;
}
