import type { Answer, Message, ThreadView } from "@/api/types.ts";
import { type Body, isOver, type LiveRun } from "./live-run.ts";

/** One thing of a conversation, stored or followed live. */
export interface ShownMessage {
  id: string;
  run: string | null;
  body: Body;
}

export interface ShownThread {
  messages: ShownMessage[];
  answers: Readonly<Record<string, Answer>>;
}

/**
 * The stored thread with the run that is being followed at its end. What the server has already stored of that run is
 * left to the live copy, so that nothing stands twice; what the person said is taken from the server once it has it.
 */
export function shownThread(stored: ThreadView | null, live: LiveRun | null): ShownThread {
  const known = (stored?.messages ?? []).map(({ id, run, body }: Message) => ({ id, run, body }));
  if (!live) return { messages: known, answers: stored?.answers ?? {} };
  const others = known.filter(({ run, body }) => run !== live.run || body.kind === "said").map((message) => settled(message, live));
  const isSaid = known.some(({ id, run, body }) => id === live.said?.id || (run === live.run && body.kind === "said"));
  const said = live.said && !isSaid ? [{ ...live.said, run: live.run }] : [];
  const followed = live.messages.map((message) => ({ ...message, run: live.run }));
  // A run that is over and stored is the server's to tell; this copy only bridges the time until then.
  const isStored = isOver(live) && known.some(({ run, body }) => run === live.run && body.kind !== "said");
  return {
    messages: isStored ? known : [...others, ...said, ...followed],
    answers: { ...stored?.answers, ...live.answers },
  };
}

/** A call that waited for a person, with what this run says came of it. */
function settled(message: ShownMessage, live: LiveRun): ShownMessage {
  const result = message.body.kind === "called" ? live.settled[message.body.call] : undefined;
  return message.body.kind === "called" && result ? { ...message, body: { ...message.body, ...result } } : message;
}

/** The last block of a conversation, when words can cut it: a list of rows. */
export function lastRowsAnswer({ messages, answers }: ShownThread): Answer | null {
  const last = messages.findLast(({ body }) => body.kind === "shown");
  if (last?.body.kind !== "shown") return null;
  const answer = answers[last.body.answer];
  return answer && "of" in answer.block ? answer : null;
}

/** Chips stand at the end of what was said last; older ones are history. */
export function openChips({ messages }: ShownThread): string[] {
  const last = messages.at(-1)?.body;
  return last?.kind === "suggested" ? last.chips : [];
}

/** What the person said to start a run, for trying again. */
export function saidIn({ messages }: ShownThread, message: ShownMessage): string | null {
  const at = messages.indexOf(message);
  const said = messages.slice(0, at).findLast(({ body, run }) => body.kind === "said" && (message.run === null || run === null || run === message.run));
  return said?.body.kind === "said" ? said.body.text : null;
}

/** How an answer was sliced before this message, for going back. */
export function sliceBefore({ messages }: ShownThread, message: ShownMessage) {
  if (message.body.kind !== "sliced") return null;
  const { answer } = message.body;
  const before = messages.slice(0, messages.indexOf(message)).findLast(({ body }) => body.kind === "sliced" && body.answer === answer);
  return before?.body.kind === "sliced" ? before.body.slice : null;
}

/** The same before and after the server has stored it: nothing is drawn anew, and what was opened stays open. */
export function keyOf({ id, body }: ShownMessage): string {
  if (body.kind === "said") return body.sent_as ?? id;
  if (body.kind === "shown") return body.answer;
  return body.kind === "called" ? body.call : id;
}

/** The key of what the person said last. */
export function lastSaid(messages: readonly ShownMessage[]): string | null {
  const said = messages.findLast(({ body }) => body.kind === "said");
  return said ? keyOf(said) : null;
}
