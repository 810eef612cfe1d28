import { Button } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { TabView } from "@/api/types.ts";
import type { Freshness } from "@/lib/shapes.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { FreshnessLabel, partialText } from "@/ui/FreshnessLabel.tsx";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./TabLine.module.css";
import { whoDid } from "./who.ts";

interface TabLineProps {
  tab: TabView;
  me: string;
  isRefreshing: boolean;
  onRefresh: () => void;
}

/** The line under the tabs: when, by whom, through which tool, how complete, and the button that brings it up to date. */
export function TabLine({ tab, me, isRefreshing, onRefresh }: TabLineProps) {
  const { t } = useTranslation("panel");
  return (
    <div className={classes["line"]}>
      <p className={classes["words"]}>
        {tab.oldest ? <FreshnessSentence freshness={tab.oldest} isStale={tab.stale} me={me} /> : <NoAge tab={tab} />}
        {tab.next_refresh_at ? <NextRefresh at={tab.next_refresh_at} /> : null}
      </p>
      {tab.refresh ? (
        <Button
          className={classes["refresh"]}
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={14} stroke={1.75} className={isRefreshing ? classes["turning"] : ""} aria-hidden />}
          onClick={onRefresh}
          aria-disabled={isRefreshing}
        >
          {isRefreshing ? t("refresh.running") : t(tab.refresh === "tool" ? "refresh.tool" : "refresh.agent")}
        </Button>
      ) : null}
    </div>
  );
}

/** When its schedule brings it up to date without anyone. */
function NextRefresh({ at }: { at: string }) {
  const { t } = useTranslation("panel");
  const formats = useFormats();
  const now = useNow();
  return (
    <span>
      <Dot />
      <time dateTime={at} title={formats.moment(at)}>
        {t("line.next", { when: formats.next(at, now) })}
      </time>
    </span>
  );
}

function NoAge({ tab }: { tab: TabView }) {
  const { t } = useTranslation("panel");
  return <>{t(tab.refresh ? "line.never" : "line.handKept")}</>;
}

interface FreshnessSentenceProps {
  freshness: Freshness;
  isStale: boolean;
  me: string;
}

function FreshnessSentence({ freshness, isStale, me }: FreshnessSentenceProps) {
  const { t } = useTranslation("panel");
  if (freshness.status === "error") return <FailureSentence freshness={freshness} />;
  const by = freshness.triggered_by;
  return (
    <>
      <span>{t("line.updated")}</span>
      <FreshnessLabel freshness={freshness} isStale={isStale} />
      <span>{by.kind === "system" ? t("line.bySystem") : t("line.by", { who: whoDid(by, me, t) })}</span>
      {freshness.tool ? (
        <>
          <Dot />
          <span className={classes["tool"]}>{freshness.tool}</span>
        </>
      ) : null}
      <Completeness freshness={freshness} />
      {isStale ? (
        <>
          <Dot />
          <span data-tone="warn">{t("line.stale")}</span>
        </>
      ) : null}
    </>
  );
}

function Completeness({ freshness }: { freshness: Freshness }) {
  const { t } = useTranslation("panel");
  const { t: common } = useTranslation("common");
  const { number } = useFormats();
  const { status, shown, declared, tool } = freshness;
  if (status === "partial") {
    return (
      <>
        <Dot />
        <span data-tone="warn">{partialText(freshness, common, number)}</span>
      </>
    );
  }
  // What people keep by hand is complete by nature; saying so would say nothing.
  if (!tool) return null;
  return (
    <>
      <Dot />
      <span>
        {shown !== null && declared !== null
          ? common("freshness.complete", { shown: number(shown), declared: number(declared) })
          : t("line.complete")}
      </span>
    </>
  );
}

/** Why, since when the data shown is good, and what to do. The data itself stays where it was. */
function FailureSentence({ freshness }: { freshness: Freshness }) {
  const { t } = useTranslation("panel");
  const formats = useFormats();
  const now = useNow();
  const facts = { tool: freshness.tool ?? undefined };
  const problem = { code: freshness.code ?? "", message: freshness.message ?? "", nextStep: "", facts };
  const { what, next } = useProblemWords()(problem);
  return (
    <span data-tone="bad" className={classes["failure"]}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      <span>
        {t("line.failed", { age: formats.age(freshness.collected_at, now) })} {what}{" "}
        {freshness.last_good_at ? (
          <span title={formats.moment(freshness.last_good_at)}>
            {t("line.lastGood", { age: formats.age(freshness.last_good_at, now) })}
          </span>
        ) : (
          t("line.neverGood")
        )}{" "}
        {next}
      </span>
    </span>
  );
}

function Dot() {
  return (
    <span className={classes["dot"]} aria-hidden>
      ·
    </span>
  );
}
