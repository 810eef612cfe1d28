import { ActionIcon, Textarea } from "@mantine/core";
import { IconArrowUp, IconPlayerStopFilled } from "@tabler/icons-react";
import { type KeyboardEvent, type Ref, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Answer, Understood } from "@/api/types.ts";
import { useFormats } from "@/lib/use-formats.ts";
import classes from "./Composer.module.css";
import { sliceAct } from "./slice-act.ts";
import { useUnderstanding } from "./use-understanding.ts";

interface ComposerProps {
  text: string;
  onText: (text: string) => void;
  /** The list that words can cut without a model, if the conversation ends with one. */
  target: Answer | null;
  isRunning: boolean;
  isStopping: boolean;
  onAsk: (text: string) => void;
  onSlice: (answer: Answer, understood: Understood, words: string) => Promise<void>;
  onStop: () => void;
  input: Ref<HTMLTextAreaElement>;
}

/** What is typed next. When the words would only cut the table above, that is said before they are sent. */
export function Composer({ text, onText, target, isRunning, isStopping, onAsk, onSlice, onStop, input }: ComposerProps) {
  const { t } = useTranslation("chat");
  const { understood, read } = useUnderstanding(isRunning ? null : target, text);
  const [isReading, setReading] = useState(false);
  const isEmpty = text.trim() === "";

  const send = async (askAgent: boolean) => {
    if (isEmpty || isRunning || isReading) return;
    setReading(true);
    const meaning = askAgent ? null : (understood ?? (await read(text)));
    try {
      if (meaning && target) await onSlice(target, meaning, text.trim());
      else onAsk(text.trim());
    } finally {
      setReading(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an accent or a word is being composed, Enter belongs to the keyboard.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send(event.ctrlKey || event.metaKey);
  };
  return (
    <div className={classes["composer"]}>
      <div className={classes["box"]}>
        <Textarea
          ref={input}
          className={classes["input"] ?? ""}
          variant="unstyled"
          aria-label={t("composer.label")}
          placeholder={t("composer.hint")}
          autosize
          minRows={1}
          maxRows={9}
          maxLength={20_000}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {isRunning ? (
          <ActionIcon className={classes["send"] ?? ""} variant="filled" color="gray" size={32} radius="xl" aria-label={t(isStopping ? "composer.stopping" : "composer.stop")} aria-disabled={isStopping} onClick={onStop}>
            <IconPlayerStopFilled size={14} />
          </ActionIcon>
        ) : (
          <ActionIcon className={classes["send"] ?? ""} variant="filled" color="accent" size={32} radius="xl" aria-label={t("composer.send")} disabled={isEmpty} loading={isReading} onClick={() => void send(false)}>
            <IconArrowUp size={17} stroke={2} />
          </ActionIcon>
        )}
      </div>
      <KeysLine understood={isRunning ? null : understood} isEmpty={isEmpty} />
    </div>
  );
}

/** What Enter will do. */
function KeysLine({ understood, isEmpty }: { understood: Understood | null; isEmpty: boolean }) {
  const { t } = useTranslation("chat");
  const { number } = useFormats();
  if (!understood) {
    return <p className={classes["keys"]}>{isEmpty ? "" : t("composer.keys")}</p>;
  }
  const { sentence, shown, total, slice } = understood;
  const words = { sentence, shown: number(shown), total: number(total) };
  return (
    <p className={classes["keys"]} data-understood role="status">
      <span>
        <kbd>Enter</kbd> {t(`composer.${sliceAct(slice)}`, words)}
      </span>
      <span>
        <kbd>Ctrl+Enter</kbd> {t("composer.askAgent")}
      </span>
    </p>
  );
}
