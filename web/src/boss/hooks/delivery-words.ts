import type { TFunction } from "i18next";

import type { Delivery, Receipt } from "@/api/types.ts";
import type { Problem } from "@/lib/problem.ts";
import type { Tone } from "../StateMark.tsx";

export const toneOfOutcome = {
  received: "warn",
  applied: "good",
  ignored: "quiet",
  unmapped: "bad",
  refused: "bad",
  bad_signature: "bad",
} as const satisfies Record<Delivery["outcome"], Tone>;

/** Why a delivery to the hook of this title was not applied, as a problem that the screen can tell; null when nothing was wrong. */
export function problemOf({ code, message, path }: Pick<Delivery, "code" | "message" | "path">, hook: string): Problem | null {
  if (code === null) return null;
  return { code, message: message ?? code, nextStep: "", facts: { hook, ...(path === null ? {} : { path }) } };
}

/** What a delivery did to the rows, in one line. */
export function receiptWords({ added, changed, unchanged }: Receipt, t: TFunction<"boss">): string {
  const parts = [
    added.length > 0 ? t("log.added", { count: added.length }) : "",
    changed.length > 0 ? t("log.changed", { count: changed.length }) : "",
    unchanged > 0 ? t("log.unchanged", { count: unchanged }) : "",
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(", ") : t("log.nothing");
}

/** JSON as it is easiest to read; what is no JSON as it came. */
export function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
