import type { TFunction } from "i18next";

import type { Language } from "./i18n.ts";
import type { Field, Format } from "./shapes.ts";
import { optionOf, type Value } from "./values.ts";

/** Numbers and dates as one person reads them: in their language and their time zone. */
export interface Formats {
  language: Language;
  timeZone: string;
  number: (value: number, format?: Partial<Format>) => string;
  /** Short enough for an axis: "R$ 1,2 mil". */
  compact: (value: number, format?: Partial<Format>) => string;
  /** "2026-11-12", which has no time zone. */
  date: (isoDate: string) => string;
  /** "2026-11", as a month. */
  month: (isoMonth: string) => string;
  moment: (iso: string) => string;
  /** Day and month, for "not confirmed since 28 Nov". The year only when it is another one. */
  shortDay: (iso: string, now?: Date) => string;
  /** "now", "3 min ago", "yesterday 18:00", "3 d". */
  age: (iso: string, now: Date) => string;
  /** When something comes: "at 14:00", "tomorrow at 08:00", "on 3 Dec at 08:00". */
  next: (iso: string, now: Date) => string;
  value: (field: Field, value: Value) => string;
  /** A number the way its writer types it: no grouping, the decimal mark of the language. */
  typed: (field: Field, value: Value) => string;
}

const EMPTY: Partial<Format> = {};

/** "28 de nov. de 2026" is long for a label: "28 nov 2026". */
const bare = (text: string) => text.replace(/\.(?= |$)/g, "").replaceAll(" de ", " ");

export function browserTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function makeFormats(language: Language, t: TFunction<"common">, timeZone = browserTimeZone()): Formats {
  const numbers = new Map<string, Intl.NumberFormat>();
  const dates = new Map<string, Intl.DateTimeFormat>();

  const numberFormat = (options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options);
    const known = numbers.get(key) ?? new Intl.NumberFormat(language, options);
    numbers.set(key, known);
    return known;
  };
  const dateFormat = (options: Intl.DateTimeFormatOptions) => {
    const key = JSON.stringify(options);
    const known = dates.get(key) ?? new Intl.DateTimeFormat(language, options);
    dates.set(key, known);
    return known;
  };

  const written = (value: number, format: Partial<Format>, extra: Intl.NumberFormatOptions = {}) => {
    const decimals = format.decimals ?? undefined;
    if (format.type === "money") {
      const money: Intl.NumberFormatOptions = format.currency
        ? { style: "currency", currency: format.currency, currencyDisplay: "symbol" }
        : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
      return numberFormat({ ...money, ...extra }).format(value);
    }
    const most = decimals ?? (format.type === "percent" ? 2 : 6);
    const text = numberFormat({ maximumFractionDigits: most, ...extra }).format(value);
    if (format.type === "percent") return language === "pt-BR" ? `${text}\u00a0%` : `${text}%`;
    return format.unit ? `${text}\u00a0${format.unit}` : text;
  };

  const number = (value: number, format = EMPTY) => written(value, format);
  const compact = (value: number, format = EMPTY) =>
    written(value, format, {
      notation: Math.abs(value) >= 1000 ? "compact" : "standard",
      minimumFractionDigits: 0,
      maximumFractionDigits: 1,
    });

  const dayParts: Intl.DateTimeFormatOptions =
    language === "pt-BR"
      ? { day: "2-digit", month: "2-digit", year: "numeric" }
      : { day: "numeric", month: "short", year: "numeric" };
  const date = (iso: string) => {
    const day = parseDay(iso);
    return day ? dateFormat({ ...dayParts, timeZone: "UTC" }).format(day) : iso;
  };
  const month = (iso: string) => {
    const day = parseDay(`${iso.slice(0, 7)}-01`);
    return day ? bare(dateFormat({ month: "short", year: "numeric", timeZone: "UTC" }).format(day)) : iso;
  };
  const moment = (iso: string) => {
    const at = parseMoment(iso);
    return at
      ? dateFormat({
          ...dayParts,
          hour: "2-digit",
          minute: "2-digit",
          hourCycle: "h23",
          timeZone,
        }).format(at)
      : iso;
  };
  const clock = (at: Date) => dateFormat({ hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone }).format(at);
  const shortDay = (iso: string, now = new Date()) => {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(iso);
    const at = isDay ? parseDay(iso) : parseMoment(iso);
    if (!at) return iso;
    const zone = isDay ? "UTC" : timeZone;
    const sameYear = localDay(at, zone).slice(0, 4) === localDay(now, timeZone).slice(0, 4);
    const text = dateFormat({
      day: "numeric",
      month: "short",
      ...(sameYear ? {} : { year: "numeric" }),
      timeZone: zone,
    });
    return bare(text.format(at));
  };

  const age = (iso: string, now: Date) => {
    const at = parseMoment(iso);
    if (!at) return iso;
    const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
    if (minutes < 1) return t("age.now");
    if (minutes < 60) return t("age.minutes", { count: minutes });
    const days = daysBetween(localDay(at, timeZone), localDay(now, timeZone));
    if (days === 0) return t("age.hours", { count: Math.floor(minutes / 60) });
    if (days === 1) return t("age.yesterday", { time: clock(at) });
    if (days < 15) return t("age.days", { count: days });
    return shortDay(iso, now);
  };

  const next = (iso: string, now: Date) => {
    const at = parseMoment(iso);
    if (!at) return iso;
    const days = daysBetween(localDay(now, timeZone), localDay(at, timeZone));
    if (days === 0) return t("next.today", { time: clock(at) });
    if (days === 1) return t("next.tomorrow", { time: clock(at) });
    return t("next.day", { day: shortDay(iso, now), time: clock(at) });
  };

  const value = (field: Field, raw: Value): string => {
    if (raw === null) return "";
    if (typeof raw === "boolean") return raw ? t("yes") : t("no");
    if (typeof raw === "number") return number(raw, formatOf(field));
    if (Array.isArray(raw)) return raw.join(", ");
    if (field.type === "choice" || field.type === "stage") return optionOf(field, raw)?.title ?? raw;
    if (field.type === "date") return date(raw);
    if (field.type === "datetime") return moment(raw);
    return raw;
  };

  const typed = (field: Field, raw: Value): string => {
    if (typeof raw === "number") return numberFormat({ useGrouping: false, maximumFractionDigits: 15 }).format(raw);
    if (field.type === "datetime" && typeof raw === "string") return localInput(raw, timeZone);
    if (Array.isArray(raw)) return raw.join(", ");
    return raw === null ? "" : String(raw);
  };

  return { language, timeZone, number, compact, date, month, moment, shortDay, age, next, value, typed };
}

/** How the numbers of a field are written. */
export function formatOf(field: Field): Partial<Format> {
  if (field.type === "money") return { type: "money", currency: field.currency };
  if (field.type === "percent") return { type: "percent" };
  return { type: "number", unit: field.unit };
}

/** The date on the wall at a moment, as "2026-11-12". */
export function localDay(at: Date, timeZone: string): string {
  const known =
    days.get(timeZone) ??
    new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  days.set(timeZone, known);
  return known.format(at);
}

const days = new Map<string, Intl.DateTimeFormat>();

/** Whole days from one local date to another. */
export function daysBetween(earlier: string, later: string): number {
  return Math.round((Date.parse(`${later}T00:00:00Z`) - Date.parse(`${earlier}T00:00:00Z`)) / 86_400_000);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function parseDay(iso: string): Date | null {
  const at = Date.parse(`${iso.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(at) ? null : new Date(at);
}

function parseMoment(iso: string): Date | null {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? null : new Date(at);
}

/** A moment in the form that `<input type="datetime-local">` takes, on the wall of the time zone. */
function localInput(iso: string, timeZone: string): string {
  const at = parseMoment(iso);
  if (!at) return "";
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return `${localDay(at, timeZone)}T${clock.format(at)}`;
}

/** A number as a person types it in their language, or null. The server stays the authority on what is saved. */
export function parseNumber(text: string, language: Language): number | null {
  const bare = text.replace(/[\s\u00a0%]|R\$|US\$|[$€£]/g, "");
  const plain =
    language === "pt-BR"
      ? bare.replace(/\.(?=\d{3}(\D|$))/g, "").replace(",", ".")
      : bare.replace(/,(?=\d{3}(\D|$))/g, "");
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}
