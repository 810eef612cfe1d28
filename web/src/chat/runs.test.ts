import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { later, refusal } from "@/test/fake-server.ts";
import type { LiveRun } from "./live-run.ts";
import { Runs, type Wire } from "./runs.ts";

type OnEvent = Parameters<Wire["start"]>[1];

/** A server whose streams the test plays: each entry is what one connection says before it ends. */
function play(start: (say: OnEvent) => Promise<void> | void, follows: ((say: OnEvent) => Promise<void> | void)[] = []) {
  const reread = vi.fn<(thread: string) => Promise<void>>(async () => undefined);
  const wire = {
    start: vi.fn<Wire["start"]>(async (_start, say) => start(say)),
    follow: vi.fn<Wire["follow"]>(async (_thread, _run, say) => follows.shift()?.(say)),
    cancel: vi.fn<Wire["cancel"]>(async () => undefined),
  };
  let ids = 0;
  const runs = new Runs({ wire, reread, newId: () => `id${(ids += 1)}`, wait: async () => undefined });
  return { runs, wire, reread };
}

const hi = { text: "Hi", files: [] };
const silent = () => undefined;
const started = { type: "RUN_STARTED", runId: "id1" };
const finished = { type: "RUN_FINISHED" };
const text = (delta: string) => ({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta });
const said = (live: LiveRun | null) => live?.messages.flatMap(({ body }) => (body.kind === "answered" ? [body.text] : []));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("a run", () => {
  it("shows what was said at once, and words as they come", async () => {
    const end = later<void>();
    const { runs } = play((say) => {
      say(started);
      say(text("Hel"));
      say(text("lo"));
      return end.promise;
    });
    const over = runs.say("commercial", "t1", hi);
    expect(runs.of("t1")?.said?.body).toMatchObject({ kind: "said", text: "Hi" });
    await vi.advanceTimersByTimeAsync(0);
    expect(said(runs.of("t1"))).toEqual(["Hello"]);
    end.keep();
    runs.dismiss("t1");
    await over;
  });

  it("leaves the thread to the server's copy when it is over", async () => {
    const { runs, reread } = play((say) => {
      say(started);
      say(finished);
    });
    await runs.say("commercial", "t1", hi);
    expect(reread).toHaveBeenCalledExactlyOnceWith("t1");
    expect(runs.of("t1")).toBeNull();
  });

  it("keeps what it heard while the thread cannot be read", async () => {
    const { runs, reread } = play((say) => {
      say(started);
      say(text("Hello"));
      say(finished);
    });
    reread.mockRejectedValueOnce(new TypeError("offline"));
    await runs.say("commercial", "t1", hi);
    expect(said(runs.of("t1"))).toEqual(["Hello"]);
  });
});

describe("a stream that is cut", () => {
  it("is connected to again, and nothing is said twice", async () => {
    const seen: (string[] | undefined)[] = [];
    const { runs, wire } = play(
      (say) => {
        say(started);
        say(text("Hel"));
      },
      [
        (say) => {
          say(started);
          say(text("Hel"));
          say(text("lo"));
          seen.push(said(runs.of("t1")));
          say(finished);
        },
      ],
    );
    await runs.say("commercial", "t1", hi);
    expect(wire.follow).toHaveBeenCalledOnce();
    expect(seen).toEqual([["Hello"]]);
  });

  it("keeps what was on screen until the replay has something to say", async () => {
    const seen: (string[] | undefined)[] = [];
    const { runs } = play(
      (say) => {
        say(started);
        say(text("Hello"));
      },
      [
        (say) => {
          say(started);
          seen.push(said(runs.of("t1")));
          say(finished);
        },
      ],
    );
    await runs.say("commercial", "t1", hi);
    expect(seen).toEqual([["Hello"]]);
  });

  it("is tried until the run says how it ended", async () => {
    const { runs, wire } = play((say) => say(started), [silent, silent, (say) => say(finished)]);
    await runs.say("commercial", "t1", hi);
    expect(wire.follow).toHaveBeenCalledTimes(3);
  });
});

describe("a message that never reached an agent", () => {
  it("stays on screen with the reason", async () => {
    const { runs, reread } = play(() => {
      throw refusal("run_busy");
    });
    await runs.say("commercial", "t1", hi);
    expect(runs.of("t1")).toMatchObject({ phase: "refused", problem: { code: "run_busy" }, said: { body: { text: "Hi" } } });
    expect(reread).not.toHaveBeenCalled();
  });

  it("is taken off when the person takes it back", async () => {
    const { runs } = play(() => {
      throw refusal("run_busy");
    });
    await runs.say("commercial", "t1", hi);
    runs.dismiss("t1");
    expect(runs.of("t1")).toBeNull();
  });
});

describe("stopping", () => {
  it("asks the server to cancel the run, and waits for its end", async () => {
    const end = later<void>();
    const { runs, wire } = play((say) => {
      say(started);
      return end.promise;
    });
    const over = runs.say("commercial", "t1", hi);
    await vi.advanceTimersByTimeAsync(0);
    await runs.stop("t1");
    expect(wire.cancel).toHaveBeenCalledExactlyOnceWith("id1");
    expect(runs.of("t1")?.stopping).toBe(true);
    end.keep();
    runs.dismiss("t1");
    await over;
  });
});

describe("a run found running after a reload", () => {
  it("is followed once", async () => {
    const end = later<void>();
    const { runs, wire } = play(() => undefined, [(say) => (say({ ...started, runId: "r9" }), end.promise)]);
    const over = runs.follow("t1", "r9");
    void runs.follow("t1", "r9");
    await vi.advanceTimersByTimeAsync(0);
    expect(wire.follow).toHaveBeenCalledOnce();
    end.keep();
    runs.dismiss("t1");
    await over;
  });
});
