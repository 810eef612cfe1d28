import { Loader, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Called } from "@/api/types.ts";
import { useFormats } from "@/lib/use-formats.ts";
import classes from "./CalledLine.module.css";

/** One call of a tool, folded to a line: name, rows, time. It opens to what was asked and what came. */
export function CalledLine({ called }: { called: Called }) {
  const { t } = useTranslation("chat");
  const { number } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const { tool, status, rows, seconds } = called;
  return (
    <div className={classes["call"]}>
      <UnstyledButton className={classes["line"] ?? ""} aria-expanded={isOpen} aria-controls={isOpen ? details : undefined} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={14} stroke={2} className={classes["arrow"]} data-open={isOpen || undefined} aria-hidden />
        {status === "running" ? <Loader size={12} aria-label={t("call.running")} /> : null}
        {status === "failed" || status === "unknown" ? <IconAlertTriangle size={14} stroke={2} className={classes["failed"]} aria-label={t("call.failed")} /> : null}
        <span className={classes["tool"]}>{tool}</span>
        {rows === null ? null : <span>{t("call.rows", { count: rows, shown: number(rows) })}</span>}
        {seconds === null ? null : <span>{t(seconds < 0.1 ? "call.instant" : "call.seconds", { seconds: number(Math.max(seconds, 0.1), { decimals: seconds < 10 ? 1 : 0 }) })}</span>}
      </UnstyledButton>
      {isOpen ? (
        <div id={details} className={classes["details"]}>
          <p className={classes["label"]}>{t("call.arguments")}</p>
          <pre>{JSON.stringify(called.arguments, null, 2)}</pre>
          {called.preview ? (
            <>
              <p className={classes["label"]}>{t("call.result")}</p>
              <pre>{called.preview}</pre>
            </>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
