import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { accessibilityProblems } from "@/test/axe.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, refusal } from "@/test/fake-server.ts";
import { embraer, makePanel, makeReceipt, riotur } from "@/test/samples.ts";
import TrashSheet from "./TrashSheet.tsx";

const LIST = "/api/panels/p1/collections/customers";
const trashed = { ...riotur, trashed_at: "2026-11-29T12:00:00Z" };
const pageOf = (rows: unknown[], total = rows.length) => ({ rows, matching: total, total, groups: [], next: null });

function open(routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    [`GET ${LIST}/trash`]: () => pageOf([trashed]),
    "GET /api/retention": () => ({ trash_days: 30 }),
    "GET /api/panels": () => [],
    ...routes,
  });
  return { ...drawScreen(<TrashSheet view={makePanel({ rows: [embraer] })} onClose={vi.fn()} />), server };
}

describe("removed rows", () => {
  it("are named, and it is said how long they are kept", async () => {
    open();
    expect(await screen.findByText("Riotur")).toBeInTheDocument();
    expect(await screen.findByText(/kept for 30 days/)).toBeInTheDocument();
    expect(await accessibilityProblems()).toEqual([]);
  });

  it("come back one by one", async () => {
    const answers = [pageOf([trashed]), pageOf([])];
    const { person, server } = open({
      [`GET ${LIST}/trash`]: () => answers.shift() ?? pageOf([]),
      [`POST ${LIST}/rows/row1/restore`]: () => makeReceipt({ version: 1_001, changed: ["row1"] }),
      "GET /api/panels/p1": () => makePanel({ version: 1_001 }),
    });
    await person.click(await screen.findByRole("button", { name: "Bring back: Riotur" }));
    await waitFor(() => expect(server.count(`POST ${LIST}/rows/row1/restore`)).toBe(1));
    expect(await screen.findByText("No rows in the trash")).toBeInTheDocument();
    expect(screen.getByRole("complementary")).toHaveFocus();
  });

  it("stay in the list when they cannot come back, and the reason is told", async () => {
    const { person } = open({ [`POST ${LIST}/rows/row1/restore`]: () => Promise.reject(refusal("row_not_found")) });
    await person.click(await screen.findByRole("button", { name: "Bring back: Riotur" }));
    expect(screen.getByText("Riotur")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole("button", { name: "Bring back: Riotur" })).toHaveAttribute("aria-disabled", "false"));
  });

  it("that are too many to list are counted", async () => {
    open({ [`GET ${LIST}/trash`]: () => pageOf([trashed], 1_300) });
    expect(await screen.findByText("1 of 1,300, the most recent first")).toBeInTheDocument();
  });
});
