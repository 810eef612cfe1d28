import { IconCircleDashed } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useFormats } from "@/lib/use-formats.ts";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";

import classes from "./marks.module.css";

/** A row that the last complete list did not contain. It stays until a person decides. */
export function UnconfirmedMark({ since, isShort = false }: { since: string; isShort?: boolean }) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const text = t("marks.unconfirmed", { since: formats.shortDay(since) });
  return (
    <span className={classes["unconfirmed"]} title={isShort ? text : undefined}>
      <IconCircleDashed size={14} stroke={1.75} aria-hidden />
      {isShort ? <VisuallyHidden>{text}</VisuallyHidden> : text}
    </span>
  );
}
