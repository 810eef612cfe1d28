import { useTranslation } from "react-i18next";

import type { Answer, ThreadView } from "@/api/types.ts";
import type { Slice } from "@/lib/shapes.ts";
import { Activity } from "./Activity.tsx";
import { MessageBody } from "./MessageBody.tsx";
import classes from "./MessageList.module.css";
import { SaidMessage } from "./SaidMessage.tsx";
import { keyOf, type ShownThread } from "./thread-messages.ts";
import { TurnActs } from "./TurnActs.tsx";
import { isAnswered, type SaidMessage as Said, type Turn, type TurnPart, turnsOf } from "./turns.ts";
import type { Chosen } from "./use-chosen.ts";
import { usePath } from "./use-path.ts";
import type { Path } from "./versions.ts";

export interface MessageActs {
  sliceOf: (answer: Answer) => Slice;
  onSlice: (answer: string, slice: Slice) => void;
  /** Back to how an answer was sliced before. */
  onUnslice: (answer: string, slice: Slice) => void;
  onRefetch: (answer: string, days: number | null) => Promise<void>;
  onSave: (answer: Answer, slice: Slice) => void;
  onAsk: (text: string) => void;
  /** Says a message anew in its place: what came of it stays as an earlier attempt. */
  onResend: (message: Said, text: string) => void;
  /** Along another way that the conversation went on; null is the one that counts. */
  onWay: (at: string, way: number | null) => void;
  canAsk: boolean;
}

export interface MessageListProps extends MessageActs {
  /** As the server has it; null for a thread that it does not know yet. */
  stored: ThreadView | null;
  /** The same with the run that is being followed. */
  shown: ShownThread;
  chosen: Chosen;
  /** The message that is being written right now. */
  streaming: string | null;
  /** The message of the person's that is being edited. */
  editing: string | null;
  onEdit: (message: string | null) => void;
}

export default function MessageList({ stored, shown, chosen, ...acts }: MessageListProps) {
  const path = usePath(stored, shown, chosen);
  const turns = turnsOf(path.messages);
  return (
    <ol className={classes["turns"]}>
      {turns.map((turn, place) => (
        <TurnView key={turn.said ? keyOf(turn.said) : turn.id} turn={turn} isLast={place === turns.length - 1} path={path} {...acts} />
      ))}
    </ol>
  );
}

interface TurnViewProps extends Omit<MessageListProps, "stored" | "shown" | "chosen"> {
  path: Path;
  turn: Turn;
  isLast: boolean;
}

function TurnView({ turn, isLast, path, streaming, editing, onEdit, ...acts }: TurnViewProps) {
  const { t } = useTranslation("chat");
  const { said } = turn;
  const canChange = acts.canAsk && !path.isEarlier;
  const isRunning = isLast && !acts.canAsk && !path.isEarlier;
  return (
    <li className={classes["turn"]} data-last={isLast || undefined}>
      {said ? (
        <SaidMessage
          message={said}
          place={path.places.get(said.id)}
          onWay={acts.onWay}
          canEdit={canChange}
          isEditing={canChange && editing === keyOf(said)}
          onEdit={(isEditing) => onEdit(isEditing ? keyOf(said) : null)}
          onResend={(text) => acts.onResend(said, text)}
        />
      ) : null}
      {turn.parts.map((part) => (
        <div key={keyOfPart(part)} className={classes["part"]} data-kind={part.kind === "calls" ? "called" : part.message.body.kind}>
          {part.kind === "calls" ? <Activity calls={part.calls} /> : <MessageBody message={part.message} said={said} shown={path} isStreaming={part.message.id === streaming} {...acts} canAsk={canChange} />}
        </div>
      ))}
      {isAnswered(turn) && !isRunning ? (
        <TurnActs
          turn={turn}
          answers={path.answers}
          sliceOf={acts.sliceOf}
          onAgain={said && isLast && canChange ? () => acts.onResend(said, said.body.text) : null}
          label={t("acts.ofAnswer")}
        />
      ) : null}
    </li>
  );
}

function keyOfPart(part: TurnPart): string {
  return part.kind === "calls" ? `calls ${part.calls[0]?.body.call ?? part.id}` : keyOf(part.message);
}

