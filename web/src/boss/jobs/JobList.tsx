import { IconListCheck } from "@tabler/icons-react";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { jobsQuery } from "@/api/house.ts";
import { panelsQuery } from "@/api/panels.ts";
import type { JobView } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { WaitingCards } from "../BossPage.tsx";
import cards from "../cards.module.css";
import { JobItem } from "./JobItem.tsx";

/** What needs somebody comes first. */
const parts = ["dead", "running", "waiting"] as const;

/** Jobs that failed for good, those at work and those that wait. A failed reading keeps what was read before. */
export function JobList() {
  const { t } = useTranslation("boss");
  const queries = useQueries({ queries: parts.map((part) => jobsQuery(part)) });
  const panels = useQuery(panelsQuery);
  const broken = queries.find(({ data, isError }) => isError && !data);
  const again = () => queries.forEach((query) => void query.refetch());
  if (broken) return <ErrorState problem={problemFrom(broken.error)} onRetry={again} />;
  if (queries.some(({ data }) => !data)) return <WaitingCards />;
  const found = parts.map((part, index) => ({ part, jobs: queries[index]?.data ?? [] })).filter(({ jobs }) => jobs.length > 0);
  if (found.length === 0) {
    return <EmptyState icon={<IconListCheck size={18} stroke={1.75} aria-hidden />} text={t("jobs.none")} hint={t("jobs.noneHint")} />;
  }
  const titles = new Map(panels.data?.map(({ id, title }) => [id, title]));
  return found.map(({ part, jobs }) => <JobsOfPart key={part} part={part} jobs={jobs} titles={titles} />);
}

interface JobsOfPartProps {
  part: (typeof parts)[number];
  jobs: readonly JobView[];
  titles: ReadonlyMap<string, string>;
}

function JobsOfPart({ part, jobs, titles }: JobsOfPartProps) {
  const { t } = useTranslation("boss");
  const heading = `jobs-${part}`;
  return (
    <section className={cards["part"]} aria-labelledby={heading}>
      <h2 id={heading} className={cards["heading"]}>
        {t("jobs.counted", { part: t(`jobs.part.${part}`), count: jobs.length })}
      </h2>
      <ul className={cards["list"]}>
        {jobs.map((job) => (
          <JobItem key={job.id} job={job} panelTitle={job.panel === null ? null : (titles.get(job.panel) ?? null)} />
        ))}
      </ul>
    </section>
  );
}
