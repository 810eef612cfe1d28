import type { TFunction } from "i18next";

import type { Collection, RowEvent } from "@/api/types.ts";
import type { Formats } from "@/lib/format.ts";
import type { WholeRow } from "@/lib/shapes.ts";
import { optionOf, type Value } from "@/lib/values.ts";
import { whoDid } from "../who.ts";

interface Telling {
  collection: Collection;
  row: WholeRow;
  me: string;
  t: TFunction<"panel">;
  formats: Formats;
}

/** One step in the life of a row, as a sentence: "Ana moved Novo → Negociando". */
export function eventSentence(event: RowEvent, telling: Telling): string {
  const sentences = sentencesOf(event, telling);
  const text = sentences.join("; ");
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

function sentencesOf(event: RowEvent, telling: Telling): string[] {
  const { row, me, t } = telling;
  const who = whoDid(event.by, me, t);
  if (event.at === row.born.at) return [t(event.kind === "ship" ? "rowHistory.shipped" : "rowHistory.born", { who })];
  if (event.kind === "annotate" || event.kind === "remove_row" || event.kind === "restore_row") {
    return [t(`rowHistory.${event.kind}`, { who })];
  }
  const changes = event.changes.flatMap((change) => changeSentence(change, who, telling) ?? []);
  return changes.length > 0 ? changes : [t("rowHistory.other", { who })];
}

type Change = RowEvent["changes"][number];

function changeSentence({ field: name, before, after }: Change, who: string, { collection, t, formats }: Telling): string | null {
  if (name === "unconfirmed_since") return t(after === null ? "rowHistory.confirmed" : "rowHistory.unconfirmed");
  if (name === "trashed_at") return null;
  const field = collection.fields.find(({ id, type }) => id === name || (name === "stage" && type === "stage"));
  if (field?.type === "stage") {
    const title = (value: Value) => optionOf(field, value)?.title ?? t("row.noStage");
    return t("rowHistory.moved", { who, from: title(before), to: title(after) });
  }
  const inWords = (value: Value) => (field ? formats.value(field, value) : String(value ?? "")) || t("rowHistory.nothing");
  return t("rowHistory.changed", { who, field: field?.title ?? name, from: inWords(before), to: inWords(after) });
}
