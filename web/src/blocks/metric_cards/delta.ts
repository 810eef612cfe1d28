import type { BlockOf } from "@/lib/shapes.ts";

type Metric = BlockOf<"metric_cards">["metrics"][number];

export interface Delta {
  direction: "up" | "down" | "same";
  /** Share of the earlier value, 12 for 12 %. Null when that was zero: nothing can be a share of it. */
  percent: number | null;
  meaning: "good" | "bad" | "neutral";
}

/** How a number moved since the period before. Colour carries meaning only where the metric says which way is good. */
export function deltaOf(
  metric: Metric,
  value: number | null | undefined,
  previous: number | null | undefined,
): Delta | null {
  if (typeof value !== "number" || typeof previous !== "number") return null;
  const difference = value - previous;
  const direction = difference === 0 ? "same" : difference > 0 ? "up" : "down";
  const percent = previous === 0 ? null : (difference / Math.abs(previous)) * 100;
  const isNeutral = direction === "same" || metric.better === "neither";
  return { direction, percent, meaning: isNeutral ? "neutral" : direction === metric.better ? "good" : "bad" };
}
