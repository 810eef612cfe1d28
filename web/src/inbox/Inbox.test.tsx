import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { inboxQuery } from "@/api/inbox.ts";
import type { InboxNotice } from "@/api/types.ts";
import { accessibilityProblems } from "@/test/axe.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, refusal } from "@/test/fake-server.ts";
import Inbox from "./Inbox.tsx";
import { useSpokenNews, useUnread } from "./use-unread.ts";

function makeNotice(id: string, more: Partial<InboxNotice["notice"]> = {}, line: Partial<InboxNotice> = {}): InboxNotice {
  return {
    notice: {
      id,
      person: "ana",
      panel: "p1",
      row: "row1",
      text: "Ligar amanhã",
      alert: null,
      by: { kind: "person", id: "bruno", name: "Bruno Lima" },
      at: "2026-11-30T12:00:00Z",
      read_at: null,
      ...more,
    },
    panel_title: "Carteira",
    collection: "customers",
    row_title: "Riotur",
    ...line,
  };
}

const alertNotice = makeNotice(
  "n2",
  { row: null, text: "", alert: { alert: "many", title: "Many open", status: "alerting", value: 23 }, by: { kind: "system", id: "alerts", name: "" } },
  { collection: null, row_title: null },
);

function open(first: InboxNotice[], routes: Parameters<typeof fakeServer>[0] = {}) {
  let notices = first;
  const server = fakeServer({ "GET /api/inbox": () => notices, ...routes });
  const onOpen = vi.fn();
  const drawn = drawScreen(<WithCount onOpen={onOpen} />);
  const become = async (next: InboxNotice[]) => {
    notices = next;
    await drawn.client.invalidateQueries(inboxQuery);
  };
  return { ...drawn, server, onOpen, become };
}

function WithCount({ onOpen }: { onOpen: Parameters<typeof Inbox>[0]["onOpen"] }) {
  useSpokenNews();
  return (
    <>
      <output aria-label="count">{useUnread()}</output>
      <Inbox onOpen={onOpen} />
    </>
  );
}

describe("a notice", () => {
  it("of a note names who wrote it and on which row, and leads to that row", async () => {
    const { person, onOpen } = open([makeNotice("n1")]);
    const notice = await screen.findByRole("button", { name: /Bruno Lima wrote a note on Riotur/ });
    expect(notice).toHaveTextContent("Ligar amanhã");
    expect(notice).toHaveTextContent("Carteira");
    await person.click(notice);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ panel: "p1", row: { collection: "customers", row: "row1" } });
    expect(await accessibilityProblems()).toEqual([]);
  });

  it("of a row that is no longer here leads to the panel", async () => {
    const { person, onOpen } = open([makeNotice("n1", {}, { collection: null, row_title: null })]);
    await person.click(await screen.findByRole("button", { name: /a row that is no longer here/ }));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ panel: "p1", row: null });
  });

  it("of an alert tells how it stands now, and its value", async () => {
    open([alertNotice]);
    expect(await screen.findByRole("button", { name: /Many open: alerting, value 23/ })).toBeInTheDocument();
  });

  it("shows what was written as text, never as markup", async () => {
    open([makeNotice("n1", { text: "<img src=x onerror=alert(1)> **bold**" })]);
    expect(await screen.findByText("<img src=x onerror=alert(1)> bold")).toBeInTheDocument();
  });
});

describe("what is unread", () => {
  it("is counted, and all of it is read at once", async () => {
    const { person, server, become } = open([makeNotice("n1"), alertNotice, makeNotice("n3", { read_at: "2026-11-30T13:00:00Z" })], {
      "POST /api/inbox/read": () => null,
    });
    expect(await screen.findByText("2 unread")).toBeInTheDocument();
    expect(screen.getByRole("status", { name: "count" })).toHaveTextContent("2");
    await person.click(screen.getByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(server.count("POST /api/inbox/read")).toBe(1));
    await become([makeNotice("n1", { read_at: "2026-11-30T14:00:00Z" })]);
    await waitFor(() => expect(screen.getByRole("status", { name: "count" })).toHaveTextContent("0"));
  });

  it("stays unread when the server refuses, with the reason", async () => {
    const { person } = open([makeNotice("n1")], { "POST /api/inbox/read": () => Promise.reject(refusal("internal_error")) });
    await person.click(await screen.findByRole("button", { name: "Mark all as read" }));
    await waitFor(() => expect(screen.getByRole("button", { name: "Mark all as read" })).toHaveAttribute("aria-disabled", "false"));
    expect(screen.getByRole("button", { name: "Mark all as read" })).toHaveFocus();
    expect(screen.getByText("1 unread")).toBeInTheDocument();
  });

  it("is spoken when it arrives, not when it waited already", async () => {
    const { become } = open([makeNotice("n1")]);
    await screen.findByText("1 unread");
    expect(screen.getByTestId("live-region")).not.toHaveTextContent("notice");
    await become([alertNotice, makeNotice("n1")]);
    await waitFor(() => expect(screen.getByTestId("live-region")).toHaveTextContent("1 new notice in the inbox"));
  });
});

describe("an inbox without anything to show", () => {
  it("says what will come here when there is nothing", async () => {
    open([]);
    expect(await screen.findByText("Nothing here")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Mark all as read" })).toBeNull();
  });

  it("offers to try again when it could not be read", async () => {
    open([], { "GET /api/inbox": () => Promise.reject(refusal("internal_error")) });
    const alert = within(await screen.findByRole("alert"));
    expect(alert.getByRole("button")).toBeInTheDocument();
  });
});
