import { ActionIcon, Tooltip } from "@mantine/core";
import { IconChartBar, IconTable } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { useFormats } from "@/lib/use-formats.ts";
import { BlockSkeleton } from "@/ui/BlockFrame.tsx";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";

import type { BlockProps } from "../contract.ts";
import { BlockShell } from "../shared/BlockShell.tsx";
import { ChartTable } from "./ChartTable.tsx";
import classes from "./ChartView.module.css";
import { summarise } from "./summary.ts";

const EChart = lazy(() => import("./EChart.tsx"));
const HEIGHT = 260;

/** Numbers drawn, in words for those who do not see them, and as a table on request. */
export default function ChartView(props: BlockProps<"chart">) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const [isTable, setTable] = useState(false);
  const { block, data } = props;
  const rows = data.content?.kind === "chart" ? data.content.rows : [];
  if (rows.length === 0) {
    return (
      <BlockShell {...props} height={HEIGHT}>
        <EmptyState
          icon={<IconChartBar size={18} aria-hidden />}
          text={t("empty.chart.what")}
          hint={t("empty.chart.next")}
        >
          {props.whenEmpty}
        </EmptyState>
      </BlockShell>
    );
  }
  const other = t(isTable ? "chart.asChart" : "chart.asTable");
  const toggle = (
    <Tooltip label={other}>
      <ActionIcon aria-label={other} onClick={() => setTable(!isTable)}>
        {isTable ? <IconChartBar size={16} stroke={1.75} /> : <IconTable size={16} stroke={1.75} />}
      </ActionIcon>
    </Tooltip>
  );
  return (
    <BlockShell {...props} height={HEIGHT} toolbar={toggle}>
      {isTable ? (
        <ChartTable chart={block} rows={rows} />
      ) : (
        <figure className={classes["figure"]}>
          <figcaption>
            <VisuallyHidden>{summarise(block, rows, t, formats)}</VisuallyHidden>
          </figcaption>
          <Suspense fallback={<BlockSkeleton height={HEIGHT} />}>
            <EChart chart={block} rows={rows} />
          </Suspense>
        </figure>
      )}
    </BlockShell>
  );
}
