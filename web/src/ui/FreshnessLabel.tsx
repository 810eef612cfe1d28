import { IconAlertTriangle, IconCircleHalf2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Freshness } from "@/lib/shapes.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";

import classes from "./FreshnessLabel.module.css";
import { Toggletip } from "./Toggletip.tsx";
import { useProblemWords } from "./use-problem-words.ts";

interface FreshnessLabelProps {
  freshness: Freshness | null;
  /** Older than its template expects. */
  isStale?: boolean;
}

/** How old data is: relative at a glance; when, by whom and how complete on hover or focus. */
export function FreshnessLabel({ freshness, isStale = false }: FreshnessLabelProps) {
  const { t } = useTranslation("common");
  const formats = useFormats();
  const now = useNow();
  if (!freshness) return <span className={classes["label"]}>{t("freshness.never")}</span>;

  const tone = freshness.status === "error" ? "bad" : isStale || freshness.status === "partial" ? "warn" : "plain";
  const goodAt = freshness.status === "error" ? freshness.last_good_at : freshness.collected_at;
  return (
    <Toggletip content={<FreshnessDetails freshness={freshness} isStale={isStale} />} className={classes["label"]}>
      <span data-tone={tone} className={classes["text"]}>
        {freshness.status === "error" ? <IconAlertTriangle size={13} stroke={2} aria-hidden /> : null}
        {freshness.status === "partial" ? <IconCircleHalf2 size={13} stroke={2} aria-hidden /> : null}
        {goodAt ? <time dateTime={goodAt}>{formats.age(goodAt, now)}</time> : t("freshness.never")}
      </span>
    </Toggletip>
  );
}

function FreshnessDetails({ freshness, isStale }: { freshness: Freshness; isStale: boolean }) {
  const { t } = useTranslation("common");
  const formats = useFormats();
  const words = useProblemWords();
  const moment = formats.moment(freshness.collected_at);
  const { kind, name, id } = freshness.triggered_by;
  const who = kind === "system" ? t("freshness.system") : name || id;
  const { shown, declared, tool, status } = freshness;
  const failure =
    status === "error"
      ? words({
          code: freshness.code ?? "",
          message: freshness.message ?? t("freshness.failed"),
          nextStep: "",
          facts: { tool: tool ?? undefined },
        })
      : null;
  return (
    <div className={classes["details"]}>
      <span>
        {tool ? t("freshness.updatedWith", { moment, who, tool }) : t("freshness.updatedLong", { moment, who })}
      </span>
      {status === "complete" && shown !== null && declared !== null ? (
        <span>{t("freshness.complete", { shown: formats.number(shown), declared: formats.number(declared) })}</span>
      ) : null}
      {status === "partial" ? <span data-tone="warn">{partialText(freshness, t, formats.number)}</span> : null}
      {failure ? <span data-tone="bad">{failure.what}</span> : null}
      {status === "error" && freshness.last_good_at ? (
        <span>{t("freshness.lastGood", { age: formats.moment(freshness.last_good_at) })}</span>
      ) : null}
      {isStale ? <span data-tone="warn">{t("freshness.stale")}</span> : null}
    </div>
  );
}

type Words = ReturnType<typeof useTranslation<"common">>["t"];

export function partialText({ shown, declared }: Freshness, t: Words, number: (value: number) => string): string {
  return shown !== null && declared !== null
    ? t("freshness.partial", { shown: number(shown), declared: number(declared) })
    : t("freshness.partialUnknown");
}
