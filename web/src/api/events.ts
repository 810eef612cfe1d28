import { isRecord } from "./client.ts";

export interface PanelEvent {
  panel: string;
  version: number;
}

export type Connection = "connecting" | "live" | "lost";

interface Listening {
  /** The versions on screen, asked for at each connection so that the server can tell what was missed. */
  have: () => ReadonlyMap<string, number>;
  onPanel: (event: PanelEvent) => void;
  onConnection: (connection: Connection) => void;
  open?: (url: string) => EventSource;
}

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
const SLEEP = 60_000;

/** One stream for the whole browser tab. Returns what ends it. */
export function listenToPanels({ have, onPanel, onConnection, open = connect }: Listening): () => void {
  let stream: EventSource | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT;

  const start = () => {
    waiting = undefined;
    stream = open(`/api/events?have=${encodeURIComponent(spoken(have()))}`);
    stream.addEventListener("open", () => {
      wait = FIRST_WAIT;
      onConnection("live");
    });
    stream.addEventListener("panel", (message) => {
      const event = readPanelEvent(message.data);
      if (event) onPanel(event);
    });
    // The browser's own reconnection would send the versions of the first connection again.
    stream.addEventListener("error", () => again(wait));
  };

  const again = (after: number) => {
    stream?.close();
    onConnection("lost");
    clearTimeout(waiting);
    waiting = setTimeout(start, after);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  };

  const backOnline = () => again(0);
  const offline = () => onConnection("lost");
  // A machine that slept may hold a stream that is dead and does not know it.
  const awake = whenShownAgain(SLEEP, backOnline);
  window.addEventListener("online", backOnline);
  window.addEventListener("offline", offline);
  start();
  return () => {
    window.removeEventListener("online", backOnline);
    window.removeEventListener("offline", offline);
    awake();
    clearTimeout(waiting);
    stream?.close();
  };
}

/** Calls back when the page is looked at again after a while. Returns what ends it. */
function whenShownAgain(after: number, back: () => void): () => void {
  let hiddenAt: number | null = null;
  const onChange = () => {
    if (document.hidden) hiddenAt = Date.now();
    else if (hiddenAt !== null && Date.now() - hiddenAt > after) back();
  };
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

function connect(url: string): EventSource {
  return new EventSource(url);
}

function spoken(have: ReadonlyMap<string, number>): string {
  return [...have].map(([panel, version]) => `${panel}:${version}`).join(",");
}

function readPanelEvent(text: unknown): PanelEvent | null {
  try {
    const body: unknown = JSON.parse(String(text));
    if (!isRecord(body) || typeof body["panel"] !== "string" || typeof body["version"] !== "number") return null;
    return { panel: body["panel"], version: body["version"] };
  } catch {
    return null;
  }
}
