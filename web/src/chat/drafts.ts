import { isRecord } from "@/api/client.ts";
import type { SaidFile } from "@/api/types.ts";

const PREFIX = "liveapps.draft.";
const FILES = "liveapps.draft-files.";
const NEW = "new";

/** What was typed and not sent yet, kept per thread over a reload. */
export function readDraft(thread: string | null): string {
  return read(PREFIX + (thread ?? NEW));
}

export function keepDraft(thread: string | null, text: string): void {
  keep(PREFIX + (thread ?? NEW), text);
}

/** Files that are at the server already and not sent yet. */
export function readDraftFiles(thread: string | null): SaidFile[] {
  try {
    const kept: unknown = JSON.parse(read(FILES + (thread ?? NEW)) || "[]");
    return Array.isArray(kept) ? kept.filter(isSaidFile) : [];
  } catch {
    return [];
  }
}

export function keepDraftFiles(thread: string | null, files: readonly SaidFile[]): void {
  keep(FILES + (thread ?? NEW), files.length === 0 ? "" : JSON.stringify(files));
}

function isSaidFile(value: unknown): value is SaidFile {
  return isRecord(value) && typeof value["attachment"] === "string" && typeof value["name"] === "string" && typeof value["size"] === "number";
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function keep(key: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // A browser that keeps nothing still has the draft until the page closes.
  }
}
