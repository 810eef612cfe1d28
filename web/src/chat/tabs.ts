const NAME = "liveapps.threads";

let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel | null {
  if (typeof BroadcastChannel !== "undefined") channel ??= new BroadcastChannel(NAME);
  return channel;
}

/** Tells the other tabs of this browser that a conversation moved on; null where only the list of them did. */
export function tellTabs(thread: string | null): void {
  open()?.postMessage(thread);
}

export function hearTabs(listener: (thread: string | null) => void): () => void {
  const heard = ({ data }: MessageEvent<unknown>) => listener(typeof data === "string" ? data : null);
  const opened = open();
  opened?.addEventListener("message", heard);
  return () => opened?.removeEventListener("message", heard);
}
