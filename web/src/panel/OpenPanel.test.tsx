import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { keys } from "@/api/keys.ts";
import type { Alert, PanelView } from "@/api/types.ts";
import { nothingAllowed } from "@/blocks/contract.ts";
import { wholeList } from "@/lib/slice.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, later, refusal } from "@/test/fake-server.ts";
import { everythingAllowed, makeFreshness, makePanel, makeReceipt, riotur } from "@/test/samples.ts";
import Panel from "./Panel.tsx";
import type { Place } from "./place.ts";

const ROW = "/api/panels/p1/collections/customers/rows/row1";
const me = { user: { id: "ana", login: "ana", name: "Ana Souza", role: "user", teams: [], locale: "en" }, demo: true };
const detail = { row: riotur, annotations: [], history: [] };

function open(first: PanelView, routes: Parameters<typeof fakeServer>[0] = {}, place: Partial<Place> = {}) {
  let view = first;
  const server = fakeServer({
    "GET /api/me": () => me,
    "GET /api/panels/p1": () => view,
    "GET /api/panels": () => [],
    [`GET ${ROW}`]: () => detail,
    ...routes,
  });
  const acts = { goTo: vi.fn(), onClose: vi.fn(), onAskAgent: vi.fn(), onHooks: vi.fn() };
  const drawn = drawScreen(<Panel panel="p1" place={{ tab: null, row: null, slices: {}, ...place }} {...acts} />);
  // The server moves on; the page learns of it by a receipt or an event.
  const becomes = (next: PanelView) => {
    view = next;
  };
  return { ...drawn, ...acts, server, becomes };
}

const grid = () => screen.findByRole("grid");
const cell = (field: string) => document.querySelector<HTMLElement>(`[data-row="row1"][data-field="${field}"]`);

describe("no control without the server's leave", () => {
  it("draws neither add, nor edit, nor remove for a reader who may only look", async () => {
    const { person } = open(makePanel({ can: nothingAllowed.rows, view: { can: { redesign: false, give: false, refresh_all: false, trash: false, restore: false } } }));
    await grid();
    expect(screen.queryByRole("button", { name: /New row/ })).toBeNull();
    expect(screen.queryByRole("button", { name: "Refresh all" })).toBeNull();
    await person.click(screen.getByRole("button", { name: "Panel options" }));
    expect(await screen.findByRole("menuitem", { name: "History" })).toBeInTheDocument();
    expect(screen.queryByRole("menuitem", { name: "Move to trash" })).toBeNull();
  });

  it("draws them for one who may", async () => {
    open(makePanel());
    await grid();
    expect(screen.getByRole("button", { name: /New row/ })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Refresh all" })).toBeInTheDocument();
  });

  it.each([
    ["is never shown to one who may not redesign the panel", false, 0],
    ["leads one who may redesign it to its page", true, 1],
  ])("the entry of the webhooks %s", async (_, redesign, times) => {
    const { person, onHooks } = open(makePanel({ view: { can: { redesign, give: false, refresh_all: true, trash: false, restore: false } } }));
    await person.click(await screen.findByRole("button", { name: "Panel options" }));
    await screen.findByRole("menuitem", { name: "Panel template" });
    for (const entry of screen.queryAllByRole("menuitem", { name: "Webhooks" })) await person.click(entry);
    expect(onHooks).toHaveBeenCalledTimes(times);
  });

  it("offers no editing of a row's fields, notes or removal in the sheet of a reader who may only look", async () => {
    open(makePanel({ can: nothingAllowed.rows }), {}, { row: { collection: "customers", row: "row1" } });
    const sheet = within(await screen.findByRole("complementary", { name: "Riotur" }));
    expect(sheet.queryByRole("button", { name: /^Edit/ })).toBeNull();
    expect(sheet.queryByRole("textbox", { name: "New note" })).toBeNull();
    expect(sheet.queryByRole("button", { name: "Row options" })).toBeNull();
  });
});

describe("editing a cell", () => {
  it("shows the new value at once and offers to undo it with the old one", async () => {
    const answer = later<unknown>();
    const { person, server, becomes } = open(makePanel(), { [`PATCH ${ROW}`]: () => answer.promise });
    await grid();
    await person.dblClick(cell("revenue") ?? document.body);
    await person.keyboard("{Control>}a{/Control}99{Enter}");
    await waitFor(() => expect(cell("revenue")).toHaveTextContent("99"));
    becomes(makePanel({ version: 2, rows: [{ ...riotur, version: 2, values: { ...riotur.values, revenue: 99 } }] }));
    answer.keep(makeReceipt({ changed: ["row1"] }));
    await person.click(await screen.findByRole("button", { name: "Undo" }));
    await waitFor(() => expect(server.count(`PATCH ${ROW}`)).toBe(2));
    expect(server.asked.filter(({ method }) => method === "PATCH").map(({ body }) => body)).toEqual([
      { set: { revenue: "99" }, add: {}, based_on: 1 },
      { set: { revenue: 10 }, add: {}, based_on: 2 },
    ]);
  });

  it("goes back to the old value when it is refused", async () => {
    const { person } = open(makePanel(), { [`PATCH ${ROW}`]: () => Promise.reject(refusal("invalid_value")) });
    await grid();
    await person.dblClick(cell("company") ?? document.body);
    await person.keyboard("{Control>}a{/Control}Outra{Enter}");
    await waitFor(() => expect(cell("company")).toHaveAttribute("data-state", "refused"));
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });
});

const byBruno = { field: "company", by: "Bruno Lima", current: "Riotur S.A.", current_version: 8 };
const conflict = () => Promise.reject(refusal("version_conflict", byBruno));

describe("a conflict on one field", () => {
  it("keeps what was typed, and says who changed it", async () => {
    const { person } = open(makePanel(), { [`PATCH ${ROW}`]: conflict });
    await grid();
    await person.dblClick(cell("company") ?? document.body);
    await person.keyboard("{Control>}a{/Control}Riotur RJ{Enter}");
    const notice = await screen.findByRole("alert");
    expect(notice).toHaveTextContent("Bruno Lima changed Empresa of Riotur while you were editing.");
    expect(notice).toHaveTextContent("Riotur S.A.");
    expect(notice).toHaveTextContent("Riotur RJ");
    expect(cell("company")).toHaveTextContent("Riotur RJ");
  });

  it("sends mine again on top of theirs when the person says so", async () => {
    const answers: (() => unknown)[] = [conflict, () => makeReceipt({ version: 9, changed: ["row1"] })];
    const { person, server } = open(makePanel(), { [`PATCH ${ROW}`]: () => answers.shift()?.() });
    await grid();
    await person.dblClick(cell("company") ?? document.body);
    await person.keyboard("{Control>}a{/Control}Riotur RJ{Enter}");
    await person.click(await screen.findByRole("button", { name: "Use mine" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Use mine" })).toBeNull());
    expect(server.asked.findLast(({ method }) => method === "PATCH")?.body).toEqual({ set: { company: "Riotur RJ" }, add: {}, based_on: 8 });
  });

  it("shows theirs, and sends nothing, when the person lets it be", async () => {
    const { person, server } = open(makePanel(), { [`PATCH ${ROW}`]: conflict });
    await grid();
    await person.dblClick(cell("company") ?? document.body);
    await person.keyboard("{Control>}a{/Control}Riotur RJ{Enter}");
    await person.click(await screen.findByRole("button", { name: "Keep it as it is" }));
    await waitFor(() => expect(cell("company")).toHaveTextContent("Riotur"));
    expect(cell("company")).not.toHaveTextContent("Riotur RJ");
    expect(server.count(`PATCH ${ROW}`)).toBe(1);
  });
});

describe("an edit that took a while", () => {
  it("is based on what the person saw when it began, though the row moved on meanwhile", async () => {
    const { person, client, server, becomes } = open(makePanel(), { [`PATCH ${ROW}`]: conflict });
    await grid();
    await person.dblClick(cell("company") ?? document.body);
    await person.keyboard("{Control>}a{/Control}Riotur RJ");
    becomes(makePanel({ version: 8, rows: [{ ...riotur, version: 8, values: { ...riotur.values, company: "Riotur S.A." } }] }));
    await client.invalidateQueries({ queryKey: keys.panel("p1") });
    await person.keyboard("{Enter}");
    await waitFor(() => expect(server.asked.at(-1)?.body).toMatchObject({ based_on: 1 }));
    expect(await screen.findByRole("button", { name: "Use mine" })).toBeInTheDocument();
  });
});

describe("refreshing a tab", () => {
  const refreshed = { tab: "main", status: "complete", tool: "crm.list_customers", reading: null, receipts: [], code: null, message: null, next_step: null };

  it("asks for no second run while one is under way", async () => {
    const answer = later<unknown>();
    const { person, server } = open(makePanel(), { "POST /api/panels/p1/tabs/main/refresh": () => answer.promise });
    await grid();
    await person.click(screen.getByRole("button", { name: "Refresh" }));
    await person.click(screen.getByRole("button", { name: "Refreshing" }));
    answer.keep(refreshed);
    await waitFor(() => expect(screen.getByTestId("live-region")).toHaveTextContent("Nothing changed"));
    expect(server.count("POST /api/panels/p1/tabs/main/refresh")).toBe(1);
  });

  it("keeps the rows on screen when it fails, with the reason", async () => {
    const failed = { ...refreshed, status: "error", code: "tool_timeout", message: "late" };
    const { person, becomes } = open(makePanel(), { "POST /api/panels/p1/tabs/main/refresh": () => failed });
    await grid();
    const oldest = makeFreshness({ status: "error", code: "tool_timeout", last_good_at: "2026-11-29T18:00:00Z" });
    becomes(makePanel({ version: 2, tab: { status: "error", oldest } }));
    await person.click(screen.getByRole("button", { name: "Refresh" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The refresh did not work.");
    expect(screen.getByRole("grid")).toHaveTextContent("Riotur");
    expect(await screen.findByText(/The data below is from/)).toBeInTheDocument();
  });

  it("of a generated panel is confirmed first", async () => {
    const view = makePanel();
    const generated = { ...view, template: { ...view.template, semantics: "generate" as const } };
    const { person, server } = open(generated, { "POST /api/panels/p1/tabs/main/refresh": () => refreshed });
    await grid();
    await person.click(screen.getByRole("button", { name: "Refresh" }));
    expect(server.count("POST /api/panels/p1/tabs/main/refresh")).toBe(0);
    await person.click(await screen.findByRole("button", { name: "Make the tab anew" }));
    await waitFor(() => expect(server.count("POST /api/panels/p1/tabs/main/refresh")).toBe(1));
  });

  it("via the agent puts the prompt into the conversation, for the person to send", async () => {
    const view = makePanel({ tab: { refresh: "agent" } });
    const [tab] = view.template.tabs;
    if (!tab) throw new Error("the sample has a tab");
    const byAgent = { ...tab, refresh: { by: "agent" as const, prompt: "Write the agenda again", expect_minutes: null } };
    const { person, onAskAgent } = open({ ...view, template: { ...view.template, tabs: [byAgent] } });
    await grid();
    await person.click(screen.getByRole("button", { name: "Refresh via agent" }));
    expect(onAskAgent).toHaveBeenCalledExactlyOnceWith("commercial", "Write the agenda again");
  });
});

describe("live updates", () => {
  it("mark for a while the cells that somebody else changed", async () => {
    const { client, becomes } = open(makePanel({ version: 10, rows: [{ ...riotur, version: 10 }] }));
    await grid();
    becomes(makePanel({ version: 11, rows: [{ ...riotur, version: 11, values: { ...riotur.values, revenue: 77 } }] }));
    await client.invalidateQueries({ queryKey: keys.panel("p1") });
    await waitFor(() => expect(cell("revenue")).toHaveAttribute("data-state", "changed"));
    expect(cell("company")).not.toHaveAttribute("data-state");
  });
});

describe("slicing a block", () => {
  it("is a change of place, so that the address holds it", async () => {
    const { person, goTo } = open(makePanel());
    await grid();
    await person.type(screen.getByRole("searchbox", { name: "Search" }), "emb");
    await waitFor(() => expect(goTo).toHaveBeenLastCalledWith({ slices: { table: { ...wholeList, search: "emb" } } }, "replace"));
  });

  it("leaves no trace in the address when it is taken back", async () => {
    const { person, goTo } = open(makePanel(), {}, { slices: { table: { ...wholeList, search: "emb" } } });
    await grid();
    await person.clear(screen.getByRole("searchbox", { name: "Search" }));
    await waitFor(() => expect(goTo).toHaveBeenLastCalledWith({ slices: {} }, "replace"));
  });
});

describe("alerts", () => {
  const alert: Alert = {
    id: "a1",
    title: "Many",
    over: "customers",
    where: [],
    measure: "count",
    field: null,
    test: "above",
    threshold: 1,
    pending_minutes: 0,
    keep_firing_minutes: 0,
  };
  const standing = { alert, status: "alerting", since: "2026-11-30T12:00:00Z", value: 2, due_at: null, message: null, following: null };
  const view = makePanel();
  const withAlert = { ...view, alerting: 0, template: { ...view.template, alerts: [alert] } };
  const routes = { "GET /api/panels/p1/alerts": () => ({ alerts: [standing], can_mail: true, why_no_mail: null }) };

  it("that fire are counted in the header, which leads to them", async () => {
    const { person } = open(withAlert, routes);
    await person.click(await screen.findByRole("button", { name: "1 alert firing" }));
    expect(await screen.findByRole("complementary", { name: "Alerts" })).toHaveTextContent("Many");
  });

  it("leave no mark in the header while none fires", async () => {
    open(makePanel());
    await grid();
    expect(screen.queryByRole("button", { name: /firing/ })).toBeNull();
  });
});

describe("the header", () => {
  it("names who reads the panel", async () => {
    const { person } = open(makePanel({ can: everythingAllowed }));
    await grid();
    await person.hover(screen.getByRole("button", { name: /Vendas \(2\)/ }));
    expect(await screen.findByText("Bruno Lima")).toBeInTheDocument();
  });
});
