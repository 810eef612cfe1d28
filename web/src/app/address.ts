import type { Condition, Slice, Sort } from "@/lib/shapes.ts";
import { wholeList } from "@/lib/slice.ts";
import type { Place } from "@/panel/place.ts";

/** What the address holds besides the panel: enough that a link opens the same view, through the reader's own rights. */
export interface Search {
  thread?: string;
  tab?: string;
  /** "collection/row" */
  row?: string;
  slices?: Record<string, Partial<Slice>>;
}

/** Reads what stands in an address. Whatever cannot be read is left out: an old link still opens its panel. */
export function readSearch(raw: Record<string, unknown>): Search {
  const search: Search = {};
  if (typeof raw["thread"] === "string") search.thread = raw["thread"];
  if (typeof raw["tab"] === "string") search.tab = raw["tab"];
  if (typeof raw["row"] === "string" && /^[^/]+\/[^/]+$/.test(raw["row"])) search.row = raw["row"];
  const slices = readSlices(raw["slices"]);
  if (Object.keys(slices).length > 0) search.slices = slices;
  return search;
}

export function placeOf(search: Search): Place {
  const [collection, row] = search.row?.split("/") ?? [];
  const slices = Object.entries(search.slices ?? {}).map(([block, slice]) => [block, { ...wholeList, ...slice }] as const);
  return {
    tab: search.tab ?? null,
    row: collection && row ? { collection, row } : null,
    slices: Object.fromEntries(slices),
  };
}

/** The address after a change of place. A slice is written with what it says only. */
export function withPlace(search: Search, change: Partial<Place>): Search {
  const place = { ...placeOf(search), ...change };
  const { thread } = search;
  const slices = Object.entries(place.slices).map(([block, slice]) => [block, saidBy(slice)] as const);
  return {
    ...(thread === undefined ? {} : { thread }),
    ...(place.tab === null ? {} : { tab: place.tab }),
    ...(place.row === null ? {} : { row: `${place.row.collection}/${place.row.row}` }),
    ...(slices.length === 0 ? {} : { slices: Object.fromEntries(slices) }),
  };
}

export function withThread(search: Search, thread: string | null): Search {
  const others = { ...search };
  delete others.thread;
  return thread === null ? others : { ...others, thread };
}

function saidBy(slice: Slice): Partial<Slice> {
  return {
    ...(slice.where.length > 0 ? { where: slice.where } : {}),
    ...(slice.search === "" ? {} : { search: slice.search }),
    ...(slice.unconfirmed === null ? {} : { unconfirmed: slice.unconfirmed }),
    ...(slice.sort.length > 0 ? { sort: slice.sort } : {}),
    ...(slice.group === null ? {} : { group: slice.group }),
    ...(slice.hidden.length > 0 ? { hidden: slice.hidden } : {}),
    ...(slice.limit === null ? {} : { limit: slice.limit }),
  };
}

function readSlices(raw: unknown): Record<string, Partial<Slice>> {
  if (!isObject(raw)) return {};
  const slices: Record<string, Partial<Slice>> = {};
  for (const [block, slice] of Object.entries(raw)) {
    if (isObject(slice)) slices[block] = readSlice(slice);
  }
  return slices;
}

function readSlice(raw: Record<string, unknown>): Partial<Slice> {
  const { where, search, unconfirmed, sort, group, hidden, limit } = raw;
  return {
    ...(Array.isArray(where) ? { where: where.filter(isCondition) } : {}),
    ...(typeof search === "string" || typeof search === "number" ? { search: String(search) } : {}),
    ...(typeof unconfirmed === "boolean" ? { unconfirmed } : {}),
    ...(Array.isArray(sort) ? { sort: sort.filter(isSort) } : {}),
    ...(typeof group === "string" ? { group } : {}),
    ...(Array.isArray(hidden) ? { hidden: hidden.filter((name) => typeof name === "string") } : {}),
    ...(typeof limit === "number" ? { limit } : {}),
  };
}

const ops: readonly unknown[] = [
  "is",
  "is_not",
  "in",
  "not_in",
  "contains",
  "gt",
  "gte",
  "lt",
  "lte",
  "is_empty",
  "is_not_empty",
] satisfies Condition["op"][];

function isCondition(value: unknown): value is Condition {
  return isObject(value) && typeof value["field"] === "string" && ops.includes(value["op"]);
}

function isSort(value: unknown): value is Sort {
  return isObject(value) && typeof value["field"] === "string" && typeof value["descending"] === "boolean";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
