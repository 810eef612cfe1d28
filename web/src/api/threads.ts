import { queryOptions } from "@tanstack/react-query";

import { ProblemError } from "@/lib/problem.ts";
import { api, done, take } from "./client.ts";
import { keys } from "./keys.ts";
import type { ThreadSummary, ThreadView } from "./types.ts";

export const THREADS_AT_ONCE = 100;
const WHILE_ANSWERING = 5_000;
const OTHERWISE = 45_000;

/** One's own conversations. What another browser does to them is learnt by asking now and then. */
export function threadsQuery(search = "", limit = THREADS_AT_ONCE) {
  return queryOptions({
    queryKey: keys.threads(search, limit),
    queryFn: () => take(api.GET("/api/threads", { params: { query: { search, limit } } })),
    refetchOnWindowFocus: "always",
    refetchInterval: ({ state }) => (isAnyAnswering(state.data) ? WHILE_ANSWERING : OTHERWISE),
  });
}

function isAnyAnswering(threads: ThreadSummary[] | undefined): boolean {
  return threads?.some(({ state }) => state === "answering") ?? false;
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

/** What was said before it was said otherwise. It never changes. */
export function attemptQuery(thread: string, number: number) {
  return queryOptions({
    queryKey: keys.attempt(thread, number),
    queryFn: () => take(api.GET("/api/threads/{thread}/attempts/{number}", { params: { path: { thread, number } } })),
    staleTime: Infinity,
  });
}

export function changeThread(thread: string, change: { title: string } | { pinned: boolean }) {
  const body = { title: null, pinned: null, ...change };
  return take(api.PATCH("/api/threads/{thread}", { params: { path: { thread } }, body }));
}

export function deleteThread(thread: string) {
  return done(api.DELETE("/api/threads/{thread}", { params: { path: { thread } } }));
}

export function restoreThread(thread: string) {
  return done(api.POST("/api/threads/{thread}/restore", { params: { path: { thread } } }));
}

/** What stands up to this place has been on screen. */
export function seeThread(thread: string, seq: number) {
  return done(api.POST("/api/threads/{thread}/seen", { params: { path: { thread } }, body: { seq } }));
}

/** Sets a message of one's own and all that followed aside, to say it anew. */
export function rewindThread(thread: string, message: string) {
  return done(api.POST("/api/threads/{thread}/rewind", { params: { path: { thread } }, body: { message } }));
}

export function cancelRun(run: string) {
  return take(api.POST("/api/runs/{run}/cancel", { params: { path: { run } } }));
}
