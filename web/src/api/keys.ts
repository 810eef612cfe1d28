import type { Slice } from "@/lib/shapes.ts";

/** The names under which answers of the server are kept. Everything of a panel lies under ["panel", id]. */
export const keys = {
  me: ["me"],
  agents: ["agents"],
  panels: ["panels"],
  trashedPanels: ["trashed-panels"],
  inbox: ["inbox"],
  retention: ["retention"],
  panel: (panel: string) => ["panel", panel],
  rows: (panel: string, collection: string, slice: Slice) => ["panel", panel, "rows", collection, slice],
  row: (panel: string, collection: string, row: string) => ["panel", panel, "row", collection, row],
  versions: (panel: string) => ["panel", panel, "versions"],
  version: (panel: string, version: number) => ["panel", panel, "version", version],
  comparison: (panel: string, older: number, newer: number) => ["panel", panel, "comparison", older, newer],
  alerts: (panel: string) => ["panel", panel, "alerts"],
  trash: (panel: string, collection: string) => ["panel", panel, "trash", collection],
  context: (panel: string) => ["panel", panel, "context"],
  threads: (search: string) => ["threads", search],
  allThreads: ["threads"],
  thread: (thread: string) => ["thread", thread],
  /** What came by webhook lies under the panel too: a delivery that was applied moved the panel on. */
  hooks: (panel: string) => ["panel", panel, "hooks"],
  deliveries: (panel: string, hook: string) => ["panel", panel, "hooks", hook],
  delivery: (panel: string, hook: string, delivery: string) => ["panel", panel, "hooks", hook, delivery],
  sources: ["sources"],
  jobs: (status: string) => ["jobs", status],
  allJobs: ["jobs"],
  understanding: (answer: string, text: string) => ["understanding", answer, text],
  savePreview: (answer: string, to: unknown) => ["save-preview", answer, to],
} as const;
