import type { ThreadSummary } from "@/api/types.ts";
import { daysBetween, localDay } from "@/lib/format.ts";

export type Day = "pinned" | "today" | "yesterday" | "week" | "month" | "older";

export interface DayGroup {
  day: Day;
  threads: ThreadSummary[];
}

/** Conversations by when something last happened in them; pinned ones stand apart. Their order is kept. */
export function byDay(threads: readonly ThreadSummary[], now: Date, timeZone: string): DayGroup[] {
  const today = localDay(now, timeZone);
  const groups: DayGroup[] = [];
  for (const thread of threads) {
    const day = thread.pinned ? "pinned" : dayOf(daysBetween(localDay(new Date(thread.updated_at), timeZone), today));
    const known = groups.find((group) => group.day === day);
    if (known) known.threads.push(thread);
    else groups.push({ day, threads: [thread] });
  }
  return groups;
}

function dayOf(days: number): Day {
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 7) return "week";
  return days < 30 ? "month" : "older";
}
