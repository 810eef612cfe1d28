import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";

import { threadQuery } from "@/api/threads.ts";
import { keys } from "@/api/keys.ts";
import type { ThreadView } from "@/api/types.ts";
import { type Problem, problemFrom } from "@/lib/problem.ts";
import type { LiveRun } from "./live-run.ts";
import type { Runs } from "./runs.ts";
import { type ShownThread, shownThread } from "./thread-messages.ts";

interface OpenThread {
  stored: ThreadView | null;
  shown: ShownThread;
  live: LiveRun | null;
  agent: string | null;
  title: string;
  isLoading: boolean;
  problem: Problem | null;
  reread: () => Promise<void>;
}

/** A thread as it stands: what the server has, and the run that is answering now, joined when it was found running. */
export function useThread(runs: Runs, thread: string | null): OpenThread {
  const client = useQueryClient();
  const query = useQuery({ ...threadQuery(thread ?? ""), enabled: thread !== null });
  const live = useSyncExternalStore(runs.subscribe, () => (thread === null ? null : runs.of(thread)));
  const stored = thread === null ? null : (query.data ?? null);
  const active = stored?.active_run ?? null;

  useEffect(() => {
    if (thread !== null && active !== null) void runs.follow(thread, active);
  }, [runs, thread, active]);

  const reread = useCallback(async () => {
    if (thread === null) return;
    await client.fetchQuery({ ...threadQuery(thread), staleTime: 0 });
    void client.invalidateQueries({ queryKey: keys.allThreads });
  }, [client, thread]);

  return {
    stored,
    shown: useMemo(() => shownThread(stored, live), [stored, live]),
    live,
    agent: stored?.thread.agent ?? null,
    title: stored?.thread.title ?? titleOf(live),
    isLoading: thread !== null && query.isPending && live === null,
    problem: thread !== null && query.isError && !stored && !live ? problemFrom(query.error) : null,
    reread,
  };
}

/** A thread is named after what was said first: the server will say so too. */
function titleOf(live: LiveRun | null): string {
  const said = live?.said?.body;
  if (said?.kind !== "said") return "";
  return said.text || said.files.map(({ name }) => name).join(", ");
}
