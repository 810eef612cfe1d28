import type { TFunction } from "i18next";

import type { ModelUse, RunLine, RunStep } from "@/api/types.ts";
import type { Formats } from "@/lib/format.ts";
import { sizeInWords } from "@/lib/sizes.ts";
import type { Tone } from "../StateMark.tsx";

type Words = TFunction<"boss">;

export const toneOf: Record<RunLine["status"], Tone> = {
  running: "quiet",
  waiting: "warn",
  finished: "good",
  failed: "bad",
  cancelled: "quiet",
};

export function secondsOf(seconds: number, t: Words, { number }: Formats): string {
  if (seconds < 0.1) return t("runs.instant");
  return t("runs.seconds", { seconds: number(seconds, { decimals: seconds < 10 ? 1 : 0 }) });
}

/** How long a run took, or has taken so far. */
export function lengthOf(run: Pick<RunLine, "started_at" | "ended_at">, now: Date): number {
  const end = run.ended_at === null ? now : new Date(run.ended_at);
  return Math.max((end.getTime() - new Date(run.started_at).getTime()) / 1_000, 0);
}

export function tokensOf(use: readonly ModelUse[], t: Words, { number }: Formats): string {
  if (use.length === 0) return "";
  const input = use.reduce((sum, one) => sum + one.input_tokens, 0);
  const output = use.reduce((sum, one) => sum + one.output_tokens, 0);
  return t("runs.tokens", { input: number(input), output: number(output) });
}

/** Empty where the price of one of the models is not known: part of a cost would look like the whole. */
export function costOf(use: readonly ModelUse[], { number }: Formats): string {
  if (use.length === 0) return "";
  let sum = 0;
  for (const { cost } of use) {
    if (cost === null) return "";
    sum += cost;
  }
  return number(sum, { type: "money", currency: "USD", decimals: sum < 1 ? 4 : 2 });
}

/** What went in and came out of a step, as far as it is known. */
export function amountOf(step: RunStep, t: Words, formats: Formats): string {
  const size = (bytes: number) => sizeInWords(bytes, formats.number);
  const parts = [
    step.use ? tokensOf([step.use], t, formats) : "",
    step.use ? costOf([step.use], formats) : "",
    step.arguments_bytes === null ? "" : t("runs.arguments", { size: size(step.arguments_bytes) }),
    step.result_bytes === null ? "" : t("runs.result", { size: size(step.result_bytes) }),
    step.rows === null ? "" : t("runs.rows", { count: step.rows, shown: formats.number(step.rows) }),
  ];
  return parts.filter(Boolean).join(" · ");
}
