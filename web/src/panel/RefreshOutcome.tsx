import { Button, CloseButton, Popover, UnstyledButton } from "@mantine/core";
import { IconCheck, IconAlertTriangle } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import type { Refreshed, PanelView } from "@/api/types.ts";
import type { Problem } from "@/lib/problem.ts";
import type { Formats } from "@/lib/format.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { type Outcome, type OutcomePart, outcomeOf, outcomeParts } from "./receipt.ts";
import classes from "./RefreshOutcome.module.css";
import { rowTitles } from "./row-titles.ts";
import type { RefreshResult } from "./use-refresh.ts";

interface RefreshOutcomeProps {
  view: PanelView;
  result: RefreshResult;
  onRetry: () => void;
  onClose: () => void;
  onOpenRow: (row: string) => void;
}

/** What the last refresh did, in one sentence that opens the list of rows; or why it did nothing. */
export function RefreshOutcome({ view, result, onRetry, onClose, onOpenRow }: RefreshOutcomeProps) {
  const { t } = useTranslation("panel");
  const formats = useFormats();
  const problem = problemOf(result);
  if (problem) return <FailedRefresh problem={problem} onRetry={onRetry} onClose={onClose} />;
  if (result.kind !== "done") return null;
  const outcome = outcomeOfRefresh(view, result.refreshed);
  return (
    <div className={classes["bar"]}>
      <IconCheck size={15} stroke={2} aria-hidden />
      <OutcomeList view={view} outcome={outcome} sentence={outcomeSentence(outcome, t, formats)} onOpenRow={onOpenRow} />
      <CloseButton size="sm" aria-label={t("receipt.close")} onClick={onClose} />
    </div>
  );
}

export function outcomeOfRefresh(view: PanelView, refreshed: Refreshed): Outcome {
  return outcomeOf(refreshed.receipts, new Set(Object.keys(view.collections)));
}

/** "3 new, 2 changed, 1 not confirmed, 53 unchanged". What did not happen is not told. */
export function outcomeSentence(outcome: Outcome, t: TFunction<"panel">, formats: Formats): string {
  const parts = outcomeParts.flatMap((part) => {
    const count = outcome[part].length;
    return count > 0 ? [t(`receipt.${part}`, { count, shown: formats.number(count) })] : [];
  });
  if (outcome.unchanged > 0) {
    parts.push(t("receipt.unchanged", { count: outcome.unchanged, shown: formats.number(outcome.unchanged) }));
  }
  if (parts.length === 0) return t(outcome.content ? "receipt.content" : "receipt.nothing");
  return parts.join(", ");
}

function problemOf(result: RefreshResult): Problem | null {
  if (result.kind === "failed") return result.problem;
  const { status, code, message, next_step: nextStep, tool, facts } = result.refreshed;
  if (status !== "error") return null;
  return { code: code ?? "tool_failed", message: message ?? "", nextStep: nextStep ?? "", facts: { tool, ...facts } };
}

/** A source that keeps failing is left alone for a while: why, and until when, is more than that it failed. */
function toldAsPaused(problem: Problem, formats: Formats): Problem {
  const until = problem.facts["opens_again_at"];
  if (typeof until !== "string") return problem;
  return { ...problem, code: "source_paused", facts: { ...problem.facts, at: formats.moment(until) } };
}

interface FailedRefreshProps {
  problem: Problem;
  onRetry: () => void;
  onClose: () => void;
}

function FailedRefresh({ problem, onRetry, onClose }: FailedRefreshProps) {
  const { t } = useTranslation("panel");
  const { t: common } = useTranslation("common");
  const { what, next } = useProblemWords()(toldAsPaused(problem, useFormats()));
  return (
    <div className={classes["bar"]} data-tone="bad" role="alert">
      <IconAlertTriangle size={15} stroke={2} aria-hidden />
      <span className={classes["words"]}>
        {t("refresh.failed")} {what} {next}
      </span>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {common("retry")}
      </Button>
      <CloseButton size="sm" aria-label={t("receipt.close")} onClick={onClose} />
    </div>
  );
}

interface OutcomeListProps {
  view: PanelView;
  outcome: Outcome;
  sentence: string;
  onOpenRow: (row: string) => void;
}

function OutcomeList({ view, outcome, sentence, onOpenRow }: OutcomeListProps) {
  const { t } = useTranslation("panel");
  const titles = rowTitles(view);
  const parts = outcomeParts.filter((part) => outcome[part].length > 0);
  if (parts.length === 0) return <span className={classes["words"]}>{sentence}</span>;
  return (
    <Popover position="bottom-start" width={320} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={classes["words"] ?? ""} data-opens>
          {sentence}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes["list"] ?? ""} aria-label={t("receipt.rows")}>
        {parts.map((part) => (
          <PartOfOutcome key={part} part={part} rows={outcome[part]} titles={titles} onOpenRow={onOpenRow} />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}

const MOST_ROWS = 50;

interface PartProps {
  part: OutcomePart;
  rows: string[];
  titles: ReadonlyMap<string, string>;
  onOpenRow: (row: string) => void;
}

function PartOfOutcome({ part, rows, titles, onOpenRow }: PartProps) {
  const { t } = useTranslation("panel");
  const { number } = useFormats();
  const more = rows.length - MOST_ROWS;
  return (
    <section>
      <h3 className={classes["part"]}>{t(`receipt.${part}`, { count: rows.length, shown: number(rows.length) })}</h3>
      <ul className={classes["rows"]}>
        {rows.slice(0, MOST_ROWS).map((row) => (
          <li key={row}>
            <UnstyledButton className={classes["row"] ?? ""} onClick={() => onOpenRow(row)}>
              {titles.get(row) ?? t("row.unnamed")}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className={classes["more"]}>{t("receipt.more", { count: more, shown: number(more) })}</p> : null}
    </section>
  );
}
