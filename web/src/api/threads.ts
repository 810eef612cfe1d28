import { queryOptions } from "@tanstack/react-query";

import { ProblemError } from "@/lib/problem.ts";
import { api, take } from "./client.ts";
import { keys } from "./keys.ts";
import type { ThreadView } from "./types.ts";

export function threadsQuery(search: string) {
  return queryOptions({
    queryKey: keys.threads(search),
    queryFn: () => take(api.GET("/api/threads", { params: { query: { search } } })),
  });
}

/** The whole thread, or null for one that does not exist yet: its first message will make it. */
export function threadQuery(thread: string) {
  return queryOptions({ queryKey: keys.thread(thread), queryFn: () => openThread(thread), staleTime: 60_000 });
}

async function openThread(thread: string): Promise<ThreadView | null> {
  try {
    return await take(api.GET("/api/threads/{thread}", { params: { path: { thread } } }));
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.problem.code === "thread_not_found") return null;
    throw thrown;
  }
}

export function renameThread(thread: string, title: string) {
  return take(api.PATCH("/api/threads/{thread}", { params: { path: { thread } }, body: { title } }));
}

export function cancelRun(run: string) {
  return take(api.POST("/api/runs/{run}/cancel", { params: { path: { run } } }));
}
