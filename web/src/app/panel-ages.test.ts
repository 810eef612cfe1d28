import { describe, expect, it } from "vitest";

import type { PanelSummary, TabView } from "@/api/types.ts";
import { makeFreshness } from "@/test/samples.ts";
import { byAgent, oldestAge } from "./panel-ages.ts";

function tab(at: string, more: Partial<TabView> = {}): TabView {
  return { id: at, oldest: makeFreshness({ collected_at: at }), status: "complete", stale: false, refresh: "tool", next_refresh_at: null, ...more };
}

function panel(tabs: TabView[], more: Partial<PanelSummary> = {}): PanelSummary {
  const names = { id: "p", agent: "a", agent_name: "A", title: "T" };
  return { ...names, version: 1, updated_at: "2026-11-30T12:00:00Z", status: null, alerting: 0, tabs, ...more };
}

describe("the age of a panel in a list", () => {
  it("is that of its oldest tab", () => {
    expect(oldestAge(panel([tab("2026-11-30T12:00:00Z"), tab("2026-11-28T18:00:00Z")])).at).toBe("2026-11-28T18:00:00Z");
  });

  it("counts from the last good time where a refresh failed", () => {
    const failed = makeFreshness({ status: "error", collected_at: "2026-11-30T12:00:00Z", last_good_at: "2026-11-20T12:00:00Z" });
    expect(oldestAge(panel([tab("x", { oldest: failed, status: "error" })]))).toEqual({ at: "2026-11-20T12:00:00Z", tone: "bad" });
  });

  it("is amber only when a tab is older than its template expects", () => {
    expect(oldestAge(panel([tab("2026-01-01T12:00:00Z")])).tone).toBeUndefined();
    expect(oldestAge(panel([tab("2026-11-30T12:00:00Z", { stale: true })])).tone).toBe("warn");
  });

  it("is none for a panel that has no data", () => {
    expect(oldestAge(panel([tab("x", { oldest: null })])).at).toBeNull();
  });
});

describe("panels in a list", () => {
  it("stand under the agent that keeps them", () => {
    const groups = byAgent([panel([]), panel([], { id: "q", agent: "b", agent_name: "B" }), panel([], { id: "r" })]);
    expect(groups.map(({ name, panels }) => [name, panels.map(({ id }) => id)])).toEqual([
      ["A", ["p", "r"]],
      ["B", ["q"]],
    ]);
  });
});
