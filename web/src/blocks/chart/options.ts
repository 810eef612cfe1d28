import type { EChartsCoreOption } from "echarts/core";

import type { Formats } from "@/lib/format.ts";
import type { BlockOf, ContentOf } from "@/lib/shapes.ts";

import { axisText, numberAt } from "./summary.ts";

type Chart = BlockOf<"chart">;
type Point = ContentOf<"chart">["rows"][number];

/** The colours of the surroundings, read from the style sheet so that both themes have one source. */
export interface Ink {
  text: string;
  muted: string;
  line: string;
  axis: string;
  surface: string;
  raised: string;
  series: readonly string[];
}

export function chartOptions(chart: Chart, rows: readonly Point[], ink: Ink, formats: Formats): EChartsCoreOption {
  const number = (value: unknown) => (typeof value === "number" ? formats.number(value, chart.format) : "–");
  const base: EChartsCoreOption = {
    animation: false,
    color: [...ink.series],
    textStyle: { fontFamily: "inherit", fontSize: 12, color: ink.muted },
    tooltip: {
      trigger: chart.shape === "pie" ? "item" : "axis",
      confine: true,
      backgroundColor: ink.raised,
      borderColor: ink.axis,
      borderWidth: 1,
      padding: [6, 10],
      textStyle: { color: ink.text, fontSize: 12 },
      axisPointer: {
        type: chart.shape === "line" ? "line" : "shadow",
        lineStyle: { color: ink.axis },
        shadowStyle: { color: ink.line, opacity: 0.4 },
      },
      valueFormatter: number,
    },
    legend: legendOf(chart, ink),
  };
  return chart.shape === "pie"
    ? { ...base, series: [pie(chart, rows, ink, formats)] }
    : { ...base, ...axes(chart, rows, ink, formats) };
}

function legendOf(chart: Chart, ink: Ink) {
  // The slices of a ring carry their names beside them.
  return {
    show: chart.shape !== "pie" && chart.series.length > 1,
    type: "scroll",
    bottom: 0,
    icon: "roundRect",
    itemWidth: 10,
    itemHeight: 10,
    itemGap: 14,
    textStyle: { color: ink.muted, fontSize: 12 },
  };
}

function axes(chart: Chart, rows: readonly Point[], ink: Ink, formats: Formats): EChartsCoreOption {
  const isNumeric = chart.x.type === "number" && chart.shape === "line";
  const isLine = chart.shape === "line";
  const hasLegend = chart.series.length > 1;
  return {
    grid: {
      left: 8,
      right: 16,
      top: 16,
      bottom: hasLegend ? 34 : 8,
      outerBoundsMode: "same",
      outerBoundsContain: "axisLabel",
    },
    xAxis: {
      type: isNumeric ? "value" : "category",
      ...(isNumeric
        ? { scale: true }
        : { data: rows.map((row) => axisText(chart, row[chart.x.field], formats)), boundaryGap: !isLine }),
      axisLine: { lineStyle: { color: ink.axis } },
      axisTick: { show: false },
      axisLabel: {
        color: ink.muted,
        hideOverlap: true,
        margin: 12,
        alignMinLabel: isLine ? "left" : undefined,
        alignMaxLabel: isLine ? "right" : undefined,
        ...(isNumeric ? { formatter: (value: number) => formats.compact(value) } : {}),
      },
      splitLine: { show: false },
    },
    yAxis: {
      type: "value",
      axisLabel: { color: ink.muted, formatter: (value: number) => formats.compact(value, chart.format) },
      splitLine: { lineStyle: { color: ink.line } },
      splitNumber: 4,
    },
    series: chart.series.map(({ field, title }, index) => ({
      type: isLine ? "line" : "bar",
      name: title,
      data: rows.map((row) => (isNumeric ? [row[chart.x.field], numberAt(row, field)] : numberAt(row, field))),
      ...(isLine ? lineLook(rows.length, index) : barLook(chart.shape === "stacked_bar")),
    })),
  };
}

/** Series differ by mark as well as by colour. A gap in the data is a gap in the line. */
function lineLook(points: number, index: number) {
  const marks = ["circle", "rect", "triangle", "diamond"];
  return {
    symbol: marks[index % marks.length],
    symbolSize: 6,
    showSymbol: points <= 40,
    connectNulls: false,
    lineStyle: { width: 2 },
    emphasis: { disabled: true },
  };
}

function barLook(isStacked: boolean) {
  return {
    ...(isStacked ? { stack: "all" } : { itemStyle: { borderRadius: [3, 3, 0, 0] } }),
    barMaxWidth: 36,
    emphasis: { disabled: true },
  };
}

/** What a slice says: its name and its share. ECharts hands over a bag of any kind. */
function shareText(formats: Formats) {
  return ({ name, percent }: { name?: unknown; percent?: unknown }) =>
    `${String(name ?? "")}  ${typeof percent === "number" ? formats.number(percent, { type: "percent", decimals: 1 }) : ""}`;
}

/** One ring of the first series; what else there is stays in the table view. */
function pie(chart: Chart, rows: readonly Point[], ink: Ink, formats: Formats) {
  const [series] = chart.series;
  return {
    type: "pie",
    name: series?.title,
    radius: ["48%", "72%"],
    center: ["50%", "50%"],
    itemStyle: { borderColor: ink.surface, borderWidth: 2 },
    label: { color: ink.text, formatter: shareText(formats), fontSize: 12 },
    labelLine: { lineStyle: { color: ink.axis } },
    emphasis: { scale: false },
    data: rows.flatMap((row) => {
      const value = series ? numberAt(row, series.field) : null;
      return value === null ? [] : [{ name: axisText(chart, row[chart.x.field], formats), value }];
    }),
  };
}
