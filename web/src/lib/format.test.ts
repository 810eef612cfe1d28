import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";

import { makeField } from "@/gallery/rows.ts";

import { type Formats, makeFormats, parseNumber } from "./format.ts";
import { setLanguage } from "./i18n.ts";

let portuguese: Formats;
let english: Formats;

beforeAll(async () => {
  await setLanguage("pt-BR");
  portuguese = makeFormats("pt-BR", i18next.getFixedT("pt-BR", "common"), "America/Sao_Paulo");
  await setLanguage("en");
  english = makeFormats("en", i18next.getFixedT("en", "common"), "America/Sao_Paulo");
});

const plain = (text: string) => text.replaceAll("\u00a0", " ");

describe("numbers", () => {
  it("write money in the language of the reader, with the cents of its currency", () => {
    const money = { type: "money", currency: "BRL" } as const;
    expect(plain(portuguese.number(1234.5, money))).toBe("R$ 1.234,50");
    expect(plain(english.number(1234.5, money))).toBe("R$1,234.50");
    expect(english.number(1234, { type: "money", currency: "JPY" })).toBe("¥1,234");
  });

  it("read a percentage as it is shown: 12 means 12 %", () => {
    expect(plain(portuguese.number(12.5, { type: "percent" }))).toBe("12,5 %");
    expect(english.number(12.5, { type: "percent" })).toBe("12.5%");
  });

  it("carry their unit", () => {
    expect(plain(english.number(3, { type: "number", unit: "kg" }))).toBe("3 kg");
  });

  it("are typed without grouping, so that what is edited is what will be sent", () => {
    const field = makeField("revenue", "Receita", "money", { currency: "BRL" });
    expect(portuguese.typed(field, 1234.5)).toBe("1234,5");
    expect(english.typed(field, 1234.5)).toBe("1234.5");
  });

  it("typed in either language come back as the same number", () => {
    expect(parseNumber("R$ 1.234,56", "pt-BR")).toBe(1234.56);
    expect(parseNumber("1,234.56", "en")).toBe(1234.56);
    expect(parseNumber("-30 %", "pt-BR")).toBe(-30);
    expect(parseNumber("doze", "pt-BR")).toBeNull();
  });
});

describe("dates", () => {
  it("without a time are the same day in every time zone", () => {
    expect(portuguese.date("2026-11-12")).toBe("12/11/2026");
    expect(english.date("2026-11-12")).toBe("Nov 12, 2026");
  });

  it("with a time are told in the zone of the reader", () => {
    expect(portuguese.moment("2026-11-30T02:30:00Z")).toBe("29/11/2026, 23:30");
  });

  it("of another year say the year", () => {
    const now = new Date("2026-11-30T15:00:00Z");
    expect(portuguese.shortDay("2026-11-28T15:00:00Z", now)).toBe("28 nov");
    expect(portuguese.shortDay("2025-11-28", now)).toBe("28 nov 2025");
  });
});

describe("ages", () => {
  const now = new Date("2026-11-30T15:00:00Z");
  const age = (iso: string) => portuguese.age(iso, now);

  it("go from now to minutes, hours, yesterday with its time, days and the date", () => {
    expect(age("2026-11-30T14:59:40Z")).toBe("agora");
    expect(age("2026-11-30T14:57:00Z")).toBe("há 3 min");
    expect(age("2026-11-30T12:00:00Z")).toBe("há 3 h");
    expect(age("2026-11-29T21:00:00Z")).toBe("ontem 18:00");
    expect(age("2026-11-27T15:00:00Z")).toBe("há 3 d");
    expect(age("2026-10-01T15:00:00Z")).toBe("1 out");
  });

  it("count days by the calendar of the reader, not by 24 hours", () => {
    expect(age("2026-11-30T02:00:00Z")).toBe("ontem 23:00");
  });
});

describe("what is to come", () => {
  const now = new Date("2026-11-30T15:00:00Z");
  it.each([
    ["2026-11-30T17:00:00Z", "às 14:00", "at 14:00"],
    ["2026-12-01T11:00:00Z", "amanhã às 08:00", "tomorrow at 08:00"],
    ["2026-12-03T11:00:00Z", "em 3 dez às 08:00", "on Dec 3 at 08:00"],
  ])("is told by the day of the reader: %s is %s", (iso, inPortuguese, inEnglish) => {
    expect(portuguese.next(iso, now)).toBe(inPortuguese);
    expect(english.next(iso, now)).toBe(inEnglish);
  });
});
