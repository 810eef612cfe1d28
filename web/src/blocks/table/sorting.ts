import type { Sort } from "@/lib/shapes.ts";

/** The most fields a slice sorts by. */
const MOST = 6;

/** What a click on a heading does: ascending, descending, none. With `adds` the other fields stay. */
export function sortAfterClick(sort: readonly Sort[], field: string, adds: boolean): Sort[] {
  const current = sort.find((each) => each.field === field);
  const next: Sort[] = !current
    ? [{ field, descending: false }]
    : current.descending
      ? []
      : [{ field, descending: true }];
  if (!adds) return next;
  const index = sort.findIndex((each) => each.field === field);
  const others = index < 0 ? [...sort, ...next] : [...sort.slice(0, index), ...next, ...sort.slice(index + 1)];
  return others.slice(0, MOST);
}
