import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { ThreadSummary } from "@/api/types.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, refusal } from "@/test/fake-server.ts";
import { ThreadList } from "./ThreadList.tsx";
import { byDay } from "./thread-days.ts";

const day = 86_400_000;
const now = Date.now();

function summary(id: string, more: Partial<ThreadSummary> = {}): ThreadSummary {
  return { id, agent: "commercial", title: `Thread ${id}`, updated_at: new Date(now).toISOString(), pinned: false, state: "idle", unread: false, found: null, ...more };
}

function list(threads: ThreadSummary[], routes: Parameters<typeof fakeServer>[0] = {}, current: string | null = null) {
  let shown = threads;
  const server = fakeServer({ "GET /api/threads": ({ query }) => (query.get("search") ? shown.map((one) => ({ ...one, found: "…what was said" })) : shown), ...routes });
  const onThread = vi.fn();
  const becomes = (next: ThreadSummary[]) => {
    shown = next;
  };
  return { ...drawScreen(<ThreadList current={current} onThread={onThread} />), server, onThread, becomes };
}

const menu = async (person: ReturnType<typeof list>["person"], title: string, act: string) => {
  await person.click(await screen.findByRole("button", { name: `Options of ${title}` }));
  await person.click(await screen.findByRole("menuitem", { name: act }));
};

beforeEach(() => localStorage.clear());

describe("conversations", () => {
  it("stand by day, with pinned ones apart", async () => {
    list([summary("p", { pinned: true }), summary("a"), summary("b", { updated_at: new Date(now - 40 * day).toISOString() })]);
    const names = async (name: string) => within(await screen.findByRole("region", { name })).getAllByRole("button", { name: /^Thread/ });
    expect(await names("Pinned")).toHaveLength(1);
    expect(await names("Today")).toHaveLength(1);
    expect(await names("Older")).toHaveLength(1);
  });

  it("say which are unread, being answered, waiting for you, or failed", async () => {
    list([summary("a", { unread: true }), summary("b", { state: "answering" }), summary("c", { state: "waiting" }), summary("d", { state: "failed" })]);
    expect(await screen.findByRole("button", { name: /^Thread a\s*unread/ })).toBeInTheDocument();
    expect(screen.getByLabelText("being answered")).toBeInTheDocument();
    expect(screen.getByLabelText("waiting for you")).toBeInTheDocument();
    expect(screen.getByLabelText("the last answer failed")).toBeInTheDocument();
  });

  it("have no news while they are on screen", async () => {
    list([summary("a", { unread: true })], {}, "a");
    expect(await screen.findByRole("button", { name: /^Thread a/ })).not.toHaveAccessibleName(/unread/);
  });

  it("are searched by the server, and show where the words stand", async () => {
    const { person, server } = list([summary("a")]);
    await person.type(await screen.findByRole("searchbox"), "said");
    expect(await screen.findByText("…what was said")).toBeInTheDocument();
    expect(server.asked.at(-1)?.query.get("search")).toBe("said");
    expect(screen.getByRole("heading", { name: "1 conversation found" })).toBeInTheDocument();
  });
});

describe("a conversation", () => {
  it("is renamed in its place", async () => {
    const { person, server } = list([summary("a")], { "PATCH /api/threads/a": () => summary("a") });
    await menu(person, "Thread a", "Rename");
    await person.keyboard("Sales{Enter}");
    await waitFor(() => expect(server.asked.find(({ method }) => method === "PATCH")?.body).toEqual({ title: "Sales", pinned: null }));
  });

  it("is pinned", async () => {
    const { person, server } = list([summary("a")], { "PATCH /api/threads/a": () => summary("a") });
    await menu(person, "Thread a", "Pin");
    await waitFor(() => expect(server.asked.find(({ method }) => method === "PATCH")?.body).toEqual({ title: null, pinned: true }));
  });

  it("is deleted, and taken back", async () => {
    const { person, server, becomes } = list([summary("a")], {
      "DELETE /api/threads/a": () => (becomes([]), {}),
      "POST /api/threads/a/restore": () => (becomes([summary("a")]), {}),
    });
    await menu(person, "Thread a", "Delete");
    expect(await screen.findByText("“Thread a” was deleted")).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText("Thread a")).toBeNull());
    await person.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByText("Thread a")).toBeInTheDocument();
    expect(server.count("POST /api/threads/a/restore")).toBe(1);
  });

  it("that is being answered is stopped before it is deleted", async () => {
    let isBusy = true;
    const { person, server } = list([summary("a", { state: "answering" })], {
      "DELETE /api/threads/a": () => (isBusy ? Promise.reject(refusal("run_busy", { run: "r1" })) : {}),
      "POST /api/runs/r1/cancel": () => {
        isBusy = false;
        return {};
      },
    });
    await menu(person, "Thread a", "Delete");
    await waitFor(() => expect(server.count("DELETE /api/threads/a")).toBe(2));
  });

  it("that is on screen makes room for a new one when it is deleted", async () => {
    const { person, onThread } = list([summary("a")], { "DELETE /api/threads/a": () => ({}) }, "a");
    await menu(person, "Thread a", "Delete");
    expect(onThread).toHaveBeenCalledWith(null);
  });
});

describe("days", () => {
  it("are those of the viewer's clock", () => {
    const at = new Date("2026-11-30T12:00:00Z");
    const groups = byDay(["2026-11-30T03:30:00Z", "2026-11-30T02:30:00Z", "2026-11-25T12:00:00Z", "2026-11-05T12:00:00Z"].map((updated, place) => summary(String(place), { updated_at: updated })), at, "America/Sao_Paulo");
    expect(groups.map(({ day: name, threads }) => [name, threads.length])).toEqual([["today", 1], ["yesterday", 1], ["week", 1], ["month", 1]]);
  });
});
