import i18next from "i18next";
import { describe, expect, it } from "vitest";

import { makeField, makeRow } from "@/gallery/rows.ts";

import { fileName, harmless, toCsv } from "./csv.ts";
import { makeFormats } from "./format.ts";

const fields = [
  makeField("company", "Empresa", "text"),
  makeField("revenue", "=Receita", "money", { currency: "BRL" }),
];
const rows = [
  makeRow(0, { company: "=cmd|' /C calc'!A0", revenue: -1234.5 }),
  makeRow(1, { company: 'Ana; "Bia"', revenue: null }),
];
const formats = (language: "pt-BR" | "en") => makeFormats(language, i18next.getFixedT("en", "common"), "UTC");

describe("a CSV for people", () => {
  it("starts with the mark of UTF-8, so that accents open right", () => {
    expect(toCsv(fields, rows, formats("en")).codePointAt(0)).toBe(0xfeff);
  });

  it("parts its columns with a semicolon in Portuguese and writes decimal commas", () => {
    expect(toCsv(fields, rows, formats("pt-BR")).split("\r\n")[1]).toBe("'=cmd|' /C calc'!A0;-1234,5");
  });

  it("parts its columns with a comma in English", () => {
    expect(toCsv(fields, rows, formats("en")).split("\r\n")[1]).toBe("'=cmd|' /C calc'!A0,-1234.5");
  });

  it("makes formulas harmless in headings too", () => {
    expect(toCsv(fields, rows, formats("en"))).toContain("Empresa,'=Receita");
  });

  it("quotes what holds its separator", () => {
    expect(toCsv(fields, rows, formats("pt-BR"))).toContain('"Ana; ""Bia""";');
  });

  it.each(["=1+1", "+cmd", "-cmd", "@SUM(A1)", "\tx", "\rx"])("puts a mark before %j", (text) => {
    expect(harmless(text)).toBe(`'${text}`);
  });

  it.each(["-12", "-1.234,56", "+55", "a=b", ""])("leaves %j as it is", (text) => {
    expect(harmless(text)).toBe(text);
  });

  it("is named after its block, without characters a file cannot have", () => {
    expect(fileName('Vendas 11/2026: "fim"')).toBe("Vendas 11 2026 fim.csv");
    expect(fileName("")).toBe("rows.csv");
  });
});
