import type { Field, Option, Row } from "@/lib/shapes.ts";
import { optionOf } from "@/lib/values.ts";

/** A move that is not yet in the rows: on its way to the server, or the card being carried. */
export interface Move {
  stage: string | null;
  /** The card that will follow; null is the end of the column. */
  before: string | null;
}

export interface Column {
  /** Null is "No stage". */
  stage: Option | null;
  rows: Row[];
}

export const columnKey = (column: Column) => column.stage?.id ?? "";

/** The stage a card stands in: one that is no option of the field counts as none. */
export function stageOfRow(row: Row, field: Field): string | null {
  return optionOf(field, row.stage)?.id ?? null;
}

/**
 * The columns of a board, "No stage" first when it holds cards. Empty stages stay. `moves` are laid over
 * the rows, in order, as if they were already done.
 */
export function columnsOf(rows: readonly Row[], field: Field, moves: ReadonlyMap<string, Move>): Column[] {
  const columns = new Map<string | null, Column>([[null, { stage: null, rows: [] }]]);
  for (const stage of field.options) columns.set(stage.id, { stage, rows: [] });
  for (const row of rows) if (!moves.has(row.id)) columns.get(stageOfRow(row, field))?.rows.push(row);

  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const [id, { stage, before }] of moves) {
    const row = byId.get(id);
    const column = columns.get(stage);
    if (!row || !column) continue;
    const at = column.rows.findIndex((each) => each.id === before);
    column.rows.splice(at < 0 ? column.rows.length : at, 0, row);
  }
  // A card on its way out of "No stage" may still come back: the column stays until the rows say otherwise.
  const hasNone = rows.some((row) => stageOfRow(row, field) === null);
  return [...columns.values()].filter((column) => column.stage !== null || hasNone || column.rows.length > 0);
}

/** Where a card stands: which column, and how far down. */
export interface Spot {
  column: number;
  index: number;
}

export function spotOf(columns: readonly Column[], row: string): Spot | null {
  for (const [column, { rows }] of columns.entries()) {
    const index = rows.findIndex(({ id }) => id === row);
    if (index >= 0) return { column, index };
  }
  return null;
}

/** Putting the card at this index of this column, as a move. The index is counted without the card itself. */
export function moveTo(columns: readonly Column[], row: string, column: number, index: number): Move | null {
  const target = columns[column];
  if (!target) return null;
  const others = target.rows.filter(({ id }) => id !== row);
  return { stage: target.stage?.id ?? null, before: others[index]?.id ?? null };
}

/** Whether a move would leave the card where it is. */
export function isSamePlace(columns: readonly Column[], row: string, move: Move): boolean {
  const spot = spotOf(columns, row);
  const column = spot ? columns[spot.column] : undefined;
  if (!spot || !column) return false;
  return (column.stage?.id ?? null) === move.stage && (column.rows[spot.index + 1]?.id ?? null) === move.before;
}
