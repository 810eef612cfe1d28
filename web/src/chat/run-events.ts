import { isRecord } from "@/api/client.ts";
import type { Answer, Called } from "@/api/types.ts";

/** What the screen needs of a run's event stream. Events it does not know are for somebody else. */
export type RunEvent =
  | { kind: "started"; run: string }
  | { kind: "finished"; waiting: number }
  | { kind: "failed"; code: string; message: string }
  | { kind: "text"; id: string; delta: string }
  | { kind: "call_started"; call: string; tool: string }
  | { kind: "call_arguments"; call: string; delta: string }
  | { kind: "call_result"; call: string; result: CallResult }
  | { kind: "block"; id: string; answer: Answer }
  | { kind: "chips"; chips: string[] };

export interface CallResult {
  status: Called["status"];
  rows: number | null;
  seconds: number | null;
  preview: string;
}

/** How a call may end; some end without having been made. */
const ENDS = ["done", "failed", "unknown", "declined", "withdrawn", "expired"] as const;

/** Reads one AG-UI event as it came over the wire; null when there is nothing in it to draw. */
export function readRunEvent(event: unknown): RunEvent | null {
  if (!isRecord(event)) return null;
  const text = (name: string) => (typeof event[name] === "string" ? event[name] : "");
  switch (event["type"]) {
    case "RUN_STARTED":
      return { kind: "started", run: text("runId") };
    case "RUN_FINISHED":
      return { kind: "finished", waiting: interruptsOf(event["outcome"]) };
    case "RUN_ERROR":
      return { kind: "failed", code: text("code") || "internal_error", message: text("message") };
    // Start and end say nothing of their own: an agent may open a message and never write in it.
    case "TEXT_MESSAGE_CONTENT":
      return { kind: "text", id: text("messageId"), delta: text("delta") };
    case "TOOL_CALL_START":
      return { kind: "call_started", call: text("toolCallId"), tool: text("toolCallName") };
    case "TOOL_CALL_ARGS":
      return { kind: "call_arguments", call: text("toolCallId"), delta: text("delta") };
    case "TOOL_CALL_RESULT":
      return { kind: "call_result", call: text("toolCallId"), result: readResult(text("content")) };
    case "ACTIVITY_SNAPSHOT":
      return event["activityType"] === "liveapps.block" ? readBlock(text("messageId"), event["content"]) : null;
    case "CUSTOM":
      return event["name"] === "liveapps.chips" ? readChips(event["value"]) : null;
    default:
      return null;
  }
}

/** How many calls wait for a decision of the person. */
function interruptsOf(outcome: unknown): number {
  const interrupts = isRecord(outcome) ? outcome["interrupts"] : null;
  return Array.isArray(interrupts) ? interrupts.length : 0;
}

function readResult(content: string): CallResult {
  const body = readJson(content);
  if (!isRecord(body)) return { status: "done", rows: null, seconds: null, preview: content };
  return {
    status: ENDS.find((end) => end === body["status"]) ?? "done",
    rows: typeof body["rows"] === "number" ? body["rows"] : null,
    seconds: typeof body["seconds"] === "number" ? body["seconds"] : null,
    preview: typeof body["preview"] === "string" ? body["preview"] : "",
  };
}

function readBlock(id: string, content: unknown): RunEvent | null {
  if (!isRecord(content) || content["v"] !== 1 || !isAnswer(content["answer"])) return null;
  return { kind: "block", id, answer: content["answer"] };
}

/** The server minted it: what is looked at here is only whether this version of the screen can draw it. */
function isAnswer(value: unknown): value is Answer {
  return (
    isRecord(value) &&
    typeof value["id"] === "string" &&
    isRecord(value["block"]) &&
    Array.isArray(value["rows"]) &&
    Array.isArray(value["fields"]) &&
    isRecord(value["slice"])
  );
}

function readChips(value: unknown): RunEvent | null {
  const chips = isRecord(value) ? value["chips"] : null;
  if (!Array.isArray(chips)) return null;
  return { kind: "chips", chips: chips.filter((chip) => typeof chip === "string") };
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
