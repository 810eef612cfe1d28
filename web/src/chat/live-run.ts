import { isRecord } from "@/api/client.ts";
import type { Answer, Called, Message } from "@/api/types.ts";
import type { Problem } from "@/lib/problem.ts";
import { type CallResult, readJson, type RunEvent } from "./run-events.ts";

export type Body = Message["body"];

/** `cut`: the stream ended without saying how, and the run may go on at the server. `refused`: there is no run. */
export type Phase = "starting" | "running" | "finished" | "failed" | "cut" | "refused";

export interface LiveMessage {
  id: string;
  body: Body;
}

/** A run as seen so far, in the shapes of a stored thread, so that both are drawn alike. */
export interface LiveRun {
  run: string;
  phase: Phase;
  stopping: boolean;
  /** What the person said to start it; null for a run that was joined. */
  said: LiveMessage | null;
  /** Why nothing was started. */
  problem: Problem | null;
  messages: readonly LiveMessage[];
  answers: Readonly<Record<string, Answer>>;
  /** Arguments of calls under way: JSON that is not complete yet. */
  drafts: Readonly<Record<string, string>>;
  /** What came of calls of earlier runs, which waited for a person. */
  settled: Readonly<Record<string, CallResult>>;
  /** How many calls wait for a decision, once the run is over. */
  waiting: number;
  /** A connection tells the run from its first event; what stands here is kept until it has something to say. */
  replaying: boolean;
}

export function startedRun(run: string, said: LiveMessage | null): LiveRun {
  return {
    run,
    phase: "starting",
    stopping: false,
    said,
    problem: null,
    messages: [],
    answers: {},
    drafts: {},
    settled: {},
    waiting: 0,
    replaying: false,
  };
}

export function isOver(live: LiveRun): boolean {
  return live.phase === "finished" || live.phase === "failed";
}

export function applied(live: LiveRun, event: RunEvent): LiveRun {
  if (event.kind === "started") return { ...live, phase: "running", run: event.run || live.run, replaying: true };
  if (event.kind === "finished") return { ...live, phase: "finished", waiting: event.waiting };
  const cleared = live.replaying ? { ...live, messages: [], answers: {}, drafts: {}, settled: {}, replaying: false } : live;
  return drawn(cleared, event);
}

function drawn(live: LiveRun, event: Exclude<RunEvent, { kind: "started" | "finished" }>): LiveRun {
  switch (event.kind) {
    case "failed":
      return broken(live, event.code, event.message);
    case "text":
      return withText(live, event.id, event.delta);
    case "call_started":
      return put(live, event.call, callStarted(event.call, event.tool));
    case "call_arguments":
      return withArguments(live, event.call, event.delta);
    case "call_result":
      if (!bodyOf(live, event.call)) return { ...live, settled: { ...live.settled, [event.call]: event.result } };
      return withCall(live, event.call, (called) => ({ ...called, ...event.result }));
    case "block": {
      const shown = put(live, event.id, { kind: "shown", answer: event.answer.id });
      return { ...shown, answers: { ...live.answers, [event.answer.id]: event.answer } };
    }
    case "chips":
      return put(live, "chips", { kind: "suggested", chips: event.chips });
    default:
      return event satisfies never;
  }
}

/** A failed run stays readable, with what it had said so far. */
export function broken(live: LiveRun, code: string, message: string): LiveRun {
  return { ...put(live, "broke", { kind: "broke", code, message, next_step: "" }), phase: "failed" };
}

function callStarted(call: string, tool: string): Called {
  return {
    kind: "called",
    call,
    tool,
    arguments: {},
    status: "running",
    rows: null,
    seconds: null,
    preview: "",
    reading: null,
    approval: null,
  };
}

function withText(live: LiveRun, id: string, delta: string): LiveRun {
  const before = bodyOf(live, id);
  return put(live, id, { kind: "answered", text: (before?.kind === "answered" ? before.text : "") + delta });
}

function withArguments(live: LiveRun, call: string, delta: string): LiveRun {
  const draft = (live.drafts[call] ?? "") + delta;
  const whole = readJson(draft);
  const next = { ...live, drafts: { ...live.drafts, [call]: draft } };
  return isRecord(whole) ? withCall(next, call, (called) => ({ ...called, arguments: whole })) : next;
}

function withCall(live: LiveRun, call: string, change: (called: Called) => Called): LiveRun {
  const before = bodyOf(live, call);
  return before?.kind === "called" ? put(live, call, change(before)) : live;
}

function bodyOf(live: LiveRun, id: string): Body | undefined {
  return live.messages.find((message) => message.id === id)?.body;
}

function put(live: LiveRun, id: string, body: Body): LiveRun {
  const known = live.messages.some((message) => message.id === id);
  const messages = known
    ? live.messages.map((message) => (message.id === id ? { id, body } : message))
    : [...live.messages, { id, body }];
  return { ...live, messages };
}
