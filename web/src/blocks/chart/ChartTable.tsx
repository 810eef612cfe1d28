import type { BlockOf, ContentOf } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";

import classes from "./ChartView.module.css";
import { axisText, numberAt } from "./summary.ts";

interface ChartTableProps {
  chart: BlockOf<"chart">;
  rows: ContentOf<"chart">["rows"];
}

/** The same numbers as a table. */
export function ChartTable({ chart, rows }: ChartTableProps) {
  const formats = useFormats();
  return (
    // Keyboard users scroll it only when it can take the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
    <div className={classes["table"]} tabIndex={0} role="region" aria-label={chart.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{chart.x.title}</th>
            {chart.series.map(({ field, title }) => (
              <th key={field} scope="col" data-number>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${String(row[chart.x.field])} ${index}`}>
              <th scope="row">{axisText(chart, row[chart.x.field], formats)}</th>
              {chart.series.map(({ field }) => {
                const value = numberAt(row, field);
                return (
                  <td key={field} data-number>
                    {value === null ? "–" : formats.number(value, chart.format)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
