import type { TFunction } from "i18next";

import { describeCondition } from "@/blocks/shared/conditions.ts";
import type { Formats } from "@/lib/format.ts";
import type { Field, Slice } from "@/lib/shapes.ts";

interface Words {
  chat: TFunction<"chat">;
  blocks: TFunction<"blocks">;
  formats: Formats;
}

/** A slice said back: "State is SP; sorted by Revenue, highest first". Empty for the whole list. */
export function sliceInWords(slice: Slice, fields: readonly Field[], { chat, blocks, formats }: Words): string {
  const title = (name: string) => fields.find(({ id }) => id === name)?.title ?? name;
  const parts = slice.where.map((condition) => describeCondition(condition, fields, blocks, formats));
  if (slice.search) parts.push(chat("slice.search", { text: slice.search }));
  if (slice.unconfirmed !== null) parts.push(blocks(slice.unconfirmed ? "filter.onlyUnconfirmed" : "filter.onlyConfirmed"));
  for (const { field, descending } of slice.sort) {
    parts.push(chat(descending ? "slice.sortedDown" : "slice.sortedUp", { field: title(field) }));
  }
  if (slice.group) parts.push(chat("slice.grouped", { field: title(slice.group) }));
  if (slice.hidden.length > 0) parts.push(chat("slice.hidden", { fields: slice.hidden.map(title).join(", ") }));
  if (slice.limit !== null) parts.push(chat("slice.first", { count: slice.limit }));
  return parts.join("; ");
}
