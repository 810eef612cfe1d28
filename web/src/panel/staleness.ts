import type { Freshness } from "@/lib/shapes.ts";

/** Whether data is older than the interval its template expects. Without an interval nothing is ever too old. */
export function isOlderThanExpected(freshness: Freshness | null, minutes: number | null, now: Date): boolean {
  if (!freshness || minutes === null) return false;
  return now.getTime() - Date.parse(freshness.collected_at) > minutes * 60_000;
}

/** Whether the age of a block is the one its tab is telling. */
export function isToldByTab(block: Freshness | null, tab: Freshness | null): boolean {
  if (!block || !tab) return false;
  return block.collected_at === tab.collected_at && block.status === tab.status && block.tool === tab.tool;
}
