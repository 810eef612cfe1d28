import type { TabView } from "@/api/types.ts";

/** A failed refresh does not make data younger: its age is that of the last good one. */
export function goodAt(age: TabView | undefined): string | null {
  const oldest = age?.oldest;
  if (!oldest) return null;
  return oldest.status === "error" ? oldest.last_good_at : oldest.collected_at;
}

/** Amber only for data older than its template expects. */
export function toneOf(age: TabView | undefined): "bad" | "warn" | undefined {
  if (age?.status === "error") return "bad";
  return age?.stale ? "warn" : undefined;
}
