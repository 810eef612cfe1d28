import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import type { PanelSummary } from "@/api/types.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer } from "@/test/fake-server.ts";
import { PanelList } from "./PanelList.tsx";
import { Rail } from "./Rail.tsx";

const me = { user: { id: "ana", login: "ana", name: "Ana Souza", role: "user", teams: [], locale: "en" }, demo: true };

function makeSummary(alerting: number): PanelSummary {
  return {
    id: "p1",
    agent: "commercial",
    agent_name: "Comercial",
    title: "Carteira",
    version: 1,
    updated_at: "2026-11-30T12:00:00Z",
    tabs: [],
    status: null,
    alerting,
  };
}

const notice = (id: string, readAt: string | null) => ({
  notice: { id, person: "ana", panel: "p1", row: null, text: "", alert: null, by: { kind: "system", id: "s", name: "" }, at: "2026-11-30T12:00:00Z", read_at: readAt },
  panel_title: "Carteira",
  collection: null,
  row_title: null,
});

function open(alerting: number, notices: unknown[]) {
  fakeServer({ "GET /api/me": () => me, "GET /api/panels": () => [makeSummary(alerting)], "GET /api/inbox": () => notices, "GET /api/threads": () => [] });
  const onSide = vi.fn();
  const drawn = drawScreen(
    <>
      <Rail thread={null} side={null} onSide={onSide} onSearch={vi.fn()} onShortcuts={vi.fn()} onHousePart={vi.fn()} />
      <PanelList current={null} onPanel={vi.fn()} />
    </>,
  );
  return { ...drawn, onSide };
}

describe("the rail", () => {
  it("counts what is unread, and opens the inbox", async () => {
    const { person, onSide } = open(0, [notice("n1", null), notice("n2", null), notice("n3", "2026-11-30T13:00:00Z")]);
    await person.click(await screen.findByRole("button", { name: /2 unread.*Inbox/ }));
    expect(onSide).toHaveBeenCalledExactlyOnceWith("inbox");
  });

  it("says at the panels, and at the panel, that alerts fire", async () => {
    open(2, []);
    expect(await screen.findByRole("button", { name: /alerts are firing.*Panels/ })).toBeInTheDocument();
    expect(screen.getByRole("img", { name: "2 alerts firing" })).toBeInTheDocument();
  });

  it("says nothing of alerts while none fires", async () => {
    open(0, []);
    await screen.findByText("Carteira");
    expect(screen.queryByText("alerts are firing")).toBeNull();
    expect(screen.queryByRole("img", { name: /firing/ })).toBeNull();
  });
});
