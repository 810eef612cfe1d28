import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { type Connection, listenToPanels, type PanelEvent } from "./events.ts";

/** A stream the test drives: what it was opened with, and what happens on it. */
class FakeStream extends EventTarget {
  static opened: FakeStream[] = [];
  isClosed = false;

  constructor(readonly url: string) {
    super();
    FakeStream.opened.push(this);
  }

  close() {
    this.isClosed = true;
  }

  say(data: string) {
    this.dispatchEvent(new MessageEvent("panel", { data }));
  }
}

const last = () => {
  const stream = FakeStream.opened.at(-1);
  if (!stream) throw new Error("nothing was opened");
  return stream;
};
const have = new Map([["p1", 4]]);
const events: PanelEvent[] = [];
const connections: Connection[] = [];
let stop = () => undefined as void;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("EventSource", FakeStream);
  FakeStream.opened = [];
  events.length = 0;
  connections.length = 0;
  stop = listenToPanels({
    have: () => have,
    onPanel: (event) => events.push(event),
    onConnection: (now) => connections.push(now),
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

describe("the stream of panels", () => {
  it("says which versions are on screen", () => {
    expect(decodeURIComponent(last().url)).toBe("/api/events?have=p1:4");
  });

  it("tells of a panel that moved on", () => {
    last().say('{"panel":"p1","version":5,"tabs":["main"]}');
    expect(events).toEqual([{ panel: "p1", version: 5 }]);
  });

  it("ignores what it cannot read", () => {
    last().say("{");
    last().say('{"panel":7}');
    expect(events).toEqual([]);
  });

  it("connects again after it was lost, with the versions that are on screen by then", () => {
    last().dispatchEvent(new Event("open"));
    have.set("p1", 9);
    last().dispatchEvent(new Event("error"));
    expect(FakeStream.opened[0]?.isClosed).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(FakeStream.opened).toHaveLength(2);
    expect(decodeURIComponent(last().url)).toBe("/api/events?have=p1:9");
    last().dispatchEvent(new Event("open"));
    expect(connections).toEqual(["live", "lost", "live"]);
  });

  it("waits longer each time the server stays away", () => {
    last().dispatchEvent(new Event("error"));
    vi.advanceTimersByTime(1_000);
    last().dispatchEvent(new Event("error"));
    vi.advanceTimersByTime(1_000);
    expect(FakeStream.opened).toHaveLength(2);
    vi.advanceTimersByTime(1_000);
    expect(FakeStream.opened).toHaveLength(3);
  });

  it("connects at once when the network is back", () => {
    last().dispatchEvent(new Event("error"));
    window.dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(0);
    expect(FakeStream.opened).toHaveLength(2);
  });

  it("is lost as soon as the browser says that there is no network", () => {
    last().dispatchEvent(new Event("open"));
    window.dispatchEvent(new Event("offline"));
    expect(connections).toEqual(["live", "lost"]);
  });

  it("is opened anew when the page is looked at after a long while", () => {
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    document.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(61_000);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(0);
    expect(FakeStream.opened).toHaveLength(2);
  });

  it("is closed for good when nobody listens any more", () => {
    stop();
    vi.advanceTimersByTime(60_000);
    expect(FakeStream.opened).toHaveLength(1);
    expect(last().isClosed).toBe(true);
  });
});
