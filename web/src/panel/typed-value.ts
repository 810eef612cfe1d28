import type { Typed } from "@/blocks/contract.ts";
import type { Language } from "@/lib/i18n.ts";
import type { Field } from "@/lib/shapes.ts";
import { isNumeric } from "@/lib/values.ts";

/** What the server will most likely make of an entry, shown until it says so itself. Null: leave the old value. */
export function expectedValue(field: Field, typed: Typed, language: Language): { value: unknown } | null {
  if (typed === null || typeof typed === "boolean") return { value: typed };
  if (Array.isArray(typed)) return { value: typed.length > 0 ? typed : null };
  const text = typed.trim();
  if (text === "") return { value: null };
  if (isNumeric(field)) return typedNumber(text, language);
  if (field.type === "date") return typedDay(text);
  if (field.type === "datetime") return typedMoment(text);
  if (field.type === "tags") return { value: text.split(",").map((tag) => tag.trim()).filter(Boolean) };
  return { value: text };
}

function typedNumber(text: string, language: Language): { value: number } | null {
  const bare = text.replace(/[^\d.,+-]/g, "");
  // Programs write a decimal point: one that cannot part thousands is taken as such in Portuguese too.
  if (language === "pt-BR" && /^-?\d+\.(\d{1,2}|\d{4,})$/.test(bare)) return { value: Number(bare) };
  const [grouping, decimal] = language === "pt-BR" ? [".", ","] : [",", "."];
  const value = Number(bare.replaceAll(grouping, "").replace(decimal, "."));
  return bare !== "" && Number.isFinite(value) ? { value } : null;
}

function typedDay(text: string): { value: string } | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return { value: text };
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (!day || !month || !year) return null;
  return { value: `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` };
}

function typedMoment(text: string): { value: string } | null {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : { value: at.toISOString() };
}
