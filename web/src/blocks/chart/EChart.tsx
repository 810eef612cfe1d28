import { useComputedColorScheme } from "@mantine/core";
import { BarChart, LineChart, PieChart } from "echarts/charts";
import { GridComponent, LegendComponent, TooltipComponent } from "echarts/components";
import * as echarts from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { useEffect, useRef } from "react";

import type { BlockOf, ContentOf } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { chartColours } from "@/ui/palette.ts";

import classes from "./ChartView.module.css";
import { chartOptions, type Ink } from "./options.ts";

echarts.use([BarChart, LineChart, PieChart, GridComponent, LegendComponent, TooltipComponent, SVGRenderer]);

interface EChartProps {
  chart: BlockOf<"chart">;
  rows: ContentOf<"chart">["rows"];
}

/** The drawing itself. Its meaning for those who do not see it is beside it, in words and as a table. */
export default function EChart({ chart, rows }: EChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<echarts.ECharts | null>(null);
  const scheme = useComputedColorScheme("light");
  const formats = useFormats();

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const instance = echarts.init(element, null, { renderer: "svg" });
    drawn.current = instance;
    const observer = new ResizeObserver(() => instance.resize());
    observer.observe(element);
    return () => {
      observer.disconnect();
      instance.dispose();
      drawn.current = null;
    };
  }, []);

  useEffect(() => {
    const element = place.current;
    if (element) drawn.current?.setOption(chartOptions(chart, rows, inkOf(element, scheme), formats), true);
  }, [chart, rows, scheme, formats]);

  return <div ref={place} className={classes["drawing"]} aria-hidden />;
}

function inkOf(element: HTMLElement, scheme: "light" | "dark"): Ink {
  const style = getComputedStyle(element);
  const read = (name: string) => style.getPropertyValue(name).trim() || "#888888";
  return {
    text: read("--la-text"),
    muted: read("--la-muted"),
    line: read("--la-line"),
    axis: read("--la-line-strong"),
    surface: read("--la-surface"),
    raised: read("--la-raised"),
    series: chartColours[scheme],
  };
}
