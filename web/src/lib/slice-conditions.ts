import { addDays, localDay } from "./format.ts";
import { fold } from "./fold.ts";
import type { Condition, Field, Op, Row } from "./shapes.ts";
import { dayOf, familyOf, type Key, keyOf, numberOf } from "./slice-keys.ts";
import { asValue, valueOf } from "./values.ts";

/** When and where "today" is. */
export interface Here {
  now: Date;
  timeZone: string;
}

export type Test = (row: Row) => boolean;

/** A condition as a test of rows. An empty value satisfies only `is_empty`, `is_not` and `not_in`. */
export function testOf({ op, value, field: name }: Condition, byId: ReadonlyMap<string, Field>, here: Here): Test {
  const field = byId.get(name);
  // A field the list does not have is empty in every row.
  if (!field) return () => op === "is_empty" || op === "is_not" || op === "not_in";
  const key = (row: Row) => keyOf(field, valueOf(row, field));
  switch (op) {
    case "is_empty":
      return (row) => key(row) === null;
    case "is_not_empty":
      return (row) => key(row) !== null;
    case "is_not":
    case "not_in": {
      const tests = listed(op, value).map((wanted) => comparison("is", wanted, field, here));
      return (row) => !tests.some((test) => test(key(row)));
    }
    case "in": {
      const tests = listed(op, value).map((wanted) => comparison("is", wanted, field, here));
      return (row) => tests.some((test) => test(key(row)));
    }
    default: {
      const test = comparison(op, value, field, here);
      return (row) => test(key(row));
    }
  }
}

const listed = (op: Op, value: unknown): unknown[] =>
  (op === "in" || op === "not_in") && Array.isArray(value) ? value : [value];

type Comparison = "is" | "contains" | "gt" | "gte" | "lt" | "lte";

function comparison(op: Comparison, given: unknown, field: Field, here: Here): (key: Key | null) => boolean {
  const days = daysAgo(given);
  const wanted = days === null ? given : addDays(localDay(here.now, here.timeZone), -days);
  const target = targetOf(field, wanted);
  // A moment measured against a date is the date it falls on.
  const isByDay = familyOf(field) === "moment" && typeof wanted === "string" && wanted.length === "2026-11-30".length;
  return (raw) => {
    if (raw === null || target === null) return false;
    if (Array.isArray(raw)) return raw.includes(String(target));
    const key = isByDay ? dayOf(String(raw), here.timeZone) : raw;
    return op === "contains" ? String(key).includes(String(target)) : compares(op, key, target);
  };
}

function compares(op: Exclude<Comparison, "contains">, key: string | number, target: string | number): boolean {
  switch (op) {
    case "is":
      return key === target;
    case "gt":
      return key > target;
    case "gte":
      return key >= target;
    case "lt":
      return key < target;
    case "lte":
      return key <= target;
  }
}

function targetOf(field: Field, wanted: unknown): string | number | null {
  const value = asValue(wanted);
  switch (familyOf(field)) {
    case "text":
    case "tags":
      return fold(String(value ?? "")) || null;
    case "number":
      return numberOf(value);
    case "date":
    case "moment":
      return typeof value === "string" ? value : null;
    case "option":
    case "flag": {
      const key = keyOf(field, value);
      return Array.isArray(key) ? null : key;
    }
  }
}

/** The N of `{"days_ago": N}`. */
export function daysAgo(raw: unknown): number | null {
  if (typeof raw !== "object" || raw === null || !("days_ago" in raw)) return null;
  return typeof raw.days_ago === "number" ? raw.days_ago : null;
}
