import { describe, expect, it } from "vitest";

import type { Attempt, AttemptHead } from "@/api/types.ts";
import { makeAnswer, makeSaid } from "@/test/samples.ts";
import { pathAlong } from "./versions.ts";

const message = (id: string) => ({ id, thread: "t", seq: 0, run: null, at: "", body: makeSaid(id) });
const counting = (...ids: string[]) => ({ messages: ids.map(message), answers: {} });
const attempts: Record<number, Attempt> = {
  1: { number: 1, messages: [message("c1"), message("d1")], answers: { a1: makeAnswer() } },
  2: { number: 2, messages: [message("b2"), message("c2")], answers: {} },
};
const afterB: AttemptHead = { number: 1, after: "b" };

function walk(chosen: [string, number | null][], heads: AttemptHead[] = [afterB], ids = ["a", "b", "c"]) {
  return pathAlong(counting(...ids), { heads, attempt: (number) => attempts[number] ?? null, chosen: new Map(chosen) });
}
const ids = (path: ReturnType<typeof walk>) => path.messages.map(({ id }) => id).join(" ");

describe("a conversation with an earlier attempt", () => {
  it("goes the way that counts, and says that there is another", () => {
    const path = walk([]);
    expect([ids(path), path.isEarlier]).toEqual(["a b c", false]);
    expect([...path.places]).toEqual([["c", { at: "b", ways: [1, null], shown: null }]]);
  });

  it("goes the way that was chosen, with what was shown there", () => {
    const path = walk([["b", 1]]);
    expect([ids(path), path.isEarlier]).toEqual(["a b c1 d1", true]);
    expect([...path.places]).toEqual([["c1", { at: "b", ways: [1, null], shown: 1 }]]);
    expect(path.answers["a1"]).toBeDefined();
  });

  it("waits on the way that counts for an attempt that is not here yet", () => {
    expect(ids(walk([["b", 9]], [{ number: 9, after: "b" }]))).toBe("a b c");
  });

  it("parts at the very beginning too", () => {
    const path = walk([["", 2]], [{ number: 2, after: null }]);
    expect(ids(path)).toBe("b2 c2");
    expect(path.places.get("b2")).toEqual({ at: "", ways: [2, null], shown: 2 });
  });
});

describe("an attempt within an attempt", () => {
  const heads = [
    { number: 1, after: "b2" },
    { number: 2, after: "a" },
  ];

  it("is reached from there", () => {
    expect(ids(walk([["a", 2]], heads))).toBe("a b2 c2");
    expect(walk([["a", 2]], heads).places.get("c2")).toEqual({ at: "b2", ways: [1, 2], shown: 2 });
    expect(ids(walk([["a", 2], ["b2", 1]], heads))).toBe("a b2 c1 d1");
  });
});
