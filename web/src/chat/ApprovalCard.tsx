import { Button, Loader, Textarea } from "@mantine/core";
import { IconCheck, IconCopy, IconHandStop, IconHelpTriangle, IconX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { decideApproval } from "@/api/approvals.ts";
import { keys } from "@/api/keys.ts";
import type { Called } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { announce } from "@/ui/live-region.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./ApprovalCard.module.css";

export type AskedCall = Called & { approval: NonNullable<Called["approval"]> };

/** A call that acts on the world: what would be called, with exactly what, and what the person made of it. */
export function ApprovalCard({ called }: { called: AskedCall }) {
  const { t } = useTranslation("chat");
  const { title } = called.approval;
  const heading = useId();
  const status = useStatus(called);
  const change = useSpokenChange(called, status);
  useLookingAgain(status === "waiting");
  return (
    <section className={classes["card"]} aria-labelledby={heading} data-status={status}>
      <header className={classes["head"]}>
        <StatusIcon status={status} />
        <div>
          <h3 id={heading} className={classes["title"]} tabIndex={-1} ref={change}>
            {status === "waiting" ? t("approval.asks", { title }) : title}
          </h3>
          <p className={classes["tool"]}>{called.tool}</p>
        </div>
      </header>
      <Arguments called={called} isOpen={status === "waiting"} />
      {status === "waiting" ? <Deciding called={called} /> : <Outcome called={called} status={status} />}
    </section>
  );
}

/** One that waited too long is no longer there to be decided, whether or not the server has written so by now. */
function useStatus({ status, approval }: AskedCall): Called["status"] {
  const now = useNow();
  return status === "waiting" && new Date(approval.expires_at) <= now ? "expired" : status;
}

/**
 * Only what changes while the card is on screen is spoken, not what stood there when it was opened. Who was at a button
 * that is gone now is led to the title, which the reference is for.
 */
function useSpokenChange({ approval }: AskedCall, status: Called["status"]) {
  const { t } = useTranslation("chat");
  const before = useRef(status);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (before.current === status) return;
    before.current = status;
    announce(`${approval.title}: ${t(`approval.status.${status}`)}`);
    if (document.activeElement === document.body) title.current?.focus();
  }, [status, approval.title, t]);
  return title;
}

const LOOK_AGAIN = 10_000;

/** What waits may be decided elsewhere: in another tab, or by another client. */
function useLookingAgain(isWaiting: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      if (!document.hidden) void client.invalidateQueries({ queryKey: keys.anyThread });
    }, LOOK_AGAIN);
    return () => clearInterval(timer);
  }, [client, isWaiting]);
}

function StatusIcon({ status }: { status: Called["status"] }) {
  const icon = { size: 18, stroke: 1.75, "aria-hidden": true, className: classes["icon"] ?? "" } as const;
  switch (status) {
    case "waiting":
      return <IconHandStop {...icon} />;
    case "approved":
    case "running":
      return <Loader size={16} className={classes["icon"] ?? ""} aria-hidden />;
    case "done":
      return <IconCheck {...icon} />;
    case "unknown":
      return <IconHelpTriangle {...icon} />;
    case "failed":
    case "declined":
    case "withdrawn":
    case "expired":
      return <IconX {...icon} />;
    default:
      return status satisfies never;
  }
}

function Arguments({ called, isOpen }: { called: AskedCall; isOpen: boolean }) {
  const { t } = useTranslation("chat");
  const text = JSON.stringify(called.arguments, null, 2);
  const isEmpty = Object.keys(called.arguments).length === 0;
  return (
    <Folded label={called.approval.edited ? t("approval.editedArguments") : t("call.arguments")} isOpen={isOpen}>
      {isEmpty ? <p className={classes["note"]}>{t("approval.noArguments")}</p> : <pre>{text}</pre>}
      {isEmpty ? null : <Copy text={text} />}
    </Folded>
  );
}

function Copy({ text }: { text: string }) {
  const { t } = useTranslation("chat");
  const [result, setResult] = useState<"copied" | "byHand" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult("copied");
    } catch {
      setResult("byHand");
    }
  };
  return (
    <div className={classes["acts"]}>
      <Button size="compact-xs" variant="default" leftSection={<IconCopy size={13} stroke={1.75} aria-hidden />} onClick={() => void copy()}>
        {t("approval.copy")}
      </Button>
      <span className={classes["note"]} role="status">
        {result === null ? "" : t(`approval.${result}`)}
      </span>
    </div>
  );
}

interface FoldedProps {
  label: string;
  isOpen: boolean;
  children: ReactNode;
}

function Folded({ label, isOpen, children }: FoldedProps) {
  return (
    <details className={classes["folded"]} open={isOpen}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}

/** Yes, or no with a reason if the person wants to give one. */
function Deciding({ called }: { called: AskedCall }) {
  const { t } = useTranslation("chat");
  const words = useProblemWords();
  const { decide, isSending, problem } = useDecision(called);
  const [isDeclining, setDeclining] = useState(false);
  const { what, next } = problem ? words(problem) : { what: "", next: "" };
  return (
    <div className={classes["foot"]}>
      {isDeclining ? (
        <Declining isSending={isSending} onDecline={(reason) => decide(false, reason)} onBack={() => setDeclining(false)} />
      ) : (
        <div className={classes["acts"]}>
          <Button size="compact-sm" loading={isSending} onClick={() => decide(true, "")}>
            {t("approval.approve")}
          </Button>
          <Button size="compact-sm" variant="default" disabled={isSending} onClick={() => setDeclining(true)}>
            {t("approval.decline")}
          </Button>
          <Expiry at={called.approval.expires_at} />
        </div>
      )}
      {problem ? (
        <p className={classes["problem"]} role="alert">
          {what} {next}
        </p>
      ) : null}
    </div>
  );
}

function Expiry({ at }: { at: string }) {
  const { t } = useTranslation("chat");
  const { next } = useFormats();
  return <p className={classes["note"]}>{t("approval.until", { at: next(at, useNow()) })}</p>;
}

interface DecliningProps {
  isSending: boolean;
  onDecline: (reason: string) => void;
  onBack: () => void;
}

function Declining({ isSending, onDecline, onBack }: DecliningProps) {
  const { t } = useTranslation("chat");
  const [reason, setReason] = useState("");
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <form
      className={classes["declining"]}
      onSubmit={(event) => {
        event.preventDefault();
        onDecline(reason.trim());
      }}
    >
      <Textarea
        label={t("approval.reason")}
        description={t("approval.reasonHint")}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        maxLength={1000}
        autosize
        minRows={1}
        maxRows={5}
        ref={input}
        onKeyDown={(event) => {
          if (event.key === "Escape") onBack();
        }}
      />
      <div className={classes["acts"]}>
        <Button type="submit" size="compact-sm" color="red" loading={isSending}>
          {t("approval.decline")}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isSending} onClick={onBack}>
          {t("approval.back")}
        </Button>
      </div>
    </form>
  );
}

function useDecision({ approval }: AskedCall) {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ approve, reason }: { approve: boolean; reason: string }) => decideApproval(approval.id, approve, reason),
    // Also after a refusal: what was decided elsewhere meanwhile is the reason for most of them.
    onSettled: () => client.invalidateQueries({ queryKey: keys.anyThread }),
  });
  return {
    decide: (approve: boolean, reason: string) => mutate({ approve, reason }),
    isSending: isPending,
    problem: error ? problemFrom(error) : null,
  };
}

function Outcome({ called, status }: { called: AskedCall; status: Called["status"] }) {
  const { t } = useTranslation("chat");
  const { decided_by: by, reason } = called.approval;
  const hasResult = status === "done" || status === "failed" || status === "unknown";
  return (
    <div className={classes["foot"]}>
      <p className={classes["outcome"]}>
        {t(`approval.status.${status}`)}
        {by ? ` ${t(status === "declined" ? "approval.declinedBy" : "approval.approvedBy", { name: by })}` : ""}
      </p>
      {reason ? <p className={classes["note"]}>{t("approval.because", { reason })}</p> : null}
      {status === "unknown" ? <p className={classes["problem"]}>{t("approval.unknownNext")}</p> : null}
      {hasResult && called.preview ? (
        <Folded label={t("call.result")} isOpen={status === "failed"}>
          <pre>{called.preview}</pre>
        </Folded>
      ) : null}
    </div>
  );
}
