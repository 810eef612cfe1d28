import { fold } from "./fold.ts";
import type { Condition, Field, Group, Row, Slice, Sort } from "./shapes.ts";
import { type Here, testOf } from "./slice-conditions.ts";
import { familyOf, groupKeysOf, numberOf, sortKeyOf } from "./slice-keys.ts";
import { asValue, isNumeric, optionOf, valueOf } from "./values.ts";

/** The whole list, as it comes. */
export const wholeList: Slice = {
  where: [],
  search: "",
  unconfirmed: null,
  sort: [],
  group: null,
  hidden: [],
  limit: null,
};

/** True when rows may be left out, so that a count needs its denominator. */
export function cuts(slice: Slice): boolean {
  return slice.where.length > 0 || slice.search !== "" || slice.unconfirmed !== null || slice.limit !== null;
}

/** Rows of one group, under its value. */
export interface RowGroup extends Group {
  rows: Row[];
}

export interface Cut {
  rows: Row[];
  /** Null when the slice does not group. */
  groups: RowGroup[] | null;
  matching: number;
}

/**
 * The rows of a slice, computed here for lists that travelled whole, as the server's `slicing.py` computes them
 * for lists that come in pages. The block's own `where` holds together with that of the slice.
 */
export function cutRows(
  rows: readonly Row[],
  fields: readonly Field[],
  slice: Slice,
  here: Here,
  where: readonly Condition[] = [],
): Cut {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const tests = [...where, ...slice.where].map((condition) => testOf(condition, byId, here));
  const words = fold(slice.search);
  const kept = rows.filter(
    (row) =>
      tests.every((test) => test(row)) &&
      (slice.unconfirmed === null || (row.unconfirmed_since !== null) === slice.unconfirmed) &&
      (words === "" || searchText(row, fields).includes(words)),
  );
  const sorted = sortRows(kept, byId, slice.sort);
  const shown = slice.limit === null ? sorted : sorted.slice(0, slice.limit);
  const grouping = slice.group === null ? undefined : byId.get(slice.group);
  const groups = grouping ? groupRows(shown, grouping, fields, slice.sort, here.timeZone) : null;
  return { rows: shown, groups, matching: shown.length };
}

const searchTexts = new WeakMap<Row, { fields: readonly Field[]; text: string }>();

/** What a search looks at: texts, titles of options and tags. Kept by row, since people type letter by letter. */
function searchText(row: Row, fields: readonly Field[]): string {
  const known = searchTexts.get(row);
  if (known?.fields === fields) return known.text;
  const text = fields.flatMap((field) => searched(row, field).map(fold)).join("\n");
  searchTexts.set(row, { fields, text });
  return text;
}

function searched(row: Row, field: Field): string[] {
  const value = valueOf(row, field);
  switch (familyOf(field)) {
    case "text":
      return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
    case "option":
      return [optionOf(field, value)?.title ?? ""];
    case "tags":
      return Array.isArray(value) ? value : [];
    default:
      return [];
  }
}

function sortRows(rows: readonly Row[], byId: ReadonlyMap<string, Field>, order: readonly Sort[]): Row[] {
  const steps = order.flatMap(({ field: name, descending }) => {
    const field = byId.get(name);
    return field ? [{ field, sign: descending ? -1 : 1 }] : [];
  });
  if (steps.length === 0) return [...rows];
  const keyed = rows.map((row) => ({ row, keys: steps.map(({ field }) => sortKeyOf(field, valueOf(row, field))) }));
  keyed.sort((one, other) => {
    for (const [step, { sign }] of steps.entries()) {
      const difference = compare(one.keys[step] ?? null, other.keys[step] ?? null, sign);
      if (difference !== 0) return difference;
    }
    return 0;
  });
  return keyed.map(({ row }) => row);
}

/** Empties last in either direction. The keys of one field are of one type. */
function compare(one: string | number | null, other: string | number | null, sign: number): number {
  if (one === other) return 0;
  if (one === null) return 1;
  if (other === null) return -1;
  return one < other ? -sign : sign;
}

/** Groups in the order of their keys, the empty one last; the rows inside keep their order. */
function groupRows(
  rows: readonly Row[],
  grouping: Field,
  fields: readonly Field[],
  sort: readonly Sort[],
  timeZone: string,
): RowGroup[] {
  const groups = new Map<string | number | null, RowGroup>();
  for (const row of rows) {
    const places = groupKeysOf(grouping, valueOf(row, grouping), timeZone);
    for (const { key, name } of places.length > 0 ? places : [{ key: null, name: null }]) {
      const group = groups.get(key) ?? { value: name, count: 0, sums: {}, rows: [] };
      if (name !== null && group.value !== null && name < group.value) group.value = name;
      group.count += 1;
      group.rows.push(row);
      groups.set(key, group);
    }
  }
  const numeric = fields.filter(isNumeric);
  for (const group of groups.values()) group.sums = sumsOf(numeric, group.rows);
  const isDescending = sort.some(({ field, descending }) => field === grouping.id && descending);
  const ordered = [...groups.entries()].toSorted(([one], [other]) => compare(one, other, isDescending ? -1 : 1));
  return ordered.map(([, group]) => group);
}

function sumsOf(fields: readonly Field[], rows: readonly Row[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const field of fields) {
    const sum = sumOf(field, rows);
    if (sum !== null) sums[field.id] = sum;
  }
  return sums;
}

/** The sum of a field of numbers, to 15 digits; null where it is always empty. */
export function sumOf(field: Field, rows: readonly Row[]): number | null {
  let sum: number | null = null;
  for (const row of rows) {
    const value = numberOf(asValue(row.values[field.id]));
    if (value !== null) sum = (sum ?? 0) + value;
  }
  return sum === null ? null : Number(sum.toPrecision(15));
}
