import type { Field, Row } from "@/lib/shapes.ts";
import { fieldWithRole, isNumeric, titleField, type Value, valueOf } from "@/lib/values.ts";

/** What a card takes from the roles of the fields. */
export interface CardFields {
  title: Field | undefined;
  subtitle: Field | undefined;
  value: Field | undefined;
  due: Field | undefined;
  owner: Field | undefined;
  image: Field | undefined;
  link: Field | undefined;
  tag: Field | undefined;
  lines: Field[];
}

export function cardFields(fields: readonly Field[], lines: readonly string[]): CardFields {
  const role = (name: Field["role"]) => fieldWithRole(fields, name);
  return {
    title: titleField(fields),
    subtitle: role("subtitle"),
    value: role("value"),
    due: role("due"),
    owner: role("owner"),
    image: role("image"),
    link: role("link"),
    tag: role("tag"),
    lines: lines.flatMap((id) => fields.find((field) => field.id === id) ?? []),
  };
}

/** The field whose sum stands over a column. */
export const summedField = ({ value }: CardFields) => (value && isNumeric(value) ? value : undefined);

export function valueIn(row: Row, field: Field | undefined): Value {
  return field ? valueOf(row, field) : null;
}

/** "AS" for "Ana Souza". */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const first = words[0]?.charAt(0) ?? "";
  const last = words.length > 1 ? (words.at(-1)?.charAt(0) ?? "") : "";
  return (first + last).toLocaleUpperCase();
}
