import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { customerFields, customers, makeField, makeRow } from "@/gallery/rows.ts";
import { ProblemError } from "@/lib/problem.ts";
import { drawBlock, said } from "@/test/draw-block.tsx";

import { type BlockCan, nothingAllowed } from "../contract.ts";

const canEdit: BlockCan = {
  ...nothingAllowed,
  rows: { ...nothingAllowed.rows, edit: ["company", "revenue", "active"], move: true },
};
const data = { fields: customerFields, rows: customers(22) };
const ready = () => screen.findByRole("grid");
const cell = (row: string, field: string) => {
  const found = document.querySelector<HTMLElement>(`[data-row="${row}"][data-field="${field}"]`);
  if (!found) throw new Error(`no cell ${row} ${field}`);
  return found;
};
const heading = (name: string) => screen.getByRole("columnheader", { name: new RegExp(`^${name}`) });
const count = () =>
  screen
    .getAllByRole("status")
    .map((each) => each.textContent)
    .find((text) => / of |rows?$/.test(text));

describe("editing a cell", () => {
  it("begins with Enter, keeps what was typed with Enter, and goes down", async () => {
    const editCell = vi.fn(() => Promise.resolve());
    const { person } = drawBlock("table", { data, can: canEdit, actions: { editCell } });
    await ready();
    await person.click(cell("row1", "revenue"));
    await person.keyboard("{Enter}{Control>}a{/Control}1234,5{Enter}");
    expect(editCell).toHaveBeenCalledExactlyOnceWith("row1", "revenue", "1234,5", 1);
    expect(cell("row2", "revenue")).toHaveFocus();
  });

  it("typing over a cell replaces what stands there", async () => {
    const editCell = vi.fn(() => Promise.resolve());
    const { person } = drawBlock("table", { data, can: canEdit, actions: { editCell } });
    await ready();
    await person.click(cell("row1", "company"));
    await person.keyboard("Nova{Enter}");
    expect(editCell).toHaveBeenCalledExactlyOnceWith("row1", "company", "Nova", 1);
  });

  it("is left as it was with Esc", async () => {
    const editCell = vi.fn(() => Promise.resolve());
    const { person } = drawBlock("table", { data, can: canEdit, actions: { editCell } });
    await ready();
    await person.click(cell("row1", "company"));
    await person.keyboard("{F2}xyz{Escape}");
    expect(editCell).not.toHaveBeenCalled();
    expect(cell("row1", "company")).toHaveTextContent("Woodstock Discos");
    expect(cell("row1", "company")).toHaveFocus();
  });

  it("is kept with Tab, which moves on", async () => {
    const editCell = vi.fn(() => Promise.resolve());
    const { person } = drawBlock("table", { data, can: canEdit, actions: { editCell } });
    await ready();
    await person.click(cell("row1", "company"));
    await person.keyboard("Nova{Tab}");
    expect(editCell).toHaveBeenCalledOnce();
    expect(cell("row1", "stage")).toHaveFocus();
  });

  it("sends nothing when nothing was changed", async () => {
    const editCell = vi.fn(() => Promise.resolve());
    const { person } = drawBlock("table", { data, can: canEdit, actions: { editCell } });
    await ready();
    await person.click(cell("row1", "company"));
    await person.keyboard("{Enter}{Enter}");
    expect(editCell).not.toHaveBeenCalled();
  });

  it("empties a cell with Delete", async () => {
    const editCell = vi.fn(() => Promise.resolve());
    const { person } = drawBlock("table", { data, can: canEdit, actions: { editCell } });
    await ready();
    await person.click(cell("row1", "revenue"));
    await person.keyboard("{Delete}");
    expect(editCell).toHaveBeenCalledExactlyOnceWith("row1", "revenue", null, undefined);
  });

  it("that was refused keeps what was typed, and says why", async () => {
    const problem = { code: "invalid_value", message: "", nextStep: "", facts: { got: "muito", example: "1,234.5" } };
    const editCell = () => Promise.reject(new ProblemError(problem));
    const { person } = drawBlock("table", { data, can: canEdit, actions: { editCell } });
    await ready();
    await person.click(cell("row1", "revenue"));
    await person.keyboard("muito{Enter}");
    await waitFor(() => expect(cell("row1", "revenue")).toHaveAttribute("aria-invalid", "true"));
    expect(cell("row1", "revenue")).toHaveTextContent("muito");
    expect(cell("row1", "revenue")).toHaveAccessibleDescription(/“muito” does not fit this field/);
    expect(said()).toMatch(/Not saved\. “muito” does not fit/);
  });

  it("that was refused can be mended from what was typed, or thrown away with Esc", async () => {
    const problem = { code: "version_conflict", message: "", nextStep: "", facts: { by: "Bia" } };
    const editCell = vi.fn(() => Promise.reject(new ProblemError(problem)));
    const { person } = drawBlock("table", { data, can: canEdit, actions: { editCell } });
    await ready();
    await person.click(cell("row1", "company"));
    await person.keyboard("Nova{Enter}");
    await waitFor(() => expect(cell("row1", "company")).toHaveAttribute("aria-invalid", "true"));
    await person.click(cell("row1", "company"));
    await person.keyboard("{Enter}");
    expect(screen.getByRole("textbox", { name: "Empresa" })).toHaveValue("Nova");
    await person.keyboard("{Escape}{Escape}");
    expect(cell("row1", "company")).toHaveTextContent("Woodstock Discos");
  });

  it("answers that come late do not bring an earlier text back", async () => {
    let answerFirst: (() => void) | undefined;
    const slow = new Promise<void>((done) => {
      answerFirst = done;
    });
    const editCell = vi
      .fn()
      .mockReturnValueOnce(slow)
      .mockReturnValueOnce(new Promise(() => undefined));
    const { person } = drawBlock("table", { data, can: canEdit, actions: { editCell } });
    await ready();
    await person.click(cell("row1", "company"));
    await person.keyboard("Um{Enter}");
    await person.click(cell("row1", "company"));
    await person.keyboard("Dois{Enter}");
    await act(async () => {
      answerFirst?.();
      await slow;
    });
    expect(cell("row1", "company")).toHaveTextContent("Dois");
  });

  it.each([
    ["the reader may not edit the field", { can: nothingAllowed, actions: { editCell: vi.fn() } }],
    ["there is no way to save", { can: canEdit, actions: {} }],
    ["it is a draft in the chat", { can: canEdit, actions: { editCell: vi.fn() }, mode: "chat" as const }],
  ])("is not offered when %s", async (_, given) => {
    const { person } = drawBlock("table", { data, ...given });
    await ready();
    await person.dblClick(cell("row1", "company"));
    await person.keyboard("{F2}x");
    expect(within(screen.getByRole("grid")).queryByRole("textbox")).toBeNull();
    expect(cell("row1", "company")).toHaveAttribute("aria-readonly", "true");
  });

  it("of a stage is a move, and is chosen from its options", async () => {
    const move = vi.fn(() => Promise.resolve());
    const { person } = drawBlock("table", { data, can: canEdit, actions: { move } });
    await ready();
    await person.click(cell("row2", "stage"));
    await person.keyboard("{Enter}");
    await person.click(await screen.findByRole("option", { name: "Negociando" }));
    expect(move).toHaveBeenCalledExactlyOnceWith("row2", "negotiating", expect.anything());
  });
});

describe("the keys of the grid", () => {
  it("enter through one tab stop", async () => {
    drawBlock("table", { data });
    const grid = await ready();
    expect(
      within(grid)
        .getAllByRole("gridcell")
        .filter((each) => each.tabIndex === 0),
    ).toHaveLength(1);
  });

  it("go with arrows, Home, End and Ctrl", async () => {
    const { person } = drawBlock("table", { data });
    await ready();
    await person.click(cell("row0", "company"));
    await person.keyboard("{ArrowDown}{ArrowRight}");
    expect(cell("row1", "stage")).toHaveFocus();
    await person.keyboard("{Home}");
    expect(cell("row1", "company")).toHaveFocus();
    await person.keyboard("{Control>}{End}{/Control}");
    expect(cell("row21", "active")).toHaveFocus();
  });

  it("reach the headings, where Enter sorts", async () => {
    const { person, slice } = drawBlock("table", { data });
    await ready();
    await person.click(cell("row0", "company"));
    await person.keyboard("{ArrowUp}{Enter}");
    expect(slice().sort).toEqual([{ field: "company", descending: false }]);
  });

  it("stay with their row when the order changes", async () => {
    const { person } = drawBlock("table", { data });
    await ready();
    await person.click(cell("row0", "company"));
    await person.click(heading("Receita"));
    await person.click(cell("row3", "city"));
    await person.keyboard("{ArrowUp}{ArrowDown}");
    expect(cell("row3", "city")).toHaveFocus();
  });
});

describe("the slice of a table", () => {
  it("sorts by a click on the heading: ascending, descending, none", async () => {
    const { person, slice } = drawBlock("table", { data });
    await ready();
    await person.click(heading("Receita"));
    expect(heading("Receita")).toHaveAttribute("aria-sort", "ascending");
    await person.click(heading("Receita"));
    expect(heading("Receita")).toHaveAttribute("aria-sort", "descending");
    await person.click(heading("Receita"));
    expect(slice().sort).toEqual([]);
  });

  it("sorts by a second field with Shift", async () => {
    const { person, slice } = drawBlock("table", { data });
    await ready();
    await person.click(heading("Etapa"));
    await person.keyboard("{Shift>}");
    await person.click(heading("Receita"));
    await person.keyboard("{/Shift}");
    expect(slice().sort.map(({ field }) => field)).toEqual(["stage", "revenue"]);
  });

  it("says how many of how many it shows", async () => {
    const { person } = drawBlock("table", { data });
    await ready();
    expect(count()).toBe("22 rows");
    await person.type(screen.getByRole("searchbox"), "EMBRAER");
    await waitFor(() => expect(count()).toBe("2 of 22"));
  });

  it("says it too when the block itself leaves rows out", async () => {
    const block = {
      kind: "table",
      id: "t",
      title: "T",
      width: 12,
      of: "c",
      columns: [],
      sort: [],
      where: [{ field: "company", op: "contains", value: "embraer" }],
    } as const;
    drawBlock("table", { data, block: { ...block, columns: [], sort: [], where: [...block.where] } });
    await ready();
    expect(count()).toBe("2 of 22");
  });

  it("is told in words that can be taken away", async () => {
    const { person, slice } = drawBlock("table", {
      data,
      slice: { where: [{ field: "city", op: "contains", value: "rio" }] },
    });
    await ready();
    await person.click(screen.getByRole("button", { name: "Remove: Cidade contains rio" }));
    expect(slice().where).toEqual([]);
  });

  it("is built condition by condition, and half a condition leaves nothing out", async () => {
    const { person, slice } = drawBlock("table", { data });
    await ready();
    await person.click(screen.getByRole("button", { name: "Filter" }));
    await person.selectOptions(await screen.findByRole("combobox", { name: "Field" }), "revenue");
    await person.selectOptions(screen.getByRole("combobox", { name: "Condition" }), "gt");
    expect(slice().where).toEqual([]);
    await person.type(screen.getByRole("textbox", { name: "Value of Receita" }), "1,000");
    expect(slice().where).toEqual([{ field: "revenue", op: "gt", value: 1000 }]);
  });

  it("groups with counts and sums", async () => {
    drawBlock("table", { data, slice: { group: "segment" } });
    const grid = await ready();
    const [first] = within(grid).getAllByRole("gridcell", { expanded: true });
    expect(first).toHaveTextContent(/^Varejo\d+$/);
    expect(first?.nextElementSibling).toHaveTextContent(/^R\$[\d,]+\.\d\d$/);
  });

  it("that matches nothing offers to clear the filters", async () => {
    const { person, slice } = drawBlock("table", { data, slice: { search: "zzz" } });
    await person.click(await screen.findByRole("button", { name: "Clear filters" }));
    expect(slice().search).toBe("");
    expect(count()).toBe("22 rows");
  });
});

describe("what a cell shows", () => {
  const odd = [
    makeField("name", "Nome", "text", { role: "title" }),
    makeField("site", "Site", "url"),
    makeField("mail", "E-mail", "email"),
  ];

  it("is a link only for addresses that may be followed", async () => {
    const rows = [
      makeRow(0, { name: "mal", site: "javascript:alert(1)", mail: "a@b?bcc=c@d" }),
      makeRow(1, { name: "bem", site: "https://example.com", mail: "ana@example.com" }),
    ];
    drawBlock("table", { data: { fields: odd, rows } });
    await ready();
    expect(within(cell("row0", "site")).queryByRole("link")).toBeNull();
    expect(within(cell("row0", "mail")).queryByRole("link")).toBeNull();
    expect(within(cell("row1", "site")).getByRole("link")).toHaveAttribute("href", "https://example.com");
    expect(within(cell("row1", "mail")).getByRole("link")).toHaveAttribute("href", "mailto:ana@example.com");
  });

  it("is text, never markup", async () => {
    drawBlock("table", { data: { fields: odd, rows: [makeRow(0, { name: "<img src=x onerror=alert(1)>" })] } });
    await ready();
    expect(cell("row0", "name")).toHaveTextContent("<img src=x onerror=alert(1)>");
    expect(cell("row0", "name").querySelector("img")).toBeNull();
  });

  it("says since when a row is not confirmed, and what is suggested", async () => {
    drawBlock("table", { data });
    await ready();
    expect(cell("row6", "company")).toHaveTextContent("not confirmed since Nov 28");
    expect(cell("row1", "city")).toHaveTextContent("Agente CRM suggests: Campinas");
  });

  it("is marked when it was changed just now", async () => {
    drawBlock("table", { data: { ...data, changed: new Map([["row2", ["city"]]]) } });
    await ready();
    expect(cell("row2", "city")).toHaveAttribute("data-state", "changed");
    expect(cell("row2", "company")).not.toHaveAttribute("data-state");
  });
});

describe("many rows", () => {
  it("keep the page small: 20,000 rows of 13 columns draw only what is in sight", async () => {
    drawBlock("table", { data: { fields: customerFields, rows: customers(20_000) } });
    const grid = await ready();
    expect(grid).toHaveAttribute("aria-rowcount", "20001");
    expect(within(grid).getAllByRole("row").length).toBeLessThan(60);
    expect(grid.querySelectorAll("*").length).toBeLessThan(4000);
  });

  it("stand whole on paper", async () => {
    drawBlock("table", { data: { fields: customerFields, rows: customers(300) } });
    const grid = await ready();
    act(() => void window.dispatchEvent(new Event("beforeprint")));
    expect(within(grid).getAllByRole("row", { hidden: true })).toHaveLength(301);
    act(() => void window.dispatchEvent(new Event("afterprint")));
    expect(within(grid).getAllByRole("row").length).toBeLessThan(60);
  });

  it("that come in pages are asked for before the end is reached", async () => {
    const loadMore = vi.fn();
    const pages = { matching: 500, groups: [], hasMore: true, isLoading: false, loadMore };
    drawBlock("table", { data: { ...data, total: 500, pages } });
    await ready();
    expect(loadMore).toHaveBeenCalled();
    expect(count()).toBe("500 rows");
  });

  it("that come in pages are never saved to a file in part", async () => {
    const pages = { matching: 500, groups: [], hasMore: true, isLoading: false, loadMore: vi.fn() };
    const { redraw } = drawBlock("table", { data: { ...data, total: 500, pages } });
    await ready();
    expect(screen.queryByRole("button", { name: "CSV" })).toBeNull();
    redraw({ data: { ...data, total: 500, pages }, actions: { exportCsv: vi.fn() } });
    expect(screen.getByRole("button", { name: "CSV" })).toBeInTheDocument();
  });
});

describe("what is not allowed", () => {
  it("is not drawn: no new row, no removal without the flag", async () => {
    const actions = { addRow: vi.fn(), removeRow: vi.fn(), openRow: vi.fn() };
    const { person, redraw } = drawBlock("table", { data, actions });
    await ready();
    await person.hover(cell("row1", "company"));
    expect(screen.queryByRole("button", { name: "New row" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Options of/ })).toBeNull();
    expect(screen.getByRole("button", { name: "Open Woodstock Discos" })).toBeInTheDocument();
    redraw({ data, actions, can: { ...nothingAllowed, rows: { ...nothingAllowed.rows, add: true, remove: true } } });
    expect(screen.getByRole("button", { name: "New row" })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Options of Woodstock Discos" })).toBeInTheDocument();
  });
});
