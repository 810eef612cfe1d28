import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { exampleOf, kinds } from "@/gallery/examples.ts";
import { makeField, makeRow } from "@/gallery/rows.ts";
import { drawBlock } from "@/test/draw-block.tsx";

import { registry } from "./registry.ts";

/** A word that only the drawn example shows. */
const SIGN: Record<(typeof kinds)[number], RegExp> = {
  action_buttons: /Mudar o mundo/,
  callout: /Datas deslocadas/,
  card_grid: /Eduardo Martins/,
  chart: /Receita: starts at R\$931\.50/,
  kanban: /Negociando/,
  metric_cards: /R\$1,234\.56/,
  table: /Woodstock Discos/,
  text: /Cinco clientes/,
};

describe("every kind of the catalogue", () => {
  it("has a drawing, and no drawing is without a kind", () => {
    expect(Object.keys(registry).toSorted()).toEqual(kinds.toSorted());
  });

  it.each(kinds)("%s draws its own example in a panel", async (kind) => {
    drawBlock(kind);
    expect((await screen.findAllByText(SIGN[kind])).length).toBeGreaterThan(0);
  });

  it.each(kinds)("%s draws its own example in the chat", async (kind) => {
    drawBlock(kind, { mode: "chat" });
    expect((await screen.findAllByText(SIGN[kind])).length).toBeGreaterThan(0);
  });
});

describe("the states of a block", () => {
  it("loading keeps its title and says so", async () => {
    drawBlock("table", { data: { isLoading: true } });
    expect(await screen.findByRole("status", { name: "Loading" })).toBeInTheDocument();
    expect(screen.getByRole("heading", { name: exampleOf("table").block.title })).toBeInTheDocument();
  });

  it("empty says why and offers what comes next", async () => {
    drawBlock("table", { data: { rows: [] }, whenEmpty: <button type="button">Refresh</button> });
    expect(await screen.findByText("No rows yet")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Refresh" })).toBeInTheDocument();
  });

  it("an error says what happened and tries again", async () => {
    const retry = vi.fn();
    const problem = { code: "unreachable", message: "", nextStep: "", facts: {} };
    const { person } = drawBlock("chart", { data: { problem }, actions: { retry } });
    expect(await screen.findByText("The server could not be reached.")).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(retry).toHaveBeenCalledOnce();
  });

  const freshness = {
    collected_at: new Date().toISOString(),
    status: "partial",
    tool: "crm.list_customers",
    reading: null,
    triggered_by: { kind: "system", id: "system", name: "" },
    message: null,
    code: null,
    last_good_at: null,
    shown: 50,
    declared: 59,
  } as const;

  it("partial says what is missing and shows the rest", async () => {
    drawBlock("table", { data: { freshness } });
    expect(await screen.findByText("The list is partial: 50 of 59.")).toBeInTheDocument();
    expect(screen.getByText("Embraer")).toBeInTheDocument();
  });

  it("a failed refresh keeps the last good data in view, with the reason", async () => {
    const lastGood = new Date(Date.now() - 5 * 60_000).toISOString();
    drawBlock("table", {
      data: { freshness: { ...freshness, status: "error", code: "tool_timeout", last_good_at: lastGood } },
    });
    expect(await screen.findByText(/“crm.list_customers” did not answer|The tool took too long/)).toHaveTextContent(
      "In view: the data from 5 min ago.",
    );
    expect(screen.getByText("Embraer")).toBeInTheDocument();
  });
});

describe("one broken block", () => {
  it("says so in its own place and takes nobody down", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    // A row the server could never send: its drawing throws.
    const broken = { ...makeRow(0, {}), suggestions: null } as unknown as ReturnType<typeof makeRow>;
    drawBlock("table", { data: { fields: [makeField("name", "Nome", "text")], rows: [broken] } });
    expect(await screen.findByText("This block could not be drawn.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Try again" })).toBeInTheDocument();
  });
});

describe("metric cards", () => {
  it("say which way is good, so that colour carries meaning", async () => {
    drawBlock("metric_cards");
    expect(await screen.findByText("up, better")).toBeInTheDocument();
    expect(screen.getByText("down")).toBeInTheDocument();
  });

  it("define what they measure on request", async () => {
    const { person } = drawBlock("metric_cards");
    await person.click(await screen.findByRole("button", { name: "What Receita measures" }));
    expect(await screen.findByText(/Soma do total das faturas/)).toBeInTheDocument();
  });
});

describe("a chart", () => {
  it("can be read as a table, gaps included", async () => {
    const { person } = drawBlock("chart");
    await person.click(await screen.findByRole("button", { name: "View as table" }));
    expect(screen.getByRole("row", { name: "Oct 2026 –" })).toBeInTheDocument();
  });
});

describe("cards", () => {
  it("never make a javascript: address a link", async () => {
    const fields = [
      makeField("name", "Nome", "text", { role: "title" }),
      makeField("site", "Site", "url", { role: "link" }),
    ];
    drawBlock("card_grid", { data: { fields, rows: [makeRow(0, { name: "Ana", site: "javascript:alert(1)" })] } });
    expect(await screen.findByText("javascript:alert(1)")).toBeInTheDocument();
    expect(screen.queryByRole("link")).toBeNull();
  });
});
