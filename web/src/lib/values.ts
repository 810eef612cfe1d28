import type { Field, Option, Row } from "./shapes.ts";

/** The one form a field keeps: see `panels/values.py`. */
export type Value = string | number | boolean | string[] | null;

export const isNumeric = (field: Field) =>
  field.type === "number" || field.type === "money" || field.type === "percent";

export const hasOptions = (field: Field) => field.type === "choice" || field.type === "stage";

/** What a row holds for a field. The stage is a column of its own, and only a valid option counts as one. */
export function valueOf(row: Row, field: Field): Value {
  if (field.type === "stage") return optionOf(field, row.stage)?.id ?? null;
  return asValue(row.values[field.id]);
}

export function asValue(raw: unknown): Value {
  if (typeof raw === "string") return raw === "" ? null : raw;
  if (typeof raw === "number") return Number.isFinite(raw) ? raw : null;
  if (typeof raw === "boolean") return raw;
  if (Array.isArray(raw)) return raw.length === 0 ? null : raw.map(String);
  return null;
}

export function optionOf(field: Field, id: unknown): Option | undefined {
  return field.options.find((option) => option.id === id);
}

export function fieldWithRole(fields: readonly Field[], role: Field["role"]): Field | undefined {
  return fields.find((field) => field.role === role);
}

export const stageOf = (fields: readonly Field[]) => fields.find((field) => field.type === "stage");

/** The field by which a person recognises a row: the one with the role, else the first of text, else the first. */
export function titleField(fields: readonly Field[]): Field | undefined {
  return fieldWithRole(fields, "title") ?? fields.find((field) => field.type === "text") ?? fields[0];
}
