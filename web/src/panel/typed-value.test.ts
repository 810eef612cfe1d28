import { describe, expect, it } from "vitest";

import { makeField } from "@/gallery/rows.ts";
import { expectedValue } from "./typed-value.ts";

const money = makeField("revenue", "Receita", "money", { currency: "BRL" });
const day = makeField("due", "Prazo", "date");
const text = makeField("cpf", "CPF", "text");

describe("what is shown of an entry until the server has read it", () => {
  it.each([
    ["1.234,56", 1234.56],
    ["9,99", 9.99],
    ["9.99", 9.99],
    ["1.234", 1234],
    ["R$ 1.234,56", 1234.56],
    ["-3,5", -3.5],
  ])("reads %s in Portuguese as %d", (typed, value) => {
    expect(expectedValue(money, typed, "pt-BR")).toEqual({ value });
  });

  it("reads a number in English by its own marks", () => {
    expect(expectedValue(money, "1,234.56", "en")).toEqual({ value: 1234.56 });
  });

  it("leaves the old value when it cannot tell", () => {
    expect(expectedValue(money, "muito", "pt-BR")).toBeNull();
    expect(expectedValue(day, "amanhã", "pt-BR")).toBeNull();
  });

  it("keeps the leading zeros of a text", () => {
    expect(expectedValue(text, "01234567890", "pt-BR")).toEqual({ value: "01234567890" });
  });

  it("takes a date as the browser or a hand writes it", () => {
    expect(expectedValue(day, "2026-11-30", "en")).toEqual({ value: "2026-11-30" });
    expect(expectedValue(day, "30/11/2026", "pt-BR")).toEqual({ value: "2026-11-30" });
  });

  it("takes an empty entry as no value", () => {
    expect(expectedValue(money, " ", "pt-BR")).toEqual({ value: null });
  });
});
