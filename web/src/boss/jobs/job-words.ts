import type { TFunction } from "i18next";

import type { JobView } from "@/api/types.ts";
import type { Formats } from "@/lib/format.ts";
import type { Problem } from "@/lib/problem.ts";

/** What a job is about, with its panel by title. */
export function jobWords({ kind }: JobView, panelTitle: string | null, t: TFunction<"boss">): string {
  return t(`jobs.what.${kind}`, { panel: panelTitle === null ? t("jobs.unknownPanel") : `“${panelTitle}”` });
}

/** The moment that matters: when a dead one was given up, when a waiting one comes, since when one is there. */
export function timeWords(job: JobView, t: TFunction<"boss">, formats: Formats, now: Date): string {
  if (job.status === "dead") return t("jobs.gaveUp", { when: formats.age(job.ended_at ?? job.run_at, now) });
  if (job.status === "running") return t("jobs.created", { when: formats.age(job.created_at, now) });
  return t(job.attempts > 0 ? "jobs.next" : "jobs.first", { when: formats.next(job.run_at, now) });
}

/** A job keeps its last error as "code: message". */
export function errorOf({ error }: JobView): Problem | null {
  if (error === null) return null;
  const [, code = "", message = error] = /^(\w+): (.*)$/s.exec(error) ?? [];
  return { code, message, nextStep: "", facts: {} };
}
