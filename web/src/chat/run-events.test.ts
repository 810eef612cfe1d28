import { describe, expect, it } from "vitest";

import { makeAnswer } from "@/test/samples.ts";
import { readRunEvent } from "./run-events.ts";

describe("an event of a run", () => {
  it("of a tool's result brings rows, time and a preview", () => {
    const content = JSON.stringify({ status: "done", rows: 5, seconds: 0.2, preview: "…" });
    expect(readRunEvent({ type: "TOOL_CALL_RESULT", toolCallId: "c1", content })).toEqual({
      kind: "call_result",
      call: "c1",
      result: { status: "done", rows: 5, seconds: 0.2, preview: "…" },
    });
  });

  it("of a result in plain text shows the text", () => {
    const event = readRunEvent({ type: "TOOL_CALL_RESULT", toolCallId: "c1", content: "hello" });
    expect(event).toMatchObject({ result: { status: "done", rows: null, preview: "hello" } });
  });

  it("brings a block with its answer", () => {
    const answer = makeAnswer();
    const content = { v: 1, answer };
    expect(readRunEvent({ type: "ACTIVITY_SNAPSHOT", messageId: "m", activityType: "liveapps.block", content })).toEqual({
      kind: "block",
      id: "m",
      answer,
    });
  });

  it.each([
    { v: 2, answer: makeAnswer() },
    { v: 1, answer: { id: "a1" } },
    { v: 1 },
    null,
  ])("with a block this page cannot draw is left out", (content) => {
    expect(readRunEvent({ type: "ACTIVITY_SNAPSHOT", messageId: "m", activityType: "liveapps.block", content })).toBeNull();
  });

  it("brings chips, and only those that are sentences", () => {
    expect(readRunEvent({ type: "CUSTOM", name: "liveapps.chips", value: { chips: ["a", 1] } })).toEqual({ kind: "chips", chips: ["a"] });
  });

  it.each([{ type: "STATE_DELTA" }, { type: "CUSTOM", name: "other" }, { type: "TEXT_MESSAGE_START", messageId: "m" }, "text", null])(
    "that is for somebody else says nothing",
    (event) => {
      expect(readRunEvent(event)).toBeNull();
    },
  );
});
