import { beforeEach, describe, expect, it, vi } from "vitest";

import type { Attachment, ChatLimits } from "@/api/types.ts";
import { later, refusal } from "@/test/fake-server.ts";
import { pastedAs } from "./pasted.ts";
import { Trays } from "./trays.ts";

const limits: ChatLimits = { message_characters: 100, files_a_message: 3, file_bytes: 10, person_bytes: 100, types: ["csv"] };
const file = (name = "a.csv", text = "a;b") => new File([text], name);

function attachment(name: string, rows = 5): Attachment {
  return { id: `id ${name}`, owner: "ana", name, size: 3, digest: "", at: "", kind: "rows", sheets: [{ title: name, columns: ["a"], row_count: rows, kept: rows }], characters: 0 };
}

function trays(upload: ConstructorParameters<typeof Trays>[0]["upload"] = async ({ name }) => attachment(name)) {
  const drop = vi.fn(async () => undefined);
  return { trays: new Trays({ upload, drop }), drop };
}

const states = (tray: Trays, thread: string | null = "t1") => tray.of(thread).map(({ name, state }) => [name, state.kind]);
const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

beforeEach(() => localStorage.clear());

describe("a file in the composer", () => {
  it("goes up at once, and says how far it is", async () => {
    const end = later<Attachment>();
    let tell: (part: number) => void = () => undefined;
    const { trays: tray } = trays((_file, onProgress) => {
      tell = onProgress;
      return end.promise;
    });
    tray.add("t1", [file()], limits);
    tell(0.5);
    expect(tray.of("t1")[0]?.state).toEqual({ kind: "sending", part: 0.5 });
    end.keep(attachment("a.csv"));
    await settled();
    expect(tray.take("t1")).toEqual([{ attachment: "id a.csv", name: "a.csv", size: 3, kind: "rows", rows: 5, readings: [] }]);
    expect(tray.of("t1")).toEqual([]);
  });

  it("waits for its turn when many come at once", async () => {
    const begun: string[] = [];
    const { trays: tray } = trays(({ name }) => {
      begun.push(name);
      return new Promise(() => undefined);
    });
    tray.add("t1", [file("a"), file("b"), file("c")], limits);
    expect(begun).toEqual(["a", "b"]);
  });

  it("that is too large is refused before it is sent", () => {
    const { trays: tray } = trays();
    tray.add("t1", [file("big.csv", "x".repeat(11))], limits);
    expect(tray.of("t1")[0]?.state).toMatchObject({ kind: "refused", problem: { code: "file_too_large" } });
  });

  it("beyond what a message takes is left out, and counted", () => {
    const { trays: tray } = trays();
    expect(tray.add("t1", [file("a"), file("b"), file("c"), file("d")], limits)).toBe(1);
    expect(tray.of("t1")).toHaveLength(3);
  });

  it("that the server refuses stays with the reason, and can be tried again", async () => {
    let isAway = true;
    const { trays: tray } = trays(async ({ name }) => {
      if (isAway) throw refusal("file_unreadable", { name });
      return attachment(name);
    });
    tray.add("t1", [file()], limits);
    await settled();
    expect(tray.of("t1")[0]?.state).toMatchObject({ kind: "refused", problem: { code: "file_unreadable" } });
    expect(tray.take("t1")).toEqual([]);
    tray.add("t1", [file()], limits);
    await settled();
    isAway = false;
    tray.retry("t1", tray.of("t1")[0]?.key ?? 0);
    await settled();
    expect(states(tray)).toEqual([["a.csv", "ready"]]);
  });

  it("that is taken out is stopped, or dropped at the server", async () => {
    let signal: AbortSignal | null = null;
    const end = later<Attachment>();
    const { trays: tray, drop } = trays((_file, _tell, given) => {
      signal = given;
      return end.promise;
    });
    tray.add("t1", [file()], limits);
    tray.remove("t1", tray.of("t1")[0]?.key ?? 0);
    expect(signal).toMatchObject({ aborted: true });
    tray.add("t1", [file()], limits);
    end.keep(attachment("a.csv"));
    await settled();
    tray.remove("t1", tray.of("t1")[0]?.key ?? 0);
    expect(drop).toHaveBeenCalledExactlyOnceWith("id a.csv");
  });
});

describe("the tray of a thread", () => {
  it("is its own", async () => {
    const { trays: tray } = trays();
    tray.add(null, [file("new.csv")], limits);
    tray.add("t1", [file("old.csv")], limits);
    await settled();
    expect([states(tray, null), states(tray)]).toEqual([[["new.csv", "ready"]], [["old.csv", "ready"]]]);
  });

  it("is there again after a reload, with what was at the server", async () => {
    const end = later<Attachment>();
    const { trays: tray } = trays(({ name }) => (name === "slow.csv" ? end.promise : Promise.resolve(attachment(name))));
    tray.add("t1", [file("a.csv"), file("slow.csv")], limits);
    await settled();
    expect(states(trays().trays)).toEqual([["a.csv", "ready"]]);
    tray.take("t1");
    expect(states(trays().trays)).toEqual([]);
  });

  it("takes files back from a message that was not sent, each once", async () => {
    const { trays: tray } = trays();
    tray.add("t1", [file()], limits);
    await settled();
    const files = tray.take("t1");
    tray.putBack("t1", files);
    tray.putBack("t1", files);
    expect(states(tray)).toEqual([["a.csv", "ready"]]);
  });
});

describe("what is pasted", () => {
  it("becomes a table when it is cells", () => {
    expect(pastedAs("a\tb\r\n1\t2\r\n3\t4\r\n")).toBe("tsv");
  });

  it.each(["a\tb", "one\ntwo\nthree", "a\tb\n1\t2\t3\nc\td", "code\n\tindented\n\tmore"])("stays a text: %j", (text) => {
    expect(pastedAs(text)).toBeNull();
  });

  it("becomes a file when it is long", () => {
    expect(pastedAs("x".repeat(4_001))).toBe("txt");
  });
});
