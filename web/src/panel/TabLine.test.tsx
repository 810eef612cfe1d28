import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import type { TabView } from "@/api/types.ts";
import type { Freshness } from "@/lib/shapes.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { makeFreshness } from "@/test/samples.ts";
import { TabLine } from "./TabLine.tsx";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

function draw(freshness: Partial<Freshness> | null, tab: Partial<TabView> = {}, me = "bruno") {
  const oldest = freshness ? makeFreshness({ collected_at: minutesAgo(0), ...freshness }) : null;
  const whole: TabView = { id: "main", oldest, status: oldest?.status ?? null, stale: false, refresh: "tool", next_refresh_at: null, ...tab };
  const onRefresh = vi.fn();
  const { person } = drawScreen(<TabLine tab={whole} me={me} isRefreshing={false} onRefresh={onRefresh} />);
  return { person, onRefresh, line: () => screen.getByRole("paragraph").textContent };
}

describe("the line of a tab", () => {
  it("says when, by whom, through which tool and how complete", () => {
    const { line } = draw({ shown: 59, declared: 59 });
    expect(line()).toBe("Updatednowby Ana Souza·crm.list_customers·complete: 59 of 59");
  });

  it("says when its schedule refreshes it next", () => {
    const at = new Date();
    at.setHours(23, 59, 0, 0);
    expect(draw({}, { next_refresh_at: at.toISOString() }).line()).toContain("·refreshes by itself at 23:59");
  });

  it("says you to the person who did it", () => {
    expect(draw({}, {}, "ana").line()).toContain("by you");
  });

  it("says how many are missing of a partial list", () => {
    expect(draw({ status: "partial", shown: 20, declared: 59 }).line()).toContain("partial: 20 of 59");
  });

  it("keeps the last good time and tells the reason when a refresh failed", () => {
    const { line } = draw({ status: "error", code: "tool_timeout", collected_at: minutesAgo(1), last_good_at: minutesAgo(180) });
    expect(line()).toMatch(/The refresh failed 1 min ago\. .+ The data below is from 3 h ago\./);
  });

  it.each([true, false])("says that data is older than expected only when the server does (%s)", (stale) => {
    expect(draw({ collected_at: minutesAgo(90) }, { stale }).line()?.includes("older than expected")).toBe(stale);
  });

  it("of a tab that was never refreshed says so", () => {
    expect(draw(null).line()).toBe("Not refreshed yet");
  });
});

describe("the button of a tab", () => {
  it("says what it is: a tool, or the agent", () => {
    draw({});
    expect(screen.getByRole("button", { name: "Refresh" })).toBeInTheDocument();
    draw({}, { refresh: "agent" });
    expect(screen.getByRole("button", { name: "Refresh via agent" })).toBeInTheDocument();
  });

  it("is not there for a list that is kept by hand", () => {
    const { line } = draw(null, { refresh: null });
    expect(line()).toBe("Kept by hand, no source to refresh from");
    expect(screen.queryByRole("button", { name: /Refresh/ })).toBeNull();
  });
});
