import { useTranslation } from "react-i18next";

import type { SourceTool } from "@/api/types.ts";
import { useFormats } from "@/lib/use-formats.ts";
import cards from "../cards.module.css";

/** The tools of a source, folded: what each may do, and which are left alone for a while. */
export function SourceTools({ tools }: { tools: readonly SourceTool[] }) {
  const { t } = useTranslation("boss");
  const formats = useFormats();
  if (tools.length === 0) return <p className={cards["meta"]}>{t("sources.noTools")}</p>;
  return (
    <details className={cards["more"]}>
      <summary>{t("sources.tools", { count: tools.length })}</summary>
      <ul className={cards["tools"]}>
        {tools.map(({ name, title, power, paused_until: pausedUntil }) => (
          <li key={name} className={cards["tool"]}>
            <span className={cards["code"]}>{name}</span>
            {title && !name.endsWith(`.${title}`) ? <span>{title}</span> : null}
            <span className={cards["power"]}>{t(`sources.power.${power}`)}</span>
            {pausedUntil === null ? null : <span className={cards["warn"]}>{t("sources.toolPaused", { when: formats.moment(pausedUntil) })}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}
