import type { Body } from "./live-run.ts";
import type { ShownMessage } from "./thread-messages.ts";

/** Calls of tools that follow each other are one activity; everything else stands for itself. */
export type TurnPart = { kind: "message"; message: ShownMessage } | { kind: "calls"; id: string; calls: CalledMessage[] };

export type CalledMessage = ShownMessage & { body: Extract<Body, { kind: "called" }> };
export type SaidMessage = ShownMessage & { body: Extract<Body, { kind: "said" }> };

/** What a person said, and what came of it. The first turn of a thread may have been begun by nobody. */
export interface Turn {
  id: string;
  said: SaidMessage | null;
  parts: TurnPart[];
}

export function turnsOf(messages: readonly ShownMessage[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.body.kind === "suggested") continue;
    if (isSaid(message)) {
      turns.push({ id: message.id, said: message, parts: [] });
      continue;
    }
    if (turns.length === 0 || message.body.kind === "sliced") turns.push({ id: message.id, said: null, parts: [] });
    const turn = turns.at(-1);
    if (turn) add(turn.parts, message);
  }
  return turns;
}

function add(parts: TurnPart[], message: ShownMessage): void {
  // A call that a person must decide about, or did, is told in a place of its own.
  if (!isCalled(message) || message.body.approval !== null) {
    parts.push({ kind: "message", message });
    return;
  }
  const last = parts.at(-1);
  if (last?.kind === "calls") last.calls.push(message);
  else parts.push({ kind: "calls", id: message.id, calls: [message] });
}

export function isSaid(message: ShownMessage): message is SaidMessage {
  return message.body.kind === "said";
}

function isCalled(message: ShownMessage): message is CalledMessage {
  return message.body.kind === "called";
}

/** Whether there is something of the agent's in a turn to copy or to ask for again. */
export function isAnswered({ parts }: Turn): boolean {
  return parts.some((part) => part.kind === "message" && (part.message.body.kind === "answered" || part.message.body.kind === "shown"));
}
