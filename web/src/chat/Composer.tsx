import { ActionIcon, Textarea } from "@mantine/core";
import { IconArrowUp, IconPaperclip, IconPlayerStopFilled } from "@tabler/icons-react";
import { type KeyboardEvent, lazy, type RefObject, Suspense, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Answer, Understood } from "@/api/types.ts";
import { useOnline } from "@/lib/use-online.ts";
import classes from "./Composer.module.css";
import { ComposerLine } from "./ComposerLine.tsx";
import { hindranceOf } from "./hindrance.ts";
import { useUnderstanding } from "./use-understanding.ts";
import type { Tray } from "./use-tray.ts";

const TrayList = lazy(() => import("./TrayList.tsx"));

export interface ComposerProps {
  text: string;
  onText: (text: string) => void;
  tray: Tray;
  /** Whether there is somebody to send it to: who that is, is being fetched at first. */
  isReady: boolean;
  /** The list that words can cut without a model, if the conversation ends with one. */
  target: Answer | null;
  isRunning: boolean;
  isStopping: boolean;
  onAsk: (text: string) => void;
  onSlice: (answer: Answer, understood: Understood, words: string) => Promise<void>;
  onStop: () => void;
  /** Up in an empty composer: the last message is edited. */
  onEditLast: () => void;
  input: RefObject<HTMLTextAreaElement | null>;
}

/** What is typed next. When the words would only cut the table above, that is said before they are sent. */
export function Composer({ text, onText, tray, isReady, target, isRunning, isStopping, onAsk, onSlice, onStop, onEditLast, input }: ComposerProps) {
  const { t } = useTranslation("chat");
  const hasFiles = tray.files.length > 0;
  // With files the words are about them, and not about the table above.
  const readable = isRunning || hasFiles ? null : target;
  const { understood, read } = useUnderstanding(readable, text);
  const [isReading, setReading] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const hindrance = hindranceOf({ text, files: tray.files, limits: tray.limits, isOnline: useOnline() });
  const canSend = isReady && !isRunning && !isReading && hindrance === null;

  const send = async (askAgent: boolean) => {
    if (!canSend) return;
    setReading(true);
    const meaning = askAgent ? null : (understood ?? (await read(text)));
    try {
      // Told to the server in its own time: what is typed next need not wait for that.
      if (meaning && readable) void onSlice(readable, meaning, text.trim());
      else onAsk(text.trim());
    } finally {
      setReading(false);
    }
  };
  const attachText = () => {
    tray.addText(text);
    onText("");
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an accent or a word is being composed, the keys belong to the keyboard.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && isRunning) onStop();
    else if (event.key === "ArrowUp" && text === "" && !hasFiles && !isRunning) {
      event.preventDefault();
      onEditLast();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void send(event.ctrlKey || event.metaKey);
    }
  };
  return (
    <div className={classes["composer"]}>
      <div className={classes["box"]}>
        {hasFiles ? (
          <Suspense fallback={null}>
            <TrayList tray={tray} onAsText={(pasted) => onText(text + pasted)} />
          </Suspense>
        ) : null}
        <div className={classes["line"]}>
          <ActionIcon className={classes["attach"] ?? ""} size={32} radius="xl" aria-label={t("files.attach")} title={t("files.attachHint", { megabytes: Math.floor((tray.limits?.file_bytes ?? 0) / 1_000_000) })} onClick={() => chooser.current?.click()}>
            <IconPaperclip size={18} stroke={1.75} />
          </ActionIcon>
          <input
            ref={chooser}
            type="file"
            multiple
            hidden
            aria-label={t("files.attach")}
            accept={tray.limits?.types.map((type) => `.${type}`).join(",")}
            onChange={({ currentTarget }) => {
              tray.add([...(currentTarget.files ?? [])]);
              currentTarget.value = "";
              input.current?.focus();
            }}
          />
          <Textarea
            ref={input}
            className={classes["input"] ?? ""}
            variant="unstyled"
            aria-label={t("composer.label")}
            aria-describedby="composer-line"
            placeholder={t(hasFiles ? "composer.hintFiles" : "composer.hint")}
            autosize
            minRows={1}
            maxRows={9}
            value={text}
            onChange={(event) => onText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              if (tray.onPaste(event)) event.preventDefault();
            }}
          />
          {isRunning ? (
            <ActionIcon className={classes["send"] ?? ""} variant="filled" color="gray" size={32} radius="xl" aria-label={t(isStopping ? "composer.stopping" : "composer.stop")} title={t("composer.stop")} aria-disabled={isStopping} onClick={onStop}>
              <IconPlayerStopFilled size={14} />
            </ActionIcon>
          ) : (
            <ActionIcon className={classes["send"] ?? ""} variant="filled" color="accent" size={32} radius="xl" aria-label={t("composer.send")} disabled={!isReady || hindrance !== null} loading={isReading} onClick={() => void send(false)}>
              <IconArrowUp size={17} stroke={2} />
            </ActionIcon>
          )}
        </div>
      </div>
      <ComposerLine text={text} understood={isRunning ? null : understood} hindrance={hindrance} isRunning={isRunning} limits={tray.limits} onAttachText={attachText} />
    </div>
  );
}
