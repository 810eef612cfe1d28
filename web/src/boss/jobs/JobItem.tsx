import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { retryJob } from "@/api/house.ts";
import { keys } from "@/api/keys.ts";
import type { JobView } from "@/api/types.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import cards from "../cards.module.css";
import { ProblemLine } from "../ProblemLine.tsx";
import { type Run, useRun } from "../use-run.ts";
import { errorOf, jobWords, timeWords } from "./job-words.ts";

interface JobItemProps {
  job: JobView;
  /** Null when it is about no panel, or about one that this person does not see. */
  panelTitle: string | null;
}

/** One job: what it is about, how often it was tried, when next, what went wrong. */
export function JobItem({ job, panelTitle }: JobItemProps) {
  const { t } = useTranslation("boss");
  const formats = useFormats();
  const now = useNow();
  const words = useProblemWords();
  const retry = useRetry(job.id);
  const what = jobWords(job, panelTitle, t);
  const error = errorOf(job);
  const meta = [job.attempts > 0 ? t("jobs.attempts", { count: job.attempts }) : "", timeWords(job, t, formats, now)];
  return (
    <li className={cards["card"]}>
      <div className={cards["top"]}>
        <div className={cards["names"]}>
          <p className={cards["what"]}>{what}</p>
          <p className={cards["meta"]}>{meta.filter(Boolean).join(" · ")}</p>
        </div>
        {job.status === "dead" ? (
          <Button variant="default" loading={retry.isRunning} aria-label={t("jobs.retryOf", { what })} onClick={() => void retry.run()}>
            {t("jobs.retry")}
          </Button>
        ) : null}
      </div>
      {error ? (
        <details className={cards["more"]}>
          <summary>{t("jobs.error")}: {words(error).what}</summary>
          <p className={cards["code"]} lang="en">
            {job.error}
          </p>
        </details>
      ) : null}
      <ProblemLine problem={retry.problem} />
    </li>
  );
}

function useRetry(job: string): Run {
  const { t } = useTranslation("boss");
  const client = useQueryClient();
  return useRun(async () => {
    await retryJob(job);
    showToast({ text: t("jobs.retried"), tone: "good" });
    await client.invalidateQueries({ queryKey: keys.allJobs });
  });
}
