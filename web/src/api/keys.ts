import type { Slice } from "@/lib/shapes.ts";

/** The names under which answers of the server are kept. Everything of a panel lies under ["panel", id]. */
export const keys = {
  me: ["me"],
  agents: ["agents"],
  panels: ["panels"],
  panel: (panel: string) => ["panel", panel],
  rows: (panel: string, collection: string, slice: Slice) => ["panel", panel, "rows", collection, slice],
  row: (panel: string, collection: string, row: string) => ["panel", panel, "row", collection, row],
  versions: (panel: string) => ["panel", panel, "versions"],
  context: (panel: string) => ["panel", panel, "context"],
  threads: (search: string) => ["threads", search],
  allThreads: ["threads"],
  thread: (thread: string) => ["thread", thread],
  understanding: (answer: string, text: string) => ["understanding", answer, text],
  savePreview: (answer: string, to: unknown) => ["save-preview", answer, to],
} as const;
