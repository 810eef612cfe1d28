import type { Row } from "@/lib/shapes.ts";

/** Field ids by row id. The stage is named "stage", as on the wire. */
export type ChangedCells = ReadonlyMap<string, readonly string[]>;

/** What `after` says differently from `before`. A row that is new is new in every field. */
export function changedCells(
  before: readonly Row[],
  after: readonly Row[],
  isOwn: (row: string, field: string, since: number) => boolean,
): ChangedCells {
  const known = new Map(before.map((row) => [row.id, row]));
  const changed = new Map<string, readonly string[]>();
  for (const row of after) {
    const old = known.get(row.id);
    if (old === row) continue;
    const fields = differences(old, row).filter((field) => !isOwn(row.id, field, old?.version ?? 0));
    if (fields.length > 0) changed.set(row.id, fields);
  }
  return changed;
}

function differences(old: Row | undefined, row: Row): string[] {
  const names = new Set([...Object.keys(old?.values ?? {}), ...Object.keys(row.values)]);
  const fields = [...names].filter((name) => !same(old?.values[name], row.values[name]));
  if ((old?.stage ?? null) !== row.stage) fields.push("stage");
  return fields;
}

function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  return Array.isArray(one) && Array.isArray(other) && one.join("\n") === other.join("\n");
}
