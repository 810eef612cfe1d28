import { localDay } from "./format.ts";
import { fold } from "./fold.ts";
import type { Field, FieldType } from "./shapes.ts";
import type { Value } from "./values.ts";

/** How the values of a field compare: the families of the server's `slice_check.py`. */
export type Family = "text" | "option" | "number" | "date" | "moment" | "flag" | "tags";

const FAMILIES: Record<FieldType, Family> = {
  text: "text",
  long_text: "text",
  person: "text",
  url: "text",
  email: "text",
  phone: "text",
  image: "text",
  file: "text",
  choice: "option",
  stage: "option",
  number: "number",
  money: "number",
  percent: "number",
  date: "date",
  datetime: "moment",
  boolean: "flag",
  tags: "tags",
};

export const familyOf = (field: Field): Family => FAMILIES[field.type];

export type Key = string | number | string[];

/** The form in which a value is compared, or null when it is empty or not of the field's type. */
export function keyOf(field: Field, value: Value): Key | null {
  if (value === null) return null;
  switch (familyOf(field)) {
    case "text":
      return typeof value === "string" || typeof value === "number" ? fold(String(value)) || null : null;
    case "option":
      return placeOf(field, value);
    case "number":
      return numberOf(value);
    case "date":
      return isDay(value) ? value : null;
    case "moment":
      return isMoment(value) ? value : null;
    case "flag":
      return typeof value === "boolean" ? Number(value) : null;
    case "tags":
      return Array.isArray(value) ? value.map(fold) : null;
  }
}

/** Tags sort as one text; everything else by its key. */
export function sortKeyOf(field: Field, value: Value): string | number | null {
  if (familyOf(field) === "tags") return Array.isArray(value) ? fold(value.join(", ")) || null : null;
  const key = keyOf(field, value);
  return Array.isArray(key) ? null : key;
}

/** The groups a value stands in, each with the spelling that names it. A row is in the group of each of its tags. */
export function groupKeysOf(field: Field, value: Value, timeZone: string): { key: string | number; name: Group }[] {
  const key = keyOf(field, value);
  if (key === null) return [];
  if (Array.isArray(value))
    return [...new Map(value.map((tag) => [fold(tag), { key: fold(tag), name: tag }])).values()];
  if (Array.isArray(key)) return [];
  if (familyOf(field) === "moment") {
    const day = dayOf(String(key), timeZone);
    return [{ key: day, name: day }];
  }
  return [{ key, name: familyOf(field) === "number" ? key : value }];
}

type Group = string | number | boolean | null;

function placeOf(field: Field, value: Value): number | null {
  const place = field.options.findIndex(({ id }) => id === value);
  return place < 0 ? null : place;
}

/** A number, or text that is a plain decimal: what a program left in a field of numbers. */
export function numberOf(value: Value): number | null {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : null;
}

function isDay(value: Value): value is string {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}

function isMoment(value: Value): value is string {
  return (
    typeof value === "string" &&
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

/** The date on the wall when a moment came. */
export function dayOf(moment: string, timeZone: string): string {
  return localDay(new Date(moment), timeZone);
}
