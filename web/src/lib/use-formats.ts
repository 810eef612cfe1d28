import i18next from "i18next";
import { useSyncExternalStore } from "react";

import { type Formats, makeFormats } from "./format.ts";
import { currentLanguage } from "./i18n.ts";

let formats: Formats | null = null;

function currentFormats(): Formats {
  const language = currentLanguage();
  if (formats?.language !== language) formats = makeFormats(language, i18next.getFixedT(language, "common"));
  return formats;
}

function onLanguage(listener: () => void): () => void {
  i18next.on("languageChanged", listener);
  return () => i18next.off("languageChanged", listener);
}

/** Numbers and dates in the language the screen speaks now. Cheap enough for every cell: all share one. */
export function useFormats(): Formats {
  return useSyncExternalStore(onLanguage, currentFormats);
}

const TICK = 20_000;
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  now = new Date();
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = new Date();
    for (const each of listeners) each();
  }, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The time, renewed often enough for ages in minutes. All readers share one clock. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}
