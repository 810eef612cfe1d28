const PREFIX = "liveapps.draft.";
const NEW = "new";

/** What was typed and not sent yet, kept per thread over a reload. */
export function readDraft(thread: string | null): string {
  try {
    return localStorage.getItem(PREFIX + (thread ?? NEW)) ?? "";
  } catch {
    return "";
  }
}

export function keepDraft(thread: string | null, text: string): void {
  try {
    if (text === "") localStorage.removeItem(PREFIX + (thread ?? NEW));
    else localStorage.setItem(PREFIX + (thread ?? NEW), text);
  } catch {
    // A browser that keeps nothing still has the draft until the page closes.
  }
}
