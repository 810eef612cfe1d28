import type { Alert, Collection } from "@/api/types.ts";
import { type Formats, parseNumber } from "@/lib/format.ts";
import { fold } from "@/lib/fold.ts";
import type { Condition, Field } from "@/lib/shapes.ts";
import { isNumeric } from "@/lib/values.ts";

export type Measure = Alert["measure"];
export type Test = Alert["test"];

export const MEASURES: readonly Measure[] = ["count", "sum", "average", "least", "most"];
export const TESTS: readonly Test[] = ["above", "at_least", "below", "at_most"];
/** A week: longer waits are refused by the server. */
export const MOST_MINUTES = 10_080;

/** A rule being written: numbers as they are typed. */
export interface AlertDraft {
  title: string;
  over: string;
  measure: Measure;
  field: string;
  where: Condition[];
  test: Test;
  threshold: string;
  pending: string;
  keep: string;
}

export type Missing = "title" | "field" | "threshold" | "pending" | "keep";

export const numericFields = (collection: Collection | undefined): Field[] => collection?.fields.filter(isNumeric) ?? [];

export function draftOf(alert: Alert | null, collections: readonly Collection[], { language }: Formats): AlertDraft {
  const first = collections[0];
  if (!alert) {
    return {
      title: "",
      over: first?.id ?? "",
      measure: "count",
      field: numericFields(first)[0]?.id ?? "",
      where: [],
      test: "above",
      threshold: "",
      pending: "0",
      keep: "0",
    };
  }
  const typed = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 15 });
  return {
    title: alert.title,
    over: alert.over,
    measure: alert.measure,
    field: alert.field ?? "",
    where: alert.where,
    test: alert.test,
    threshold: typed.format(alert.threshold),
    pending: String(alert.pending_minutes),
    keep: String(alert.keep_firing_minutes),
  };
}

/** What is still missing or cannot be read; empty when the rule is whole. */
export function missingIn(draft: AlertDraft, { language }: Formats): Missing[] {
  return [
    ...(draft.title.trim() === "" ? (["title"] as const) : []),
    ...(draft.measure !== "count" && draft.field === "" ? (["field"] as const) : []),
    ...(parseNumber(draft.threshold, language) === null ? (["threshold"] as const) : []),
    ...(minutesOf(draft.pending) === null ? (["pending"] as const) : []),
    ...(minutesOf(draft.keep) === null ? (["keep"] as const) : []),
  ];
}

/** The rule of a draft in which nothing is missing. */
export function alertOf(draft: AlertDraft, id: string, { language }: Formats): Alert {
  return {
    id,
    title: draft.title.trim(),
    over: draft.over,
    where: draft.where,
    measure: draft.measure,
    field: draft.measure === "count" ? null : draft.field,
    test: draft.test,
    threshold: parseNumber(draft.threshold, language) ?? 0,
    pending_minutes: minutesOf(draft.pending) ?? 0,
    keep_firing_minutes: minutesOf(draft.keep) ?? 0,
  };
}

/** An id from a title: "Mais de 20 abertos" is `mais_de_20_abertos`, or with a number when that is taken. */
export function freeId(title: string, taken: readonly string[]): string {
  const slug = fold(title).replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "");
  const base = (/^[a-z]/.test(slug) ? slug : `alert_${slug}`).slice(0, 56).replace(/_+$/, "");
  let id = base;
  for (let number = 2; taken.includes(id); number += 1) id = `${base}_${number}`;
  return id;
}

function minutesOf(text: string): number | null {
  const minutes = Number(text.trim() === "" ? "0" : text);
  return Number.isInteger(minutes) && minutes >= 0 && minutes <= MOST_MINUTES ? minutes : null;
}
