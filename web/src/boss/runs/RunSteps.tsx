import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { runQuery } from "@/api/runs.ts";
import type { RunPage, RunStep } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { WaitingCards } from "../BossPage.tsx";
import cards from "../cards.module.css";
import classes from "./RunSteps.module.css";
import { amountOf, lengthOf, secondsOf } from "./run-words.ts";

/** What a run did, as a waterfall: when each step began and how long it took, in proportion to the whole. */
export function RunSteps({ run }: { run: string }) {
  const { t } = useTranslation("boss");
  const { data: page, isError, error, refetch } = useQuery(runQuery(run));
  if (!page) return isError ? <ErrorState problem={problemFrom(error)} onRetry={() => void refetch()} /> : <WaitingCards />;
  return (
    <div className={classes["steps"]}>
      {page.steps.length === 0 ? <p className={cards["meta"]}>{t("runs.noSteps")}</p> : <Waterfall page={page} />}
      <dl className={cards["facts"]}>
        <div className={cards["fact"]}>
          <dt>{t("runs.id")}</dt>
          <dd className={cards["code"]}>{page.run.id}</dd>
        </div>
        {page.trace === null ? null : (
          <div className={cards["fact"]}>
            <dt>{t("runs.trace")}</dt>
            <dd className={cards["code"]}>{page.trace}</dd>
          </div>
        )}
      </dl>
    </div>
  );
}

function Waterfall({ page }: { page: RunPage }) {
  const { t } = useTranslation("boss");
  const now = useNow();
  const whole = Math.max(lengthOf(page.run, now), 0.001);
  const began = new Date(page.run.started_at).getTime();
  return (
    <table className={classes["table"]}>
      <caption className={classes["caption"]}>{t("runs.stepsOf")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("runs.step")}</th>
          <th scope="col">{t("runs.time")}</th>
          <th scope="col">{t("runs.amount")}</th>
          <th scope="col">{t("runs.outcome")}</th>
        </tr>
      </thead>
      <tbody>
        {page.steps.map((step, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- steps have no id, and only ever come after the last one
          <Step key={index} step={step} from={(new Date(step.started_at).getTime() - began) / 1_000 / whole} whole={whole} />
        ))}
      </tbody>
    </table>
  );
}

interface StepProps {
  step: RunStep;
  /** Where it begins in the run, from 0 to 1. */
  from: number;
  /** How long the run took, in seconds. */
  whole: number;
}

function Step({ step, from, whole }: StepProps) {
  const { t } = useTranslation("boss");
  const formats = useFormats();
  const left = Math.min(Math.max(from, 0), 1);
  const width = Math.min((step.seconds ?? 0) / whole, 1 - left);
  return (
    <tr data-kind={step.kind} data-outcome={step.outcome ?? undefined}>
      <th scope="row">
        <span className={classes["kind"]}>{t(`runs.kind.${step.kind}`)}</span>
        <span className={classes["name"]}>{step.name}</span>
        <span className={classes["track"]} aria-hidden>
          <span className={classes["bar"]} style={{ left: `${left * 100}%`, width: `${width * 100}%` }} />
        </span>
      </th>
      <td>{step.seconds === null ? "" : secondsOf(step.seconds, t, formats)}</td>
      <td>{amountOf(step, t, formats)}</td>
      <td>{t(`runs.ended.${endOf(step.outcome)}`)}</td>
    </tr>
  );
}

const ends = ["done", "failed", "waiting", "unknown", "declined", "withdrawn", "expired"] as const;

/** A step without an outcome is one that the end of its run cut off. */
function endOf(outcome: string | null) {
  return ends.find((end) => end === outcome) ?? "cut";
}
