import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Problem } from "@/lib/problem.ts";

import classes from "./states.module.css";
import { useProblemWords } from "./use-problem-words.ts";

interface ErrorStateProps {
  problem: Problem;
  onRetry?: (() => void) | undefined;
}

/** What happened, what to do, and a way to try again when there is one. */
export function ErrorState({ problem, onRetry }: ErrorStateProps) {
  const { t } = useTranslation("common");
  const { what, next } = useProblemWords()(problem);
  return (
    <div className={classes["state"]} role="alert">
      <span className={classes["icon"]} data-tone="bad">
        <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      </span>
      <p className={classes["what"]}>{what}</p>
      {next ? <p className={classes["next"]}>{next}</p> : null}
      {onRetry ? (
        <div className={classes["acts"]}>
          <Button variant="default" onClick={onRetry}>
            {t("retry")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
