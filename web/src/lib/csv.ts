import Papa from "papaparse";

import type { Formats } from "./format.ts";
import type { Field, Row } from "./shapes.ts";
import { type Value, valueOf } from "./values.ts";

/** The mark by which a spreadsheet knows that the file is UTF-8. */
const BOM = "\uFEFF";

/** A spreadsheet runs text that begins so as a formula. A plain negative number is only a number. */
export function harmless(text: string): string {
  const startsFormula = /^[=+\-@\t\r]/.test(text);
  const isNumber = /^[+-]?\d[\d.,]*$/.test(text);
  return startsFormula && !isNumber ? `'${text}` : text;
}

/** The rows as a spreadsheet of this language opens them: `;` and decimal commas in Portuguese. */
export function toCsv(fields: readonly Field[], rows: readonly Row[], formats: Formats): string {
  const body = rows.map((row) => fields.map((field) => harmless(cell(field, valueOf(row, field), formats))));
  const head = fields.map((field) => harmless(field.title));
  return BOM + Papa.unparse([head, ...body], { delimiter: formats.language === "pt-BR" ? ";" : ",", newline: "\r\n" });
}

/** Numbers and dates stay bare, so that the spreadsheet can compute with them. */
function cell(field: Field, value: Value, formats: Formats): string {
  if (typeof value === "number") return formats.typed(field, value);
  if (field.type === "date" || field.type === "datetime") return formats.typed(field, value).replace("T", " ");
  return formats.value(field, value);
}

export function fileName(title: string): string {
  const plain = title.replace(/[\\/:*?"<>|\s]+/g, " ").trim();
  return `${plain || "rows"}.csv`;
}

export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
