import { Skeleton, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconBellRinging, IconCircleHalf2, IconLayoutDashboard } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { panelsQuery } from "@/api/panels.ts";
import type { PanelSummary } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { byAgent, oldestAge } from "./panel-ages.ts";
import classes from "./PanelList.module.css";

interface PanelListProps {
  /** Cards where there is room, lines beside the rail. */
  look?: "lines" | "cards";
  current: string | null;
  onPanel: (panel: string) => void;
}

/** Every panel this person may read, under the agent that keeps it, with the age of its oldest part. */
export function PanelList({ look = "lines", current, onPanel }: PanelListProps) {
  const { t } = useTranslation("app");
  const query = useQuery(panelsQuery);
  if (query.isError && !query.data) return <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={120} />;
  if (query.data.length === 0) {
    return <EmptyState icon={<IconLayoutDashboard size={18} stroke={1.75} aria-hidden />} text={t("panels.none")} hint={t("panels.noneHint")} />;
  }
  return (
    <>
      {byAgent(query.data).map(({ agent, name, panels }) => (
        <section key={agent} className={classes["group"]} aria-label={name}>
          <h3 className={classes["agent"]}>{name}</h3>
          <ul className={classes["list"]} data-look={look}>
            {panels.map((panel) => (
              <li key={panel.id}>
                <UnstyledButton
                  className={classes["item"] ?? ""}
                  data-current={panel.id === current || undefined}
                  aria-current={panel.id === current ? "page" : undefined}
                  onClick={() => onPanel(panel.id)}
                >
                  <span className={classes["title"]}>{panel.title}</span>
                  <span className={classes["marks"]}>
                    {panel.alerting > 0 ? <AlertMark count={panel.alerting} /> : null}
                    <Age panel={panel} />
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function AlertMark({ count }: { count: number }) {
  const { t } = useTranslation("alerts");
  const { number } = useFormats();
  const label = t("firing", { count, shown: number(count) });
  return (
    <span className={classes["alert"]} role="img" aria-label={label} title={label}>
      <IconBellRinging size={14} stroke={2} aria-hidden />
    </span>
  );
}

function Age({ panel }: { panel: PanelSummary }) {
  const { t } = useTranslation("app");
  const formats = useFormats();
  const now = useNow();
  const { at, tone } = oldestAge(panel);
  if (!at) return <span className={classes["age"]}>{t("panels.noAge")}</span>;
  return (
    <span className={classes["age"]} data-tone={tone} title={t("panels.oldest", { moment: formats.moment(at) })}>
      {panel.status === "error" ? <IconAlertTriangle size={12} stroke={2} aria-label={t("panels.failed")} /> : null}
      {panel.status === "partial" ? <IconCircleHalf2 size={12} stroke={2} aria-label={t("panels.partial")} /> : null}
      {formats.age(at, now)}
    </span>
  );
}
