import { describe, expect, it } from "vitest";

import { makeAnswer, makePanel } from "@/test/samples.ts";
import { firstChoice, knownLists, mayHaveBoard, saveTo } from "./destination.ts";

const lists = knownLists(makeAnswer(), [makePanel()]);
const stages = ["New", "Won"];
const choose = (answer = makeAnswer()) => firstChoice(answer, "Untitled", knownLists(answer, [makePanel()]), "p1", stages);

describe("where an answer is saved", () => {
  it("is first the list that knows its rows by the same key", () => {
    expect(lists.map(({ panel, collection }) => [panel, collection])).toEqual([["p1", "customers"]]);
    expect(saveTo(choose())).toEqual({ kind: "into_collection", panel: "p1", collection: "customers" });
  });

  it("is a new panel when no list has that key", () => {
    const answer = makeAnswer({ key: ["city"] });
    expect(saveTo(choose(answer))).toMatchObject({ kind: "new_panel", title: "Clientes", stages: [] });
  });

  it("is a new panel when the rows have no key at all", () => {
    expect(knownLists(makeAnswer({ key: [] }), [makePanel()])).toEqual([]);
  });

  it("waits for a title", () => {
    expect(saveTo({ ...choose(), kind: "new_panel", title: "  " })).toBeNull();
  });
});

describe("the board beside a table", () => {
  it("is added only when the person asks for it", () => {
    const choice = { ...choose(), kind: "new_panel" } as const;
    expect(saveTo(choice)).toMatchObject({ stages: [] });
    expect(saveTo({ ...choice, withBoard: true })).toMatchObject({ stages });
  });

  it("is not offered for rows that bring their own stage, nor for what has no rows", () => {
    const [, stage] = makeAnswer().fields;
    expect(mayHaveBoard(makeAnswer({ fields: makeAnswer().fields.filter((field) => field !== stage) }))).toBe(true);
    expect(mayHaveBoard(makeAnswer())).toBe(false);
    expect(mayHaveBoard(makeAnswer({ fields: [], block: { kind: "text", id: "t", title: "", width: 12 } }))).toBe(false);
  });
});
