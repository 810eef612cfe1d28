import { Loader } from "@mantine/core";
import { useTranslation } from "react-i18next";

import classes from "./Chat.module.css";
import type { LiveRun } from "./live-run.ts";

/** What is going on while an answer is on its way: nothing yet, words already, stopping, or a lost connection. */
export function RunLine({ live }: { live: LiveRun }) {
  const { t } = useTranslation("chat");
  const words = wordsOf(live);
  if (words === null) return null;
  return (
    <p className={classes["running"]}>
      <Loader size={14} type="dots" aria-hidden />
      {t(`run.${words}`)}
    </p>
  );
}

function wordsOf({ phase, stopping, messages }: LiveRun): "stopping" | "reconnecting" | "thinking" | null {
  if (phase === "finished" || phase === "failed" || phase === "refused") return null;
  if (stopping) return "stopping";
  if (phase === "cut") return "reconnecting";
  const last = messages.at(-1)?.body;
  return last?.kind === "answered" || (last?.kind === "called" && last.status === "running") ? null : "thinking";
}
