import { describe, expect, it } from "vitest";

import { makeAnswer, makeSaid, makeThread } from "@/test/samples.ts";
import { type LiveRun, startedRun } from "./live-run.ts";
import { lastRowsAnswer, openChips, shownThread } from "./thread-messages.ts";

const kinds = (...parts: Parameters<typeof shownThread>) => shownThread(...parts).messages.map(({ body }) => body.kind);
const saidNow = { id: "m9", body: makeSaid("E agora?") } as const;

function live(run: string, more: Partial<LiveRun> = {}): LiveRun {
  return { ...startedRun(run, null), phase: "running", ...more };
}

describe("a thread with a run that is followed", () => {
  it("shows what the person said once, before and after the server has it", () => {
    const following = live("r2", { said: saidNow });
    expect(kinds(makeThread(), following)).toEqual(["said", "shown", "said"]);
    const at = "2026-11-30T12:01:00Z";
    const stored = makeThread();
    stored.messages.push({ id: "m3", thread: "t1", seq: 3, run: "r2", at, body: saidNow.body });
    expect(kinds(stored, following)).toEqual(["said", "shown", "said"]);
  });

  it("shows what the run said once, though the server has stored part of it", () => {
    const following = live("r1", { messages: [{ id: "m2", body: { kind: "shown", answer: "a1" } }] });
    expect(kinds(makeThread(), following)).toEqual(["said", "shown"]);
  });

  it("is the server's to tell once the run is over and stored", () => {
    const following = live("r1", { phase: "finished", messages: [{ id: "x", body: { kind: "answered", text: "old" } }] });
    expect(kinds(makeThread(), following)).toEqual(["said", "shown"]);
  });

  it("of a new conversation shows the live part alone", () => {
    expect(kinds(null, live("r1", { said: saidNow }))).toEqual(["said"]);
  });
});

describe("the table that words can cut", () => {
  it("is the last block of the conversation, when it is a list", () => {
    expect(lastRowsAnswer(shownThread(makeThread(), null))?.id).toBe("a1");
  });

  it("is none when the last block is something else", () => {
    const text = makeAnswer({ block: { kind: "text", id: "t", title: "", width: 12 } });
    expect(lastRowsAnswer(shownThread(makeThread({ answers: { a1: text } }), null))).toBeNull();
  });
});

describe("chips", () => {
  it("are offered only at the end of the conversation", () => {
    const stored = makeThread();
    const at = "2026-11-30T12:01:00Z";
    stored.messages.push({ id: "m3", thread: "t1", seq: 3, run: "r1", at, body: { kind: "suggested", chips: ["Outra"] } });
    expect(openChips(shownThread(stored, null))).toEqual(["Outra"]);
    expect(openChips(shownThread(stored, live("r2", { said: saidNow })))).toEqual([]);
  });
});
