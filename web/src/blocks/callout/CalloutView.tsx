import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconUrgent } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { Markdown } from "@/ui/Markdown.tsx";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";

import type { BlockProps } from "../contract.ts";
import classes from "./CalloutView.module.css";

const icons = { info: IconInfoCircle, success: IconCircleCheck, warning: IconAlertTriangle, danger: IconUrgent };

/** A notice of the template itself. It has no data, so it has no other state. */
export function CalloutView({ block }: BlockProps<"callout">) {
  const { t } = useTranslation("blocks");
  const Icon = icons[block.tone];
  return (
    <aside className={classes["callout"]} data-tone={block.tone} aria-label={block.title || t(`callout.${block.tone}`)}>
      <Icon className={classes["icon"]} size={18} stroke={1.75} aria-hidden />
      <div className={classes["body"]}>
        <VisuallyHidden>{t(`callout.${block.tone}`)}</VisuallyHidden>
        {block.title ? <p className={classes["title"]}>{block.title}</p> : null}
        <Markdown text={block.markdown} />
      </div>
    </aside>
  );
}
