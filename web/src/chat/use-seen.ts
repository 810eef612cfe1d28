import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { keys } from "@/api/keys.ts";
import { seeThread } from "@/api/threads.ts";
import type { ThreadView } from "@/api/types.ts";
import { tellTabs } from "./tabs.ts";

/** What is on screen while the page is looked at has been seen, and is no news in any list. */
export function useSeen(view: ThreadView | null): void {
  const client = useQueryClient();
  const told = useRef({ thread: "", seq: 0 });
  const thread = view?.thread.id ?? "";
  const last = view?.messages.at(-1)?.seq ?? 0;
  const known = view?.thread.seen ?? 0;
  useEffect(() => {
    const tell = async () => {
      const before = told.current.thread === thread ? told.current.seq : known;
      if (thread === "" || last <= before || document.visibilityState !== "visible") return;
      told.current = { thread, seq: last };
      try {
        await seeThread(thread, last);
        await client.invalidateQueries({ queryKey: keys.allThreads });
        tellTabs(null);
      } catch {
        // It stays unread until it is looked at another time.
        told.current = { thread, seq: before };
      }
    };
    void tell();
    const onVisible = () => void tell();
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [client, thread, last, known]);
}
