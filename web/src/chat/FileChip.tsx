import { ActionIcon, Loader } from "@mantine/core";
import { IconAlertTriangle, IconFileText, IconRefresh, IconTable, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { attachmentAddress } from "@/api/attachments.ts";
import type { SaidFile } from "@/api/types.ts";
import { sizeInWords } from "@/lib/sizes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./FileChip.module.css";
import type { TrayFile } from "./trays.ts";

/** A file that came with a message, to be saved again. */
export function SaidFileChip({ file }: { file: SaidFile }) {
  const { t } = useTranslation("chat");
  return (
    <a className={classes["chip"]} href={attachmentAddress(file.attachment)} download={file.name} title={t("files.save", { name: file.name })}>
      <KindIcon kind={file.kind} />
      <span className={classes["words"]}>
        <span className={classes["name"]}>{file.name}</span>
        <FileNote file={file} />
      </span>
    </a>
  );
}

interface TrayChipProps {
  file: TrayFile;
  onRemove: () => void;
  onRetry: () => void;
  onAsText: (text: string) => void;
}

/** A file in the composer: how far it is, what was read from it, or why it was not. */
export function TrayChip({ file, onRemove, onRetry, onAsText }: TrayChipProps) {
  const { t } = useTranslation("chat");
  const { state, pasted } = file;
  const canRetry = state.kind === "refused" && state.file !== null && isPassing(state.problem.code);
  return (
    <div className={classes["chip"]} data-state={state.kind}>
      <StateIcon state={state} />
      <span className={classes["words"]}>
        <span className={classes["name"]}>{file.name}</span>
        <StateNote file={file} />
        {pasted !== null && state.kind !== "sending" ? (
          <button type="button" className={classes["asText"]} onClick={() => onAsText(pasted)}>
            {t("files.asText")}
          </button>
        ) : null}
      </span>
      {canRetry ? (
        <ActionIcon size={24} aria-label={t("files.retry", { name: file.name })} onClick={onRetry}>
          <IconRefresh size={14} stroke={1.75} />
        </ActionIcon>
      ) : null}
      <ActionIcon size={24} aria-label={t("files.remove", { name: file.name })} onClick={onRemove}>
        <IconX size={14} stroke={1.75} />
      </ActionIcon>
      {state.kind === "sending" ? <span className={classes["bar"]} style={{ width: `${Math.round(state.part * 100)}%` }} /> : null}
    </div>
  );
}

/** Why the server could not read a file, where it knows. */
const reasons = ["damaged", "empty", "not_text", "protected", "too_large_unpacked", "too_many_sheets", "too_many_columns", "too_much"] as const;

/** Whether the same file may be taken another time. */
function isPassing(code: string): boolean {
  return code === "unreachable" || code === "internal_error" || code.startsWith("storage_");
}

function KindIcon({ kind }: { kind: SaidFile["kind"] }) {
  const Icon = kind === "rows" ? IconTable : IconFileText;
  return <Icon size={18} stroke={1.5} className={classes["icon"]} aria-hidden />;
}

function StateIcon({ state }: { state: TrayFile["state"] }) {
  if (state.kind === "sending") return <Loader size={16} className={classes["icon"] ?? ""} aria-hidden />;
  if (state.kind === "refused") return <IconAlertTriangle size={18} stroke={1.75} className={classes["icon"]} aria-hidden />;
  return <KindIcon kind={state.file.kind} />;
}

function StateNote({ file: { state, size } }: { file: TrayFile }) {
  const { t } = useTranslation("chat");
  const { number } = useFormats();
  const words = useProblemWords();
  if (state.kind === "ready") return <FileNote file={state.file} />;
  if (state.kind === "refused") {
    const { what, next } = words(state.problem);
    const reason = reasons.find((one) => one === state.problem.facts["reason"]);
    return (
      <span className={classes["problem"]} role="alert">
        {reason ? t(`files.reasons.${reason}`) : `${what} ${next}`}
      </span>
    );
  }
  const isAllSent = state.part >= 1;
  return <span className={classes["note"]}>{isAllSent ? t("files.reading") : t("files.sending", { part: number(Math.round(state.part * 100)), size: sizeInWords(size, number) })}</span>;
}

/** What a file holds: its rows, or how large it is. */
function FileNote({ file: { kind, rows, size } }: { file: SaidFile }) {
  const { t } = useTranslation("chat");
  const { number } = useFormats();
  return <span className={classes["note"]}>{kind === "rows" ? t("call.rows", { count: rows, shown: number(rows) }) : sizeInWords(size, number)}</span>;
}
