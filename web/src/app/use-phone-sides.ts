import { useCallback, useEffect, useState } from "react";

import type { PanelEvent } from "@/api/events.ts";
import { isOver } from "@/chat/live-run.ts";
import type { Runs } from "@/chat/runs.ts";
import type { PhoneSide } from "./PhoneBar.tsx";
import type { Address } from "./use-address.ts";

interface PhoneSides {
  side: PhoneSide;
  setSide: (side: PhoneSide) => void;
  unread: PhoneSide | null;
  onPanelEvent: (event: PanelEvent) => void;
}

/** Which of the two fills a narrow screen, and whether the other one has news. A wide screen shows both. */
export function usePhoneSides({ panel, housePart, thread }: Address, runs: Runs): PhoneSides {
  const [side, setSide] = useState<PhoneSide>(panel === null && housePart === null ? "chat" : "panel");
  const [unread, setUnread] = useState<PhoneSide | null>(null);

  const show = useCallback((next: PhoneSide) => {
    setSide(next);
    setUnread(null);
  }, []);
  const onPanelEvent = useCallback(
    (event: PanelEvent) => {
      if (side === "chat" && event.panel === panel) setUnread("panel");
    },
    [side, panel],
  );
  useEffect(() => {
    if (side !== "panel" || thread === null) return;
    return runs.subscribe(() => {
      const live = runs.of(thread);
      if (live && isOver(live)) setUnread("chat");
    });
  }, [runs, side, thread]);
  return { side, setSide: show, unread, onPanelEvent };
}
