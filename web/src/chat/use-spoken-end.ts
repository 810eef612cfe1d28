import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/ui/live-region.ts";
import { isOver, type LiveRun } from "./live-run.ts";

const LONGEST = 240;

/** Speaks that an answer begins and how it ends, once each: a voice that reads every token cannot be listened to. */
export function useSpokenEnd(live: LiveRun | null): void {
  const { t } = useTranslation("chat");
  const spoken = useRef("");
  const begun = live?.phase === "running" ? live.run : "";
  useEffect(() => {
    if (begun !== "") announce(t("spoken.begun"));
  }, [begun, t]);
  useEffect(() => {
    if (!live || !isOver(live) || spoken.current === live.run) return;
    spoken.current = live.run;
    if (live.phase === "failed") announce(t("spoken.failed"));
    else announce(live.waiting > 0 ? t("spoken.waiting", { count: live.waiting }) : t("spoken.answer", { text: summaryOf(live) }));
  }, [live, t]);
}

function summaryOf(live: LiveRun): string {
  const texts = live.messages.flatMap(({ body }) => (body.kind === "answered" ? [body.text] : []));
  const titles = Object.values(live.answers).map(({ block }) => block.title);
  const all = [...titles, ...texts].filter(Boolean).join(". ");
  return all.length > LONGEST ? `${all.slice(0, LONGEST)}…` : all;
}
