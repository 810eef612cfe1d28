import { Loader, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { useFormats } from "@/lib/use-formats.ts";
import { CalledLine } from "./CalledLine.tsx";
import classes from "./CalledLine.module.css";
import type { CalledMessage } from "./turns.ts";

/** Calls of tools that followed each other: one line for one, and one line for all of several. */
export function Activity({ calls }: { calls: CalledMessage[] }) {
  const [only] = calls;
  return calls.length === 1 && only ? <CalledLine called={only.body} /> : <Calls calls={calls} />;
}

function Calls({ calls }: { calls: CalledMessage[] }) {
  const { t } = useTranslation("chat");
  const { number } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const bodies = calls.map(({ body }) => body);
  const running = bodies.findLast(({ status }) => status === "running");
  const failed = bodies.filter(({ status }) => status === "failed").length;
  const rows = bodies.reduce((sum, one) => sum + (one.rows ?? 0), 0);
  const seconds = bodies.reduce((sum, one) => sum + (one.seconds ?? 0), 0);
  return (
    <div className={classes["call"]}>
      <UnstyledButton className={classes["line"] ?? ""} aria-expanded={isOpen} aria-controls={isOpen ? list : undefined} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={14} stroke={2} className={classes["arrow"]} data-open={isOpen || undefined} aria-hidden />
        {running ? <Loader size={12} aria-label={t("call.running")} /> : null}
        {failed > 0 ? <IconAlertTriangle size={14} stroke={2} className={classes["failed"]} aria-hidden /> : null}
        {running ? <span className={classes["tool"]}>{running.tool}</span> : null}
        <span>{t("call.several", { count: calls.length, shown: number(calls.length) })}</span>
        {rows > 0 ? <span>{t("call.rows", { count: rows, shown: number(rows) })}</span> : null}
        {failed > 0 ? <span className={classes["failed"]}>{t("call.someFailed", { count: failed, shown: number(failed) })}</span> : null}
        {running ? null : <span>{t(seconds < 0.1 ? "call.instant" : "call.seconds", { seconds: number(Math.max(seconds, 0.1), { decimals: seconds < 10 ? 1 : 0 }) })}</span>}
      </UnstyledButton>
      {isOpen ? (
        <ul id={list} className={classes["calls"]}>
          {calls.map(({ body }) => (
            <li key={body.call}>
              <CalledLine called={body} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
