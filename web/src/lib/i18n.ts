import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";

import type { words as english } from "@/i18n/en/index.ts";

/** The words in English are the model: a key that is missing in Portuguese does not compile. */
type Words = typeof english;

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: Words;
    returnNull: false;
  }
}

export const languages = ["pt-BR", "en"] as const;
export type Language = (typeof languages)[number];

const REMEMBERED = "liveapps.language";

/** Each language is a file of its own, fetched when it is spoken. */
const load: Record<Language, () => Promise<{ words: Words }>> = {
  "pt-BR": () => import("@/i18n/pt-BR/index.ts"),
  en: () => import("@/i18n/en/index.ts"),
};

export function isLanguage(name: string | null | undefined): name is Language {
  return languages.some((language) => language === name);
}

/** What was chosen before, else the browser's own language, else English. */
export function preferredLanguage(wanted: readonly string[] = navigator.languages): Language {
  const remembered = readRemembered();
  if (remembered) return remembered;
  for (const name of wanted) {
    if (name.toLowerCase().startsWith("pt")) return "pt-BR";
    if (name.toLowerCase().startsWith("en")) return "en";
  }
  return "en";
}

/** Call once, before the first drawing. */
export async function startI18n(language: Language = preferredLanguage()): Promise<i18n> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    ns: ["alerts", "app", "blocks", "boss", "chat", "common", "decide", "errors", "history", "inbox", "panel", "save", "trash"],
    defaultNS: "common",
    resources: { [language]: (await load[language]()).words },
    interpolation: { escapeValue: false },
  });
  document.documentElement.lang = language;
  return i18next;
}

export async function setLanguage(language: Language): Promise<void> {
  const { words } = await load[language]();
  for (const [namespace, bundle] of Object.entries(words)) {
    i18next.addResourceBundle(language, namespace, bundle, true, true);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  remember(language);
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : "en";
}

function readRemembered(): Language | null {
  try {
    const name = localStorage.getItem(REMEMBERED);
    return isLanguage(name) ? name : null;
  } catch {
    return null;
  }
}

function remember(language: Language): void {
  try {
    localStorage.setItem(REMEMBERED, language);
  } catch {
    // A browser that keeps nothing still speaks the language until the page closes.
  }
}
