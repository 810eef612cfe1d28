import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { keys } from "@/api/keys.ts";
import { panelHeard } from "@/api/panels.ts";
import type { Alert, AlertsView, AlertView, PanelView } from "@/api/types.ts";
import { setLanguage } from "@/lib/i18n.ts";
import { accessibilityProblems } from "@/test/axe.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, refusal } from "@/test/fake-server.ts";
import { makePanel, makeReceipt } from "@/test/samples.ts";
import AlertsSheet from "./AlertsSheet.tsx";

const ALERTS = "/api/panels/p1/alerts";
const manyOpen: Alert = {
  id: "many_open",
  title: "More than 20 open",
  over: "customers",
  where: [{ field: "stage", op: "in", value: ["new"] }],
  measure: "count",
  field: null,
  test: "above",
  threshold: 20,
  pending_minutes: 5,
  keep_firing_minutes: 0,
};

function standing(more: Partial<AlertView> = {}): AlertView {
  return {
    alert: manyOpen,
    status: "alerting",
    since: "2026-11-30T12:00:00Z",
    value: 23,
    due_at: null,
    message: null,
    following: null,
    ...more,
  };
}

function open(alerts: AlertView[], { mail = {}, can = true, routes = {} }: { mail?: Partial<AlertsView>; can?: boolean; routes?: Parameters<typeof fakeServer>[0] } = {}) {
  let shown = alerts;
  const server = fakeServer({
    [`GET ${ALERTS}`]: () => ({ alerts: shown, can_mail: true, why_no_mail: null, ...mail }),
    "GET /api/panels/p1": () => panel,
    "GET /api/panels": () => [],
    "GET /api/inbox": () => [],
    ...routes,
  });
  const panel: PanelView = makePanel({ view: { can: { redesign: can, give: false, refresh_all: true, trash: can, restore: can } } });
  const onClose = vi.fn();
  const drawn = drawScreen(<AlertsSheet view={panel} onClose={onClose} />);
  const become = (next: AlertView[]) => {
    shown = next;
  };
  return { ...drawn, server, onClose, become };
}

describe("how a rule stands", () => {
  it("is told with its value and its rule in words", async () => {
    open([standing()]);
    const item = within(await screen.findByRole("listitem"));
    expect(item.getByRole("heading", { name: "More than 20 open" })).toBeInTheDocument();
    expect(item.getByText(/^Alerting/).closest("p")).toHaveTextContent("value 23");
    expect(item.getByText("Clientes: number of rows above 20, where Etapa is Novo, for at least 5 min")).toBeInTheDocument();
    expect(await accessibilityProblems()).toEqual([]);
  });

  it.each([
    ["normal", "Normal"],
    ["pending", "Pendente"],
    ["alerting", "Disparado"],
    ["recovering", "Em recuperação"],
    ["no_data", "Sem dados"],
    ["error", "Erro"],
  ] as const)("has the word of the language for %s: %s", async (status, word) => {
    await setLanguage("pt-BR");
    open([standing({ status })]);
    expect(await screen.findByText(word)).toBeInTheDocument();
    await setLanguage("en");
  });

  it("shows no number where a private row may be in it", async () => {
    open([standing({ value: null })]);
    expect((await screen.findByText(/^Alerting/)).closest("p")).not.toHaveTextContent("value");
  });

  it("says when a wait ends by itself", async () => {
    open([standing({ status: "pending", due_at: "2999-01-01T12:00:00Z" })]);
    expect(await screen.findByText(/alerts on .* if it stays so/)).toBeInTheDocument();
  });

  it("says that nothing is judged while the last refresh failed, and why it failed", async () => {
    open([standing({ status: "error", value: null, message: "It took too long." })]);
    expect(await screen.findByText(/the numbers are old, and nothing is judged by them.*It took too long/)).toBeInTheDocument();
  });

  it("is read again at an event of the panel, though the version is the same", async () => {
    const { client, become } = open([standing({ status: "pending" })]);
    await screen.findByText("Pending");
    client.setQueryData(keys.panel("p1"), makePanel({ version: 7 }));
    become([standing({ status: "alerting" })]);
    panelHeard(client, "p1", 7);
    expect(await screen.findByText("Alerting")).toBeInTheDocument();
  });
});

describe("following", () => {
  it("begins in the inbox, goes on by e-mail, and ends", async () => {
    const following = `${ALERTS}/many_open/following`;
    const { person, server } = open([standing()], {
      routes: { [`PUT ${following}`]: () => null, [`DELETE ${following}`]: () => null },
    });
    const follow = await screen.findByRole("checkbox", { name: "Follow More than 20 open" });
    expect(screen.queryByRole("checkbox", { name: /by e-mail/ })).toBeNull();
    await person.click(follow);
    await person.click(await screen.findByRole("checkbox", { name: /also by e-mail/ }));
    await waitFor(() => expect(screen.getByRole("checkbox", { name: /also by e-mail/ })).toBeChecked());
    await person.click(follow);
    await waitFor(() => expect(server.count(`DELETE ${following}`)).toBe(1));
    expect(server.asked.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([
      { by_email: false },
      { by_email: true },
    ]);
  });

  it("by e-mail cannot be switched on where none is sent, and says why", async () => {
    open([standing({ following: "inbox" })], { mail: { can_mail: false, why_no_mail: "mail_not_configured" } });
    expect(await screen.findByRole("checkbox", { name: /also by e-mail/ })).toBeDisabled();
    expect(screen.getByText("This server sends no e-mail.")).toBeInTheDocument();
  });

  it("goes back to what it was when it is refused", async () => {
    const { person } = open([standing()], { routes: { [`PUT ${ALERTS}/many_open/following`]: () => Promise.reject(refusal("alert_not_found")) } });
    const follow = await screen.findByRole("checkbox", { name: /^Follow/ });
    await person.click(follow);
    await waitFor(() => expect(follow).not.toBeChecked());
  });
});

describe("writing a rule", () => {
  it("is offered only to those who may redesign the panel", async () => {
    open([standing()], { can: false });
    await screen.findByRole("listitem");
    expect(screen.queryByRole("button", { name: "New alert" })).toBeNull();
    expect(screen.queryByRole("button", { name: /^Options of/ })).toBeNull();
  });

  it("sends the rule as it was written, under an id made of its title", async () => {
    const { person, server } = open([], { routes: { [`POST ${ALERTS}`]: () => makeReceipt() } });
    await person.click(await screen.findByRole("button", { name: "New alert" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(await accessibilityProblems()).toEqual([]);
    await person.type(dialog.getByRole("textbox", { name: "Title" }), "Receita é pouca");
    await person.selectOptions(dialog.getByRole("combobox", { name: "Measure" }), "sum");
    await person.selectOptions(dialog.getByRole("combobox", { name: "Field" }), "revenue");
    await person.selectOptions(dialog.getByRole("combobox", { name: "Alerts when it is" }), "below");
    await person.type(dialog.getByRole("textbox", { name: "Limit" }), "1,000.5");
    await person.click(dialog.getByRole("button", { name: "Add condition" }));
    await person.type(dialog.getByRole("combobox", { name: "Value of Empresa" }), "Rio");
    await person.click(dialog.getByRole("button", { name: "Add alert" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.asked.find(({ method }) => method === "POST")?.body).toEqual({
      id: "receita_e_pouca",
      title: "Receita é pouca",
      over: "customers",
      where: [{ field: "company", op: "contains", value: "Rio" }],
      measure: "sum",
      field: "revenue",
      test: "below",
      threshold: 1000.5,
      pending_minutes: 0,
      keep_firing_minutes: 0,
    });
  });

  it("waits for what is missing, and never drops a condition that is half filled", async () => {
    const { person, server } = open([], { routes: { [`POST ${ALERTS}`]: () => makeReceipt() } });
    await person.click(await screen.findByRole("button", { name: "New alert" }));
    const dialog = within(await screen.findByRole("dialog"));
    await person.click(dialog.getByRole("button", { name: "Add condition" }));
    await person.click(dialog.getByRole("button", { name: "Add alert" }));
    expect(dialog.getByText("Give the alert a title.")).toBeInTheDocument();
    expect(dialog.getByText("Write a number.")).toBeInTheDocument();
    await person.type(dialog.getByRole("textbox", { name: "Title" }), "Poucos");
    await person.type(dialog.getByRole("textbox", { name: "Limit" }), "3");
    await person.click(dialog.getByRole("button", { name: "Add alert" }));
    expect(dialog.getByText("Complete or remove the condition that is half filled.")).toBeInTheDocument();
    expect(server.count(`POST ${ALERTS}`)).toBe(0);
  });

  it("keeps what was typed, and says what to do, when it is refused", async () => {
    const { person } = open([], { routes: { [`POST ${ALERTS}`]: () => Promise.reject(refusal("invalid_template")) } });
    await person.click(await screen.findByRole("button", { name: "New alert" }));
    const dialog = within(await screen.findByRole("dialog"));
    await person.type(dialog.getByRole("textbox", { name: "Title" }), "Poucos");
    await person.type(dialog.getByRole("textbox", { name: "Limit" }), "3");
    await person.click(dialog.getByRole("button", { name: "Add alert" }));
    expect(await dialog.findByRole("alert")).toHaveTextContent("Correct the places named and save again.");
    expect(dialog.getByRole("textbox", { name: "Title" })).toHaveValue("Poucos");
  });

  it("starts from the rule as it is when it is changed", async () => {
    const { person, server } = open([standing()], { routes: { [`PUT ${ALERTS}/many_open`]: () => makeReceipt() } });
    await person.click(await screen.findByRole("button", { name: "Options of More than 20 open" }));
    await person.click(await screen.findByRole("menuitem", { name: "Edit" }));
    const dialog = within(await screen.findByRole("dialog"));
    await person.clear(dialog.getByRole("textbox", { name: "Limit" }));
    await person.type(dialog.getByRole("textbox", { name: "Limit" }), "30");
    await person.click(dialog.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(server.asked.find(({ method }) => method === "PUT")?.body).toEqual({ ...manyOpen, threshold: 30 }));
  });

  it("ends with its removal, which is confirmed first", async () => {
    const { person, server } = open([standing()], { routes: { [`DELETE ${ALERTS}/many_open`]: () => makeReceipt() } });
    await person.click(await screen.findByRole("button", { name: "Options of More than 20 open" }));
    await person.click(await screen.findByRole("menuitem", { name: "Remove" }));
    const dialog = within(await screen.findByRole("dialog"));
    expect(server.count(`DELETE ${ALERTS}/many_open`)).toBe(0);
    await person.click(dialog.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(server.count(`DELETE ${ALERTS}/many_open`)).toBe(1));
  });
});

describe("the sheet", () => {
  it("is closed by Esc, but not by an Esc that closes a dialog in front of it", async () => {
    const { person, onClose } = open([]);
    await person.click(await screen.findByRole("button", { name: "New alert" }));
    await screen.findByRole("dialog");
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    screen.getByRole("button", { name: "New alert" }).focus();
    await person.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("offers to try again when the rules could not be read", async () => {
    const answers: (() => unknown)[] = [() => Promise.reject(refusal("internal_error"))];
    const { person } = open([], {
      routes: { [`GET ${ALERTS}`]: () => answers.shift()?.() ?? { alerts: [standing()], can_mail: true, why_no_mail: null } },
    });
    await person.click(await screen.findByRole("button", { name: /again/i }));
    expect(await screen.findByText("More than 20 open")).toBeInTheDocument();
  });
});
