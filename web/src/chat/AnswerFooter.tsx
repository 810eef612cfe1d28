import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconLayoutBoardSplit, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Answer, Provenance } from "@/api/types.ts";
import { type Problem, problemFrom } from "@/lib/problem.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { Toggletip } from "@/ui/Toggletip.tsx";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./AnswerFooter.module.css";

interface AnswerFooterProps {
  answer: Answer;
  /** Rows the slice leaves, or null when nothing is left out. */
  shown: number | null;
  onRefetch: (days: number | null) => Promise<void>;
  onSave: () => void;
}

/** The line of truth under a block: where its data came from, when, and what can be done with it. */
export function AnswerFooter({ answer, shown, onRefetch, onSave }: AnswerFooterProps) {
  const { t } = useTranslation("chat");
  const { number } = useFormats();
  const words = useProblemWords();
  const [isFetching, setFetching] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { provenance } = answer;

  const fetchAgain = async (days: number | null) => {
    if (isFetching) return;
    setFetching(true);
    setProblem(null);
    try {
      await onRefetch(days);
    } catch (thrown) {
      setProblem(problemFrom(thrown));
    } finally {
      setFetching(false);
    }
  };
  return (
    <div className={classes["foot"]}>
      <div className={classes["truth"]}>
        {shown === null ? null : (
          <p className={classes["cut"]} role="status">
            {t("answer.cut", { shown: number(shown), total: number(answer.rows.length) })}
          </p>
        )}
        {provenance ? <Source provenance={provenance} rows={answer.rows.length} /> : <NoSource />}
      </div>
      <div className={classes["acts"]}>
        {provenance?.repeatable ? <FetchAgain provenance={provenance} isFetching={isFetching} onFetch={(days) => void fetchAgain(days)} /> : null}
        <Button size="compact-sm" variant="light" leftSection={<IconLayoutBoardSplit size={15} stroke={1.75} aria-hidden />} onClick={onSave}>
          {t("answer.save")}
        </Button>
      </div>
      {problem ? (
        <p className={classes["problem"]} role="alert">
          {words(problem).what} {words(problem).next}
        </p>
      ) : null}
    </div>
  );
}

function Source({ provenance, rows }: { provenance: Provenance; rows: number }) {
  const { t } = useTranslation("chat");
  const formats = useFormats();
  const now = useNow();
  const { tool, file, collected_at: at, status, declared, window } = provenance;
  const days = window?.current ?? null;
  const counts = { shown: formats.number(rows), declared: formats.number(declared ?? rows) };
  return (
    <p className={classes["source"]}>
      {file === null ? (
        <>
          {t("answer.from")} <span className={classes["tool"]}>{tool}</span>
        </>
      ) : (
        t("answer.fromFile", { name: file })
      )}
      {" · "}
      <time dateTime={at} title={formats.moment(at)}>
        {formats.age(at, now)}
      </time>
      {" · "}
      <span data-tone={status === "complete" ? undefined : "warn"}>
        {t(status === "complete" ? "answer.complete" : "answer.partial", counts)}
      </span>
      {days ? ` · ${t("answer.window", { count: days })}` : ""}
    </p>
  );
}

/** No reading holds these rows for certain: nothing is claimed, and nothing can be fetched again. */
function NoSource() {
  const { t } = useTranslation("chat");
  return (
    <Toggletip content={t("answer.ownDataLong")} className={classes["source"] ?? ""}>
      {t("answer.ownData")}
    </Toggletip>
  );
}

interface FetchAgainProps {
  provenance: Provenance;
  isFetching: boolean;
  onFetch: (days: number | null) => void;
}

function FetchAgain({ provenance, isFetching, onFetch }: FetchAgainProps) {
  const { t } = useTranslation("chat");
  const { window } = provenance;
  const look = { size: "compact-sm", variant: "subtle", color: "gray", loading: isFetching } as const;
  const icon = <IconRefresh size={14} stroke={1.75} aria-hidden />;
  if (!window) {
    return (
      <Button {...look} leftSection={icon} onClick={() => onFetch(null)}>
        {t("answer.fetchAgain")}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button {...look} leftSection={icon} rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}>
          {t("answer.fetchAgain")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {window.days.map((days) => (
          <Menu.Item key={days} onClick={() => onFetch(days)}>
            {t("answer.days", { count: days })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
