import type { TFunction } from "i18next";

import { addDays, type Formats, localDay } from "@/lib/format.ts";
import { daysAgo } from "@/lib/slice-conditions.ts";
import type { Condition, Field, FieldType, Op } from "@/lib/shapes.ts";
import { isNumeric, optionOf } from "@/lib/values.ts";

/** How a person picks a test: the wire's ops, and "in the last N days", which is `gte` with a moving date. */
export type Test = Op | "last_days";

/** What the hand fills in beside the test. */
export type Filling = "text" | "number" | "date" | "days" | "options" | "flag" | "nothing";

const EMPTINESS = ["is_empty", "is_not_empty"] as const;
const TEXT_TESTS: readonly Test[] = ["contains", "is", "is_not", ...EMPTINESS];
const NUMBER_TESTS: readonly Test[] = ["is", "gt", "gte", "lt", "lte", ...EMPTINESS];
const DATE_TESTS: readonly Test[] = ["last_days", "is", "gte", "lte", ...EMPTINESS];
const OPTION_TESTS: readonly Test[] = ["in", "not_in", ...EMPTINESS];

const TESTS: Record<FieldType, readonly Test[]> = {
  text: TEXT_TESTS,
  long_text: TEXT_TESTS,
  number: NUMBER_TESTS,
  money: NUMBER_TESTS,
  percent: NUMBER_TESTS,
  date: DATE_TESTS,
  datetime: DATE_TESTS,
  boolean: ["is", ...EMPTINESS],
  choice: OPTION_TESTS,
  stage: OPTION_TESTS,
  person: TEXT_TESTS,
  url: TEXT_TESTS,
  email: TEXT_TESTS,
  phone: TEXT_TESTS,
  tags: ["contains", ...EMPTINESS],
  image: EMPTINESS,
  file: EMPTINESS,
};

export const testsOf = (field: Field): readonly Test[] => TESTS[field.type];

export function fillingOf(field: Field, test: Test): Filling {
  if (test === "is_empty" || test === "is_not_empty") return "nothing";
  if (test === "last_days") return "days";
  if (test === "in" || test === "not_in") return field.options.length > 0 ? "options" : "text";
  if (field.type === "boolean") return "flag";
  if (field.type === "date" || field.type === "datetime") return "date";
  return isNumeric(field) ? "number" : "text";
}

export function testOf({ op, value }: Condition): Test {
  return op === "gte" && daysAgo(value) !== null ? "last_days" : op;
}

/** A condition being filled in. It counts only once it is whole: half a filter leaves nothing out. */
export interface Draft {
  id: number;
  field: string;
  test: Test;
  text: string;
  chosen: string[];
}

let lastId = 0;

export function newDraft(field: Field): Draft {
  lastId += 1;
  return { id: lastId, field: field.id, test: testsOf(field)[0] ?? "is_empty", text: "", chosen: [] };
}

export function draftOf(condition: Condition, field: Field, formats: Formats): Draft {
  const { value } = condition;
  lastId += 1;
  const draft = { id: lastId, field: field.id, test: testOf(condition), text: "", chosen: [] };
  if (Array.isArray(value)) return { ...draft, chosen: value.map(String), text: value.map(String).join(", ") };
  const days = daysAgo(value);
  if (days !== null) return { ...draft, text: draft.test === "last_days" ? String(days) : daysBefore(days, formats) };
  if (typeof value === "number") return { ...draft, text: formats.typed(field, value) };
  return { ...draft, text: value === null || value === undefined ? "" : String(value) };
}

/** The condition of a draft, or null while something is missing. */
export function conditionOf(draft: Draft, field: Field, parse: (text: string) => number | null): Condition | null {
  const test = draft.test;
  const text = draft.text.trim();
  const made = (value: unknown): Condition => ({ field: field.id, op: test === "last_days" ? "gte" : test, value });
  switch (fillingOf(field, test)) {
    case "nothing":
      return made(null);
    case "options":
      return draft.chosen.length > 0 ? made(draft.chosen) : null;
    case "flag":
      return text === "" ? null : made(text === "true");
    case "number": {
      const number = parse(text);
      return number === null ? null : made(number);
    }
    case "days": {
      const days = Number(text);
      return Number.isInteger(days) && days > 0 ? made({ days_ago: days }) : null;
    }
    case "date":
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? made(text) : null;
    case "text":
      if (text === "") return null;
      return test === "in" || test === "not_in" ? made(text.split(",").map((part) => part.trim())) : made(text);
  }
}

/** A condition in words: "City contains São Paulo". */
export function describeCondition(
  condition: Condition,
  fields: readonly Field[],
  t: TFunction<"blocks">,
  formats: Formats,
): string {
  const field = fields.find(({ id }) => id === condition.field);
  const name = field?.title ?? condition.field;
  const test = testOf(condition);
  const value = field ? describeValue(condition.value, field, t, formats) : String(condition.value);
  return t(`filter.sentence.${test}`, { field: name, value });
}

function describeValue(value: unknown, field: Field, t: TFunction<"blocks">, formats: Formats): string {
  if (Array.isArray(value)) return value.map((each) => describeValue(each, field, t, formats)).join(", ");
  const days = daysAgo(value);
  if (days !== null) return formats.number(days);
  if (typeof value === "boolean") return t(value ? "filter.yes" : "filter.no");
  if (typeof value === "number") return formats.value(field, value);
  const text = value === null || value === undefined ? "" : String(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formats.date(text);
  return optionOf(field, text)?.title ?? text;
}

function daysBefore(days: number, formats: Formats): string {
  return addDays(localDay(new Date(), formats.timeZone), -days);
}
