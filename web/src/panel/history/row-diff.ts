import type { TFunction } from "i18next";

import type { Collection, Comparison } from "@/api/types.ts";
import type { Formats } from "@/lib/format.ts";
import type { Field, Row } from "@/lib/shapes.ts";
import { valueOf } from "@/lib/values.ts";

export type RowChange = Comparison["rows"][number];
export type ChangeKind = "added" | "removed" | "changed";

/** One field of a row at two moments, in words. An empty text is an empty value. */
export interface FieldDiff {
  id: string;
  title: string;
  before: string;
  after: string;
}

export function kindOf({ before, after }: RowChange): ChangeKind {
  if (before === null) return "added";
  return after === null ? "removed" : "changed";
}

interface Telling {
  t: TFunction<"history">;
  formats: Formats;
}

/**
 * The fields in which a row differs, in the order of its list: the stage by its title, values as they are written
 * everywhere. Of a row that came or went, what it held.
 */
export function diffOf({ before, after }: RowChange, collection: Collection, { t, formats }: Telling): FieldDiff[] {
  const inWords = (row: Row | null, field: Field) => {
    if (row === null) return "";
    const text = formats.value(field, valueOf(row, field));
    return text === "" && field.type === "stage" && before && after ? t("noStage") : text;
  };
  const fields = collection.fields.map((field) => ({
    id: field.id,
    title: field.title,
    before: inWords(before, field),
    after: inWords(after, field),
  }));
  const since = (row: Row | null) => (row?.unconfirmed_since ? formats.shortDay(row.unconfirmed_since) : "");
  const unconfirmed = { id: "unconfirmed_since", title: t("unconfirmed"), before: since(before), after: since(after) };
  return [...fields, unconfirmed].filter((diff) => diff.before !== diff.after);
}
