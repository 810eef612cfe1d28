import {
  IconArrowDownRight,
  IconArrowRight,
  IconArrowUpRight,
  IconChartDots,
  IconInfoCircle,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { BlockOf } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { Toggletip } from "@/ui/Toggletip.tsx";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";

import type { BlockProps } from "../contract.ts";
import { BlockShell } from "../shared/BlockShell.tsx";
import { type Delta, deltaOf } from "./delta.ts";
import classes from "./MetricCardsView.module.css";

type Metric = BlockOf<"metric_cards">["metrics"][number];

/** A few numbers, each with the definition of what it measures. */
export function MetricCardsView(props: BlockProps<"metric_cards">) {
  const { t } = useTranslation("blocks");
  const { block, data } = props;
  const content = data.content?.kind === "metric_cards" ? data.content : null;
  return (
    <BlockShell {...props} height={96}>
      {content ? (
        <dl className={classes["cards"]}>
          {block.metrics.map((metric) => (
            <MetricCard
              key={metric.id}
              metric={metric}
              value={content.values[metric.id]}
              previous={content.previous[metric.id]}
            />
          ))}
        </dl>
      ) : (
        <EmptyState
          icon={<IconChartDots size={18} aria-hidden />}
          text={t("empty.metric_cards.what")}
          hint={t("empty.metric_cards.next")}
        >
          {props.whenEmpty}
        </EmptyState>
      )}
    </BlockShell>
  );
}

interface MetricCardProps {
  metric: Metric;
  value: number | null | undefined;
  previous: number | null | undefined;
}

function MetricCard({ metric, value, previous }: MetricCardProps) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const delta = deltaOf(metric, value, previous);
  return (
    <div className={classes["card"]}>
      <dt className={classes["name"]}>
        {metric.title}
        <Toggletip
          label={t("metrics.definition", { metric: metric.title })}
          content={metric.definition}
          className={classes["info"] ?? ""}
        >
          <IconInfoCircle size={15} stroke={1.75} aria-hidden />
        </Toggletip>
      </dt>
      <dd className={classes["value"]}>
        {typeof value === "number" ? (
          formats.number(value, metric.format)
        ) : (
          <span className={classes["none"]}>{t("metrics.none")}</span>
        )}
      </dd>
      {delta && typeof previous === "number" ? (
        <dd className={classes["delta"]}>
          <Change delta={delta} />
          <span className={classes["before"]}>
            {t("metrics.before", { value: formats.number(previous, metric.format) })}
          </span>
        </dd>
      ) : null}
    </div>
  );
}

const arrows = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight };

function Change({ delta }: { delta: Delta }) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const Arrow = arrows[delta.direction];
  return (
    <span className={classes["change"]} data-meaning={delta.meaning}>
      <Arrow size={14} stroke={2} aria-hidden />
      <VisuallyHidden>
        {t(`metrics.${delta.direction}`)}
        {delta.meaning === "neutral" ? "" : `, ${t(`metrics.${delta.meaning}`)}`}
      </VisuallyHidden>
      {delta.percent === null ? null : formats.number(Math.abs(delta.percent), { type: "percent", decimals: 1 })}
    </span>
  );
}
