import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { keys } from "@/api/keys.ts";
import type { Problem } from "@/lib/problem.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./MessageList.module.css";

interface NotSentProps {
  problem: Problem;
  onRetry: () => void;
  onEdit: () => void;
}

/** What would be refused again just the same. */
const FINAL = new Set(["payload_too_large", "invalid_request", "attachment_not_found", "agent_not_found", "thread_not_found"]);

/** The message above never reached an agent. It stays until it is sent again or taken back into the composer. */
export default function NotSent({ problem, onRetry, onEdit }: NotSentProps) {
  const { t } = useTranslation("chat");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const { what, next } = useProblemWords()(problem);
  const isSignedOut = problem.code === "sign_in_required";
  return (
    <div className={classes["broken"]} role="alert">
      <IconAlertTriangle size={16} stroke={2} aria-hidden />
      <p>
        {t("notSent")} {what} {next} {isSignedOut ? t("keptForSignIn") : ""}
      </p>
      {isSignedOut ? (
        <Button size="compact-xs" variant="default" onClick={() => client.setQueryData(keys.me, null)}>
          {t("signIn")}
        </Button>
      ) : null}
      {isSignedOut || FINAL.has(problem.code) ? null : (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          {common("retry")}
        </Button>
      )}
      <Button size="compact-xs" variant="default" onClick={onEdit}>
        {t("takeBack")}
      </Button>
    </div>
  );
}
