import { useQuery } from "@tanstack/react-query";

import { threadsQuery } from "@/api/threads.ts";
import type { ThreadSummary } from "@/api/types.ts";

/** How many other conversations have something that was not seen yet. */
export function useUnreadThreads(current: string | null): number {
  const count = (threads: ThreadSummary[]) => threads.filter(({ id, unread }) => unread && id !== current).length;
  return useQuery({ ...threadsQuery(), select: count }).data ?? 0;
}
