import i18next from "i18next";
import { describe, expect, it } from "vitest";

import { makeFormats } from "@/lib/format.ts";
import { wholeList } from "@/lib/slice.ts";
import { makeAnswer, makeSaid } from "@/test/samples.ts";
import { turnAsMarkdown } from "./as-markdown.ts";
import type { CalledMessage, Turn } from "./turns.ts";
import { turnsOf } from "./turns.ts";

const message = (id: string, body: CalledMessage["body"] | Parameters<typeof turnsOf>[0][number]["body"]) => ({ id, run: "r", body });
const call = (id: string, approval: CalledMessage["body"]["approval"] = null) =>
  message(id, { kind: "called", call: id, tool: "crm.list", arguments: {}, status: "done", rows: 1, seconds: 1, preview: "", reading: null, approval });
const answered = (text: string) => message(text, { kind: "answered", text });
const shown = message("s", { kind: "shown", answer: "a1" });

function markdownOf(turn: Turn | undefined, answer = makeAnswer(), slice = wholeList) {
  const formats = makeFormats("en", i18next.getFixedT("en", "common"), "UTC");
  return turn ? turnAsMarkdown(turn, { answers: { a1: answer }, sliceOf: () => slice, formats }) : "";
}

describe("the turns of a conversation", () => {
  it("begin with what a person said", () => {
    const turns = turnsOf([message("1", makeSaid("a")), answered("b"), message("2", makeSaid("c")), answered("d")]);
    expect(turns.map(({ said, parts }) => [said?.body.text, parts.length])).toEqual([["a", 1], ["c", 1]]);
  });

  it("hold calls that follow each other as one activity", () => {
    const [turn] = turnsOf([message("1", makeSaid("a")), call("x"), call("y"), answered("b"), call("z")]);
    expect(turn?.parts.map((part) => (part.kind === "calls" ? part.calls.length : part.message.body.kind))).toEqual([2, "answered", 1]);
  });

  it("leave a call that a person decides about in a place of its own", () => {
    const approval = { id: "p", title: "", expires_at: "", decided_by: "", reason: "", edited: false, goes_on: null };
    const [turn] = turnsOf([message("1", makeSaid("a")), call("x"), call("y", approval), call("z")]);
    expect(turn?.parts.map(({ kind }) => kind)).toEqual(["calls", "message", "calls"]);
  });
});

describe("an answer as markdown", () => {
  it("has its words as they are and its tables as they are looked at", () => {
    const [turn] = turnsOf([message("1", makeSaid("a")), answered("Here **they** are:"), shown]);
    const inSaoPaulo = { ...wholeList, where: [{ field: "city", op: "is" as const, value: "São Paulo" }] };
    const text = markdownOf(turn, makeAnswer(), inSaoPaulo);
    expect(text).toContain("Here **they** are:\n\n**Clientes**\n\n| ");
    expect(text).toContain("| Embraer |");
    expect(text).not.toContain("Riotur");
  });

  it("keeps a bar and a line break of a cell in the cell", () => {
    const [turn] = turnsOf([shown]);
    const answer = makeAnswer({ rows: [{ company: "A | B\nC", city: "x" }] });
    expect(markdownOf(turn, answer)).toContain("| A \\| B C |");
  });
});
