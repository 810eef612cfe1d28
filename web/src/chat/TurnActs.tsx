import { ActionIcon } from "@mantine/core";
import { IconMarkdown, IconRefresh } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";

import type { Answer } from "@/api/types.ts";
import { plainText } from "@/lib/plain-text.ts";
import type { Slice } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { copyText } from "@/ui/copy.ts";
import { CopyButton } from "@/ui/CopyButton.tsx";
import { announce } from "@/ui/live-region.ts";
import { showToast } from "@/ui/toasts.ts";
import { turnAsMarkdown } from "./as-markdown.ts";
import classes from "./MessageList.module.css";
import type { Turn } from "./turns.ts";

interface TurnActsProps {
  turn: Turn;
  answers: Readonly<Record<string, Answer>>;
  sliceOf: (answer: Answer) => Slice;
  /** Null where it cannot be asked for again. */
  onAgain: (() => void) | null;
  label: string;
}

/** What can be done with an answer as a whole. */
export function TurnActs({ turn, answers, sliceOf, onAgain, label }: TurnActsProps) {
  const { t } = useTranslation("chat");
  const formats = useFormats();
  const row = useRef<HTMLDivElement>(null);
  const words = wordsOf(turn);
  const copyMarkdown = async () => {
    const done = await copyText(turnAsMarkdown(turn, { answers, sliceOf, formats }));
    if (done) announce(t("acts.copiedMarkdown"));
    showToast(done ? { text: t("acts.copiedMarkdown"), tone: "good", seconds: 3 } : { text: t("acts.copyRefused"), tone: "bad" });
  };
  return (
    <div className={classes["acts"]} ref={row} role="group" aria-label={label} data-acts>
      {words === "" ? null : <CopyButton label={t("acts.copyAnswer")} text={() => words} html={() => htmlOf(row.current)} />}
      <ActionIcon aria-label={t("acts.copyMarkdown")} title={t("acts.copyMarkdown")} onClick={() => void copyMarkdown()}>
        <IconMarkdown size={16} stroke={1.75} />
      </ActionIcon>
      {onAgain ? (
        <ActionIcon aria-label={t("acts.again")} title={t("acts.again")} onClick={onAgain}>
          <IconRefresh size={15} stroke={1.75} />
        </ActionIcon>
      ) : null}
    </div>
  );
}

function wordsOf({ parts }: Turn): string {
  const texts = parts.flatMap((part) => (part.kind === "message" && part.message.body.kind === "answered" ? [part.message.body.text] : []));
  return texts.map((text) => text.split(/\n{2,}/).map(plainText).join("\n\n")).join("\n\n");
}

/** What is drawn of the words, for programs that take it. */
function htmlOf(row: HTMLElement | null): string | null {
  const drawn = row?.parentElement?.querySelectorAll('[data-kind="answered"] [data-markdown]') ?? [];
  return [...drawn].map(({ innerHTML }) => innerHTML).join("") || null;
}
