import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import type { Comparison, PanelView, VersionView } from "@/api/types.ts";
import { accessibilityProblems } from "@/test/axe.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, refusal } from "@/test/fake-server.ts";
import { ana, embraer, makePanel, makeReceipt, riotur } from "@/test/samples.ts";
import HistorySheet from "./HistorySheet.tsx";

const VERSIONS = "/api/panels/p1/versions";
const me = { user: { id: "bia", login: "bia", name: "Bia", role: "user", teams: [], locale: "en" }, demo: true };

function makeVersion(version: number, more: Partial<VersionView> = {}): VersionView {
  return {
    version,
    at: "2026-11-30T12:00:00Z",
    by: ana,
    door: "board",
    kind: "patch_row",
    tool: null,
    rows_changed: 1,
    targets: ["customers"],
    ...more,
  };
}

const versions = [
  makeVersion(3, { kind: "move_card" }),
  makeVersion(2),
  makeVersion(1, { kind: "create_panel", rows_changed: 0 }),
];

function makeComparison(more: Partial<Comparison> = {}): Comparison {
  return { older: 1, newer: 2, rows: [], contents: [], redesigned: false, ...more };
}

const editedRow = {
  row: "row1",
  collection: "customers",
  before: { ...riotur, stage: null },
  after: { ...riotur, values: { ...riotur.values, revenue: 1200.5 }, stage: "won" },
};

const kept = { versions_days: 365 };

function open(routes: Parameters<typeof fakeServer>[0] = {}, view: Partial<PanelView> = {}) {
  const server = fakeServer({
    "GET /api/me": () => me,
    "GET /api/retention": () => kept,
    [`GET ${VERSIONS}`]: () => versions,
    ...routes,
  });
  const can = { redesign: true, give: false, refresh_all: true, trash: true, restore: true };
  const panel = makePanel({ version: 3, view: { can, ...view } });
  const onClose = vi.fn();
  return { ...drawScreen(<HistorySheet view={panel} tab="main" onClose={onClose} />), server, onClose };
}

const look = (name: RegExp) => screen.findByRole("button", { name });

describe("looking inside a version", () => {
  it("shows each row field by field, before and after, with titles and formatted values", async () => {
    const { person } = open({ [`GET ${VERSIONS}/1/compare/2`]: () => makeComparison({ rows: [editedRow] }) });
    await person.click(await look(/See changes: Row edited/));
    const row = within(await screen.findByRole("listitem"));
    expect(row.getByRole("heading", { name: "Riotur" })).toBeInTheDocument();
    const fields = row.getAllByRole("definition").map((one) => one.textContent);
    expect(fields).toEqual(["before: no stageafter: Ganho", "before: R$10.00after: R$1,200.50"]);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it("tells rows that came and rows that went from rows that changed", async () => {
    const rows = [
      { row: "row1", collection: "customers", before: null, after: riotur },
      { row: "row2", collection: "customers", before: embraer, after: null },
    ];
    const { person } = open({ [`GET ${VERSIONS}/1/compare/2`]: () => makeComparison({ rows }) });
    await person.click(await look(/See changes: Row edited/));
    const [came, went] = await screen.findAllByRole("listitem");
    expect(came).toHaveTextContent("Riotur");
    expect(came).toHaveTextContent("new");
    expect(went).toHaveTextContent("Embraer");
    expect(went).toHaveTextContent("gone");
  });

  it("says which blocks have other content and that the template is another one", async () => {
    const comparison = makeComparison({ contents: ["table"], redesigned: true });
    const { person } = open({ [`GET ${VERSIONS}/1/compare/2`]: () => comparison });
    await person.click(await look(/See changes: Row edited/));
    expect(await screen.findByText("Content changed: Tabela")).toBeInTheDocument();
    expect(screen.getByText("The template of the panel changed as well.")).toBeInTheDocument();
  });

  it("says so when nothing is different", async () => {
    const { person } = open({ [`GET ${VERSIONS}/1/compare/2`]: () => makeComparison() });
    await person.click(await look(/See changes: Row edited/));
    expect(await screen.findByText("No difference")).toBeInTheDocument();
  });

  it("of the oldest one that is kept shows what it changed as that was before", async () => {
    const detail = { version: versions[1], rows: [{ row: "row1", collection: "customers", version: 2, before: { values: { revenue: 7 } } }] };
    const { person } = open({
      [`GET ${VERSIONS}/1/compare/2`]: () => Promise.reject(refusal("version_not_found")),
      [`GET ${VERSIONS}/2`]: () => detail,
    });
    await person.click(await look(/See changes: Row edited/));
    const before = within(await screen.findByRole("region", { name: "Before this version" }));
    expect(before.getByText("R$7.00")).toBeInTheDocument();
  });

  it("leads back to the list, with the focus where it was", async () => {
    const { person } = open({ [`GET ${VERSIONS}/1/compare/2`]: () => makeComparison() });
    await person.click(await look(/See changes: Row edited/));
    const back = await look(/Back to the history/);
    expect(back).toHaveFocus();
    await person.click(back);
    expect(await look(/See changes: Row edited/)).toHaveFocus();
  });
});

describe("comparing", () => {
  it("is with the version before, and with now when asked", async () => {
    const { person, server } = open({
      [`GET ${VERSIONS}/1/compare/2`]: () => makeComparison(),
      [`GET ${VERSIONS}/2/compare/3`]: () => makeComparison({ older: 2, newer: 3, rows: [editedRow] }),
    });
    await person.click(await look(/See changes: Row edited/));
    await screen.findByText("No difference");
    await person.selectOptions(screen.getByRole("combobox", { name: "Compare with" }), "now (version 3)");
    expect(await screen.findByText("From version 2 to 3: 1 row is different")).toBeInTheDocument();
    expect(server.count(`GET ${VERSIONS}/2/compare/3`)).toBe(1);
  });
});

describe("going back", () => {
  it("restores the whole panel after saying what will happen", async () => {
    const { person, server } = open({ [`POST ${VERSIONS}/2/restore`]: () => makeReceipt({ version: 4 }), "GET /api/panels": () => [] });
    await person.click(await look(/Restore the version: Row edited/));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/Rows made later go to the trash/)).toBeInTheDocument();
    await person.click(dialog.getByRole("button", { name: "Restore" }));
    await waitFor(() => expect(server.asked.find(({ method }) => method === "POST")?.body).toEqual({ tab: null, row: null }));
  });

  it("restores only what the tab shows when that is chosen", async () => {
    const { person, server } = open({ [`POST ${VERSIONS}/2/restore`]: () => makeReceipt({ version: 4 }), "GET /api/panels": () => [] });
    await person.click(await look(/Restore the version: Row edited/));
    const dialog = within(await screen.findByRole("dialog"));
    await person.click(dialog.getByRole("radio", { name: "Only what the tab “Clientes” shows" }));
    expect(dialog.getByText(/The template and the other tabs stay as they are/)).toBeInTheDocument();
    await person.click(dialog.getByRole("button", { name: "Restore" }));
    await waitFor(() => expect(server.asked.find(({ method }) => method === "POST")?.body).toEqual({ tab: "main", row: null }));
  });

  it("brings one row back to the earlier of the two moments", async () => {
    const { person, server } = open({
      [`GET ${VERSIONS}/1/compare/2`]: () => makeComparison({ rows: [editedRow] }),
      [`POST ${VERSIONS}/1/restore`]: () => makeReceipt({ version: 4 }),
      "GET /api/panels": () => [],
    });
    await person.click(await look(/See changes: Row edited/));
    await person.click(await look(/Undo change: Riotur/));
    const dialog = within(await screen.findByRole("dialog"));
    expect(dialog.getByText(/“Riotur” becomes what it was in version 1/)).toBeInTheDocument();
    await person.click(dialog.getByRole("button", { name: "Undo change" }));
    await waitFor(() => expect(server.asked.find(({ method }) => method === "POST")?.body).toEqual({ tab: null, row: "row1" }));
  });

  it("says that a row which was not there yet goes to the trash", async () => {
    const rows = [{ row: "row1", collection: "customers", before: null, after: riotur }];
    const { person } = open({ [`GET ${VERSIONS}/1/compare/2`]: () => makeComparison({ rows }) });
    await person.click(await look(/See changes: Row edited/));
    await person.click(await look(/Take out: Riotur/));
    expect(await screen.findByText(/did not exist yet in version 1: it goes to the trash/)).toBeInTheDocument();
  });

  it("is not offered to those who may not", async () => {
    const can = { redesign: false, give: false, refresh_all: true, trash: false, restore: false };
    const { person } = open({ [`GET ${VERSIONS}/1/compare/2`]: () => makeComparison({ rows: [editedRow] }) }, { can });
    await person.click(await look(/See changes: Row edited/));
    await screen.findByRole("listitem");
    expect(screen.queryByRole("button", { name: /Restore|Undo change/ })).toBeNull();
  });
});

it("says how long versions are kept", async () => {
  open();
  expect(await screen.findByText("Versions are kept for 365 days")).toBeInTheDocument();
});
