import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { accessibilityProblems } from "@/test/axe.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, refusal } from "@/test/fake-server.ts";
import { makeReceipt } from "@/test/samples.ts";
import PanelTrash from "./PanelTrash.tsx";

const carteira = { id: "p1", agent_name: "Comercial", title: "Carteira", trashed_at: "2026-11-29T12:00:00Z" };

function open(routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    "GET /api/trash": () => [carteira],
    "GET /api/retention": () => ({ trash_days: 30 }),
    ...routes,
  });
  const acts = { onPanel: vi.fn(), onClose: vi.fn() };
  return { ...drawScreen(<PanelTrash {...acts} />), ...acts, server };
}

describe("the panels in the trash", () => {
  it("are named with their agent, and it is said how long they are kept", async () => {
    open();
    expect(await screen.findByText("Carteira")).toBeInTheDocument();
    expect(screen.getByText(/Comercial/)).toBeInTheDocument();
    expect(await screen.findByText(/kept for 30 days/)).toBeInTheDocument();
    expect(await accessibilityProblems()).toEqual([]);
  });

  it("come back one by one, and can be opened then", async () => {
    const { person, server, onClose, onPanel } = open({ "POST /api/panels/p1/restore": () => makeReceipt() });
    await person.click(await screen.findByRole("button", { name: "Bring back: Carteira" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(server.count("POST /api/panels/p1/restore")).toBe(1);
    await person.click(await screen.findByRole("button", { name: "Open" }));
    expect(onPanel).toHaveBeenCalledExactlyOnceWith("p1");
  });

  it("stay when the server refuses, with the reason", async () => {
    const { person, onClose } = open({ "POST /api/panels/p1/restore": () => Promise.reject(refusal("forbidden")) });
    await person.click(await screen.findByRole("button", { name: "Bring back: Carteira" }));
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });

  it("are none when nothing may be brought back, and that is said", async () => {
    open({ "GET /api/trash": () => [] });
    expect(await screen.findByText("No panels in the trash")).toBeInTheDocument();
  });
});
