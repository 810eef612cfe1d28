import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Problem } from "@/lib/problem.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./MessageList.module.css";

interface NotSentProps {
  problem: Problem;
  onRetry: () => void;
  onEdit: () => void;
}

/** The message above never reached an agent. It stays until it is sent again or taken back into the composer. */
export function NotSent({ problem, onRetry, onEdit }: NotSentProps) {
  const { t } = useTranslation("chat");
  const { t: common } = useTranslation("common");
  const { what, next } = useProblemWords()(problem);
  return (
    <div className={classes["broken"]} role="alert">
      <IconAlertTriangle size={16} stroke={2} aria-hidden />
      <p>
        {t("notSent")} {what} {next}
      </p>
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        {common("retry")}
      </Button>
      <Button size="compact-xs" variant="default" onClick={onEdit}>
        {t("takeBack")}
      </Button>
    </div>
  );
}
