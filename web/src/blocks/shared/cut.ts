import { useMemo } from "react";

import { fold } from "@/lib/fold.ts";
import { cutRows, cuts, type Cut, type RowGroup, wholeList } from "@/lib/slice.ts";
import type { Condition, Field, Group, Row, Slice, Sort } from "@/lib/shapes.ts";
import { localDay } from "@/lib/format.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";

import type { BlockData, Pages } from "../contract.ts";

/** A block that draws rows: its own conditions always hold, its own order until the person sorts. */
interface RowsView {
  where: Condition[];
  sort?: Sort[];
}

/**
 * What to ask of a server that pages: the slice together with what the block itself says. Grouped rows are asked
 * for group by group, so that the pages fill the groups from the top.
 */
export function asked(block: RowsView, slice: Slice): Slice {
  const sort = slice.sort.length > 0 ? slice.sort : (block.sort ?? []);
  const { group } = slice;
  const grouped =
    sort.find(({ field }) => field === group) ?? (group === null ? null : { field: group, descending: false });
  return {
    ...slice,
    where: [...block.where, ...slice.where],
    sort: grouped ? [grouped, ...sort.filter(({ field }) => field !== group)].slice(0, MOST_SORTS) : sort,
  };
}

const MOST_SORTS = 6;

/** The rows a block shows now, with "6 of 22" whenever some are left out. */
export interface Shown extends Cut {
  total: number;
  isCut: boolean;
}

export function useShown(block: RowsView, data: BlockData, slice: Slice): Shown {
  const { timeZone: viewerZone } = useFormats();
  const timeZone = data.timeZone ?? viewerZone;
  const now = useNow();
  // Conditions such as "the last 30 days" change with the day, not with every tick of the clock.
  const today = localDay(now, timeZone);
  const { fields, rows, pages, total } = data;
  return useMemo(() => {
    const isCut = cuts(slice) || block.where.length > 0;
    if (pages)
      return { rows, groups: groupsOf(pages, rows, fields, slice, timeZone), matching: pages.matching, total, isCut };
    const here = { now: new Date(`${today}T12:00:00Z`), timeZone };
    const { where, sort = [] } = block;
    const cut = cutRows(rows, fields, slice.sort.length > 0 ? slice : { ...slice, sort }, here, where);
    return { ...cut, total, isCut };
  }, [block, fields, pages, rows, slice, timeZone, today, total]);
}

/** The server counts and sums the groups; the rows loaded so far are put under theirs. */
function groupsOf(
  pages: Pages,
  rows: readonly Row[],
  fields: readonly Field[],
  slice: Slice,
  timeZone: string,
): RowGroup[] | null {
  if (!fields.some(({ id }) => id === slice.group)) return null;
  const { groups } = cutRows(rows, fields, { ...wholeList, group: slice.group }, { now: new Date(0), timeZone });
  const loaded = new Map(groups?.map((group) => [groupName(group), group.rows]));
  return pages.groups.map((group) => ({ ...group, rows: loaded.get(groupName(group)) ?? [] }));
}

/** Spellings of one value are one group, whichever of them names it. */
const groupName = ({ value }: Group) => (typeof value === "string" ? fold(value) : value);
