import { describe, expect, it } from "vitest";

import type { ThreadView } from "@/api/types.ts";
import { makeAnswer, makeThread } from "@/test/samples.ts";
import { applied, type LiveRun, startedRun } from "./live-run.ts";
import { readRunEvent } from "./run-events.ts";
import { Runs } from "./runs.ts";
import { shownThread } from "./thread-messages.ts";

type OnEvent = (event: unknown) => void;

const STREAM = [
  { type: "RUN_STARTED", runId: "r1" },
  { type: "STATE_SNAPSHOT", snapshot: {} },
  { type: "TOOL_CALL_RESULT", toolCallId: "c0", content: '{"status":"declined","rows":null,"seconds":null,"preview":"No."}' },
  { type: "TEXT_MESSAGE_START", messageId: "m1" },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Let me " },
  { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "look." },
  { type: "TEXT_MESSAGE_END", messageId: "m1" },
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "crm.list" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"days"' },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: ":30}" },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
  { type: "TOOL_CALL_RESULT", toolCallId: "c1", content: '{"status":"done","rows":3,"seconds":0.2,"preview":"3"}' },
  { type: "ACTIVITY_SNAPSHOT", messageId: "m2", activityType: "liveapps.block", content: { v: 1, answer: makeAnswer() } },
  { type: "CUSTOM", name: "liveapps.chips", value: { chips: ["More"] } },
  { type: "RUN_FINISHED", outcome: { type: "interrupt", interrupts: [{ id: "i1" }] } },
];

function seen(events: readonly unknown[]): LiveRun {
  return events.reduce<LiveRun>((live, raw) => {
    const event = readRunEvent(raw);
    return event ? applied(live, event) : live;
  }, startedRun("r1", null));
}

/** What the tab shows when each connection but the last is cut after so many events. */
async function followed(cuts: readonly number[]): Promise<LiveRun> {
  const connections = [...cuts.map((cut) => STREAM.slice(0, cut)), STREAM];
  const say = (onEvent: OnEvent) => {
    for (const event of connections.shift() ?? []) onEvent(event);
  };
  let last: LiveRun | null = null;
  const runs = new Runs({
    wire: { start: async () => undefined, follow: async (_thread, _run, onEvent) => say(onEvent), cancel: async () => undefined },
    reread: async () => {
      last = runs.of("t1");
    },
    wait: async () => undefined,
  });
  await runs.follow("t1", "r1");
  if (last === null) throw new Error("the run did not end");
  return last;
}

describe("a run whose stream is cut", () => {
  it.each(STREAM.slice(0, -1).map((_, cut) => cut))("after %i events looks in the end as one that was not", async (cut) => {
    expect(await followed([cut])).toEqual(seen(STREAM));
  });

  it("again and again looks in the end as one that was not", async () => {
    expect(await followed([9, 2, 0, 13, 5])).toEqual(seen(STREAM));
  });
});

describe("a call that waited for a person", () => {
  const waiting = (): ThreadView => {
    const thread = makeThread();
    const approval = { id: "ap1", title: "Send", expires_at: "2026-12-07T15:00:00Z", decided_by: "", reason: "", edited: false, goes_on: null };
    const called = { kind: "called", call: "c0", tool: "crm.send", arguments: {}, status: "waiting", rows: null, seconds: null, preview: "", reading: null, approval } as const;
    thread.messages.push({ id: "m9", thread: "t1", seq: 9, run: "r0", at: "2026-11-30T12:01:00Z", body: called });
    return thread;
  };
  const shown = (live: LiveRun | null) => shownThread(waiting(), live).messages.flatMap(({ body }) => (body.kind === "called" && body.call === "c0" ? [body.status] : []));

  it("shows what the run that goes on says came of it, in its own place", () => {
    expect(shown(seen(STREAM.slice(0, 2)))).toEqual(["waiting"]);
    expect(shown(seen(STREAM.slice(0, 4)))).toEqual(["declined"]);
  });

  it("is counted when the run ends, to be spoken of", () => {
    expect(seen(STREAM)).toMatchObject({ phase: "finished", waiting: 1 });
  });
});
