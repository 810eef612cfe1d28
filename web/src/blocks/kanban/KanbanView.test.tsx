import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { customerFields, customers } from "@/gallery/rows.ts";
import { ProblemError } from "@/lib/problem.ts";
import { drawBlock, said } from "@/test/draw-block.tsx";

import { nothingAllowed } from "../contract.ts";

const canMove = { ...nothingAllowed, rows: { ...nothingAllowed.rows, move: true } };
const data = { fields: customerFields, rows: customers(22) };
const moved = () =>
  vi.fn<(row: string, stage: string | null, before: string | null) => Promise<void>>(() => Promise.resolve());
const ready = () => screen.findByRole("region", { name: /Novo/ });
const card = (id: string) => {
  const found = document.querySelector<HTMLElement>(`[data-card="${id}"]`);
  if (!found) throw new Error(`no card ${id}`);
  return found;
};
const columnOf = (id: string) => card(id).closest("section")?.querySelector("h4")?.textContent;

describe("the columns of a board", () => {
  it("stand in the order of the stages, with counts, sums and the empty ones", async () => {
    drawBlock("kanban", { data: { ...data, rows: data.rows.filter(({ stage }) => stage !== "won") } });
    await ready();
    const names = screen.getAllByRole("heading", { level: 4 }).map((each) => each.textContent);
    expect(names).toEqual(["No stage3", "Novo10", "Contatado3", "Negociando3", "Ganho0"]);
    expect(screen.getByRole("region", { name: /Contatado/ })).toHaveTextContent("R$2,375.70");
  });

  it('begin with "No stage" only when a card has none, an unknown stage included', async () => {
    const [first] = data.rows;
    if (!first) throw new Error("no rows");
    const { redraw } = drawBlock("kanban", { data: { ...data, rows: [{ ...first, stage: "closed_long_ago" }] } });
    expect(await screen.findByRole("region", { name: /No stage/ })).toHaveTextContent("Embraer");
    redraw({ data: { ...data, rows: [{ ...first, stage: "new" }] } });
    expect(screen.queryByRole("region", { name: /No stage/ })).toBeNull();
  });
});

describe("a card", () => {
  it("has no handle and no menu without leave to move", async () => {
    drawBlock("kanban", { data, actions: { move: moved() } });
    await ready();
    expect(screen.queryByTestId("grip")).toBeNull();
    expect(card("row0")).not.toHaveAttribute("draggable", "true");
    expect(within(card("row0")).queryByRole("button")).toBeNull();
  });

  it("has no handle and no menu without a way to move", async () => {
    drawBlock("kanban", { data, can: canMove });
    await ready();
    expect(screen.queryByTestId("grip")).toBeNull();
    expect(within(card("row0")).queryByRole("button")).toBeNull();
  });

  it("of a draft in the chat has no handle, and the board says how to move cards", async () => {
    drawBlock("kanban", { data, can: canMove, actions: { move: moved() }, mode: "chat" });
    await ready();
    expect(screen.queryByTestId("grip")).toBeNull();
    expect(screen.getByText("Draft: save to a panel to move cards.")).toBeInTheDocument();
  });

  it("that may move has a handle and a menu", async () => {
    drawBlock("kanban", { data, can: canMove, actions: { move: moved() } });
    await ready();
    expect(card("row0")).toHaveAttribute("draggable", "true");
    expect(within(card("row0")).getByRole("button", { name: "Move or open Embraer" })).toBeInTheDocument();
  });

  it("says what is true of it: unconfirmed, notes, owner, suggestion", async () => {
    drawBlock("kanban", { data });
    await ready();
    expect(card("row6")).toHaveTextContent("not confirmed since Nov 28");
    expect(card("row1")).toHaveTextContent("2 notes");
    expect(card("row1")).toHaveTextContent("Owner: Bruno Lima");
    expect(card("row1")).toHaveTextContent("Agente CRM suggests: Campinas");
  });
});

describe("moving by menu", () => {
  it("puts the card at the end of the stage at once", async () => {
    const move = moved().mockReturnValue(new Promise(() => undefined));
    const { person } = drawBlock("kanban", { data, can: canMove, actions: { move } });
    await ready();
    await person.click(within(card("row0")).getByRole("button"));
    await person.click(await screen.findByRole("menuitem", { name: "Negociando" }));
    expect(move).toHaveBeenCalledExactlyOnceWith("row0", "negotiating", null);
    expect(columnOf("row0")).toMatch(/^Negociando4/);
    expect(said()).toBe("Embraer moved to Negociando.");
  });

  it("that was refused brings the card back and says why", async () => {
    const problem = { code: "stage_owned", message: "", nextStep: "", facts: {} };
    const move = moved().mockRejectedValue(new ProblemError(problem));
    const { person } = drawBlock("kanban", { data, can: canMove, actions: { move } });
    await ready();
    await person.click(within(card("row0")).getByRole("button"));
    await person.click(await screen.findByRole("menuitem", { name: "Negociando" }));
    await waitFor(() => expect(columnOf("row0")).toMatch(/^Novo/));
    expect(within(card("row0")).getByRole("alert")).toHaveTextContent("The stage comes from the source");
    expect(said()).toMatch(/^The card went back to where it was\./);
  });
});

describe("moving by keyboard", () => {
  it("lifts with Space, carries with arrows and drops with Space, speaking at each step", async () => {
    const move = moved();
    const { person } = drawBlock("kanban", { data, can: canMove, actions: { move } });
    await ready();
    card("row0").focus();
    await person.keyboard(" ");
    expect(said()).toBe("Embraer lifted. Novo, position 1 of 10.");
    await person.keyboard("{ArrowRight}{ArrowDown}");
    expect(said()).toBe("Contatado, position 2 of 4.");
    expect(card("row0")).toHaveFocus();
    expect(move).not.toHaveBeenCalled();
    await person.keyboard(" ");
    expect(move).toHaveBeenCalledExactlyOnceWith("row0", "contacted", "row10");
    expect(said()).toBe("Embraer dropped in Contatado, position 2 of 4.");
    expect(card("row0")).toHaveFocus();
  });

  it("puts the card back with Esc and sends nothing", async () => {
    const move = moved();
    const { person } = drawBlock("kanban", { data, can: canMove, actions: { move } });
    await ready();
    card("row0").focus();
    await person.keyboard(" {ArrowRight}{Escape}");
    expect(columnOf("row0")).toMatch(/^Novo/);
    expect(said()).toBe("Embraer is back where it was.");
    expect(move).not.toHaveBeenCalled();
  });

  it("sends nothing when the card is dropped where it was", async () => {
    const move = moved();
    const { person } = drawBlock("kanban", { data, can: canMove, actions: { move } });
    await ready();
    card("row0").focus();
    await person.keyboard(" {ArrowDown}{ArrowUp} ");
    expect(move).not.toHaveBeenCalled();
  });

  it("lifts nothing without leave to move: Space is not a handle", async () => {
    const move = moved();
    const { person } = drawBlock("kanban", { data, actions: { move } });
    await ready();
    card("row0").focus();
    await person.keyboard(" {ArrowRight} ");
    expect(move).not.toHaveBeenCalled();
    expect(columnOf("row0")).toMatch(/^Novo/);
  });

  it("walks from card to card, and Enter opens one", async () => {
    const openRow = vi.fn();
    const { person } = drawBlock("kanban", { data, actions: { openRow } });
    await ready();
    card("row0").focus();
    await person.keyboard("{ArrowRight}{Enter}");
    expect(openRow).toHaveBeenCalledExactlyOnceWith("row3");
  });
});

it("a board of 20,000 cards draws only what is in sight", async () => {
  drawBlock("kanban", {
    data: { fields: customerFields, rows: customers(20_000) },
    can: canMove,
    actions: { move: moved() },
  });
  await ready();
  expect(document.querySelectorAll("[data-card]").length).toBeLessThan(120);
});
