import type { RowGroup } from "@/lib/slice.ts";
import type { Row } from "@/lib/shapes.ts";

/** One line of the grid: a row, the head of a group, or the promise of more rows. */
export type Item =
  | { kind: "row"; key: string; row: Row }
  | { kind: "group"; key: string; group: RowGroup; isOpen: boolean }
  | { kind: "more"; key: string };

export type RowItem = Extract<Item, { kind: "row" }>;

export const groupKey = (group: RowGroup) => `group ${typeof group.value} ${String(group.value)}`;

/** A row with several tags stands in several groups, each time as a line of its own. */
export function itemsOf(
  rows: readonly Row[],
  groups: readonly RowGroup[] | null,
  closed: ReadonlySet<string>,
  hasMore: boolean,
): Item[] {
  const asItems = (some: readonly Row[], under = "") =>
    some.map((row): Item => ({ kind: "row", key: `${under}${row.id}`, row }));
  const items = groups
    ? groups.flatMap((group): Item[] => {
        const key = groupKey(group);
        const isOpen = !closed.has(key);
        return [{ kind: "group", key, group, isOpen }, ...(isOpen ? asItems(group.rows, `${key} `) : [])];
      })
    : asItems(rows);
  return hasMore ? [...items, { kind: "more", key: "more" }] : items;
}
