import { ActionIcon, Button, Textarea } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconPencil } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { useFormats } from "@/lib/use-formats.ts";
import { CopyButton } from "@/ui/CopyButton.tsx";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";
import { SaidFileChip } from "./FileChip.tsx";
import classes from "./SaidMessage.module.css";
import type { SaidMessage as Message } from "./turns.ts";
import type { VersionPlace } from "./versions.ts";

interface SaidMessageProps {
  message: Message;
  /** Where it is one of several ways that the conversation went on. */
  place: VersionPlace | undefined;
  onWay: (at: string, way: number | null) => void;
  canEdit: boolean;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  onResend: (text: string) => void;
}

/** What a person said: to be copied, or said anew in its place. */
export function SaidMessage({ message, place, onWay, canEdit, isEditing, onEdit, onResend }: SaidMessageProps) {
  const { t } = useTranslation("chat");
  const { text, files } = message.body;
  if (isEditing) {
    return <SaidEditor text={text} isEmptyAllowed={files.length > 0} onCancel={() => onEdit(false)} onSend={onResend} />;
  }
  return (
    <div className={classes["said"]}>
      {files.length > 0 ? (
        <ul className={classes["files"]} aria-label={t("files.with")}>
          {files.map((file) => (
            <li key={file.attachment}>
              <SaidFileChip file={file} />
            </li>
          ))}
        </ul>
      ) : null}
      <div className={classes["line"]}>
        <div className={classes["acts"]} data-acts>
          {text === "" ? null : <CopyButton label={t("acts.copySaid")} text={() => text} />}
          {canEdit ? (
            <ActionIcon aria-label={t("acts.edit")} title={t("acts.edit")} onClick={() => onEdit(true)}>
              <IconPencil size={15} stroke={1.75} />
            </ActionIcon>
          ) : null}
        </div>
        {text === "" ? null : <SaidText text={text} />}
      </div>
      {place ? <Ways place={place} onWay={onWay} /> : null}
    </div>
  );
}

export function SaidText({ text }: { text: string }) {
  const { t } = useTranslation("chat");
  return (
    <p className={classes["bubble"]}>
      <VisuallyHidden>{t("you")} </VisuallyHidden>
      {text}
    </p>
  );
}

/** From one attempt to another: "2 of 3". */
function Ways({ place: { at, ways, shown }, onWay }: { place: VersionPlace; onWay: SaidMessageProps["onWay"] }) {
  const { t } = useTranslation("chat");
  const { number } = useFormats();
  const now = ways.indexOf(shown);
  const turn = (by: number) => onWay(at, ways[now + by] ?? null);
  return (
    <span className={classes["ways"]} role="group" aria-label={t("versions.title")}>
      <ActionIcon size={24} aria-label={t("versions.earlier")} disabled={now <= 0} onClick={() => turn(-1)}>
        <IconChevronLeft size={14} stroke={2} />
      </ActionIcon>
      <span className={classes["count"]}>{t("versions.which", { shown: number(now + 1), total: number(ways.length) })}</span>
      <ActionIcon size={24} aria-label={t("versions.later")} disabled={now >= ways.length - 1} onClick={() => turn(1)}>
        <IconChevronRight size={14} stroke={2} />
      </ActionIcon>
    </span>
  );
}

interface SaidEditorProps {
  text: string;
  isEmptyAllowed: boolean;
  onCancel: () => void;
  onSend: (text: string) => void;
}

function SaidEditor({ text: before, isEmptyAllowed, onCancel, onSend }: SaidEditorProps) {
  const { t } = useTranslation("chat");
  const { t: common } = useTranslation("common");
  const [text, setText] = useState(before);
  const canSend = text.trim() !== "" || isEmptyAllowed;
  const send = () => {
    if (canSend) onSend(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
  };
  return (
    <div className={classes["editor"]}>
      <Textarea ref={focusAtEnd} className={classes["input"] ?? ""} variant="unstyled" aria-label={t("acts.editLabel")} autosize minRows={2} maxRows={12} value={text} onChange={(event) => setText(event.currentTarget.value)} onKeyDown={onKeyDown} />
      <div className={classes["editorFoot"]}>
        <p>{t("acts.editHint")}</p>
        <Button size="compact-sm" variant="default" onClick={onCancel}>
          {common("cancel")}
        </Button>
        <Button size="compact-sm" disabled={!canSend} onClick={send}>
          {t("composer.send")}
        </Button>
      </div>
    </div>
  );
}

/** Editing was just asked for. */
function focusAtEnd(input: HTMLTextAreaElement | null): void {
  if (!input || input.ownerDocument.activeElement === input) return;
  input.focus({ preventScroll: true });
  input.setSelectionRange(input.value.length, input.value.length);
  // Once it has its size.
  requestAnimationFrame(() => input.scrollIntoView({ block: "center" }));
}
