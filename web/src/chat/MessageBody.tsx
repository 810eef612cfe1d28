import { Button } from "@mantine/core";
import { IconAlertTriangle, IconScissors } from "@tabler/icons-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";

import type { Answer } from "@/api/types.ts";
import type { Slice } from "@/lib/shapes.ts";
import { wholeList } from "@/lib/slice.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { Markdown } from "@/ui/Markdown.tsx";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";
import { AnswerBlock } from "./AnswerBlock.tsx";
import { ApprovalCard } from "./ApprovalCard.tsx";
import { CalledLine } from "./CalledLine.tsx";
import type { Body } from "./live-run.ts";
import type { MessageActs } from "./MessageList.tsx";
import classes from "./MessageList.module.css";
import { SaidText } from "./SaidMessage.tsx";
import { sliceInWords } from "./slice-words.ts";
import { type ShownMessage, type ShownThread, sliceBefore } from "./thread-messages.ts";
import type { SaidMessage } from "./turns.ts";

interface MessageBodyProps extends MessageActs {
  message: ShownMessage;
  /** What the person said before it. */
  said: SaidMessage | null;
  shown: ShownThread;
  isStreaming: boolean;
}

/** One thing that came of what a person said. */
export function MessageBody({ message, said, shown, isStreaming, ...acts }: MessageBodyProps) {
  const { body } = message;
  switch (body.kind) {
    case "answered":
      return <Answered text={body.text} isStreaming={isStreaming} />;
    case "called":
      return body.approval ? <ApprovalCard called={{ ...body, approval: body.approval }} /> : <CalledLine called={body} />;
    case "shown": {
      const answer = shown.answers[body.answer];
      return answer ? <ShownAnswer answer={answer} {...acts} /> : null;
    }
    case "sliced":
      return <SlicedLine body={body} message={message} shown={shown} {...acts} />;
    case "broke":
      return <Broken body={body} said={said} {...acts} />;
    // Said messages begin turns, and chips stand above the composer.
    case "said":
    case "suggested":
      return null;
    default:
      return body satisfies never;
  }
}

/** Drawn again only when its own words change, and not with every token of a later message. */
const Answered = memo(function Answered({ text, isStreaming }: { text: string; isStreaming: boolean }) {
  const { t } = useTranslation("chat");
  // An agent may open a message and never write in it.
  if (text.trim() === "") return null;
  return (
    <div className={classes["answered"]}>
      <VisuallyHidden>{t("agentSaid")}</VisuallyHidden>
      <div data-markdown>
        <Markdown text={text} isStreaming={isStreaming} />
      </div>
    </div>
  );
});

function ShownAnswer({ answer, sliceOf, onSlice, onRefetch, onSave }: MessageActs & { answer: Answer }) {
  const slice = sliceOf(answer);
  return (
    <AnswerBlock
      answer={answer}
      slice={slice}
      onSlice={(next) => onSlice(answer.id, next)}
      onRefetch={(days) => onRefetch(answer.id, days)}
      onSave={() => onSave(answer, slice)}
    />
  );
}

interface SlicedLineProps extends MessageActs {
  body: Extract<Body, { kind: "sliced" }>;
  message: ShownMessage;
  shown: ShownThread;
}

/** What words did to a table, without the model: said back, to be undone, or asked of the agent after all. */
function SlicedLine({ body, message, shown, onUnslice, onAsk, canAsk, sliceOf }: SlicedLineProps) {
  const { t: chat } = useTranslation("chat");
  const { t: common } = useTranslation("common");
  const { t: blocks } = useTranslation("blocks");
  const formats = useFormats();
  const answer = shown.answers[body.answer];
  const sentence = sliceInWords(body.slice, answer?.fields ?? [], { chat, blocks, formats });
  const counts = { shown: formats.number(body.shown), total: formats.number(body.total) };
  const isNow = answer !== undefined && same(sliceOf(answer), body.slice);
  return (
    <>
      <div className={classes["words"]}>
        <SaidText text={body.words} />
      </div>
      <div className={classes["sliced"]}>
        <p>
          <IconScissors size={14} stroke={1.75} aria-hidden />
          <span>{sentence ? chat("sliced.what", { sentence, ...counts }) : chat("sliced.whole", counts)}</span>
        </p>
        <div className={classes["lineActs"]}>
          {isNow ? (
            <Button size="compact-xs" variant="default" onClick={() => onUnslice(body.answer, sliceBefore(shown, message) ?? wholeList)}>
              {common("undo")}
            </Button>
          ) : null}
          {canAsk ? (
            <Button size="compact-xs" variant="default" onClick={() => onAsk(body.words)}>
              {chat("sliced.ask")}
            </Button>
          ) : null}
        </div>
      </div>
    </>
  );
}

function same(one: Slice, other: Slice): boolean {
  return JSON.stringify({ ...wholeList, ...one }) === JSON.stringify({ ...wholeList, ...other });
}

interface BrokenProps extends MessageActs {
  body: Extract<Body, { kind: "broke" }>;
  said: SaidMessage | null;
}

/** A run that failed stays, with what to do. Trying again takes its place, and it stays as an earlier attempt. */
function Broken({ body, said, onResend, canAsk }: BrokenProps) {
  const { t } = useTranslation("common");
  const words = useProblemWords();
  const { what, next } = words({ code: body.code, message: body.message, nextStep: body.next_step, facts: {} });
  return (
    <div className={classes["broken"]}>
      <IconAlertTriangle size={16} stroke={2} aria-hidden />
      <p>
        {what} {next}
      </p>
      {said && canAsk ? (
        <Button size="compact-xs" variant="default" onClick={() => onResend(said, said.body.text)}>
          {t("retry")}
        </Button>
      ) : null}
    </div>
  );
}
