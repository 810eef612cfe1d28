import type { TFunction } from "i18next";

import type { Formats } from "@/lib/format.ts";
import type { BlockOf, ContentOf } from "@/lib/shapes.ts";

type Chart = BlockOf<"chart">;
type Point = ContentOf<"chart">["rows"][number];

/** A place on the x axis as it is read. */
export function axisText(chart: Chart, raw: number | string | null | undefined, formats: Formats): string {
  if (raw === null || raw === undefined) return "";
  if (chart.x.type === "month") return formats.month(String(raw));
  if (chart.x.type === "date") return formats.date(String(raw));
  return typeof raw === "number" ? formats.number(raw) : raw;
}

export function numberAt(point: Point, field: string): number | null {
  const value = point[field];
  return typeof value === "number" ? value : null;
}

/** The chart in a few sentences: for each series where it starts, where it ends, and its extremes. */
export function summarise(chart: Chart, rows: readonly Point[], t: TFunction<"blocks">, formats: Formats): string {
  const sentences = chart.series.flatMap(({ field, title }) => {
    const points = rows.flatMap((row) => {
      const value = numberAt(row, field);
      return value === null ? [] : [{ at: axisText(chart, row[chart.x.field], formats), value }];
    });
    const [first] = points;
    const last = points.at(-1);
    if (!first || !last) return [t("chart.noPoints", { series: title })];
    const most = points.reduce((best, point) => (point.value > best.value ? point : best), first);
    const least = points.reduce((best, point) => (point.value < best.value ? point : best), first);
    const text = (value: number) => formats.number(value, chart.format);
    const highest = { most: text(most.value), mostAt: most.at, least: text(least.value), leastAt: least.at };
    if (chart.shape === "pie") return [t("chart.summaryParts", { series: title, count: points.length, ...highest })];
    return [
      t("chart.summary", {
        series: title,
        first: text(first.value),
        firstAt: first.at,
        last: text(last.value),
        lastAt: last.at,
        ...highest,
      }),
    ];
  });
  return [t(`chart.shape.${chart.shape}`), ...sentences].join(" ");
}
