import { describe, expect, it } from "vitest";

import { makeField, makeRow } from "@/gallery/rows.ts";

import { speed } from "./auto-scroll.ts";
import { columnsOf, isSamePlace, moveTo } from "./board.ts";

const field = makeField("stage", "Etapa", "stage", {
  role: "stage",
  options: [
    { id: "new", title: "Novo", colour: "blue" },
    { id: "won", title: "Ganho", colour: "green" },
  ],
});
const rows = [makeRow(0, { stage: "new" }), makeRow(1, { stage: "new" }), makeRow(2, { stage: "won" })];
const ids = (moves: Parameters<typeof columnsOf>[2]) =>
  columnsOf(rows, field, moves).map((column) => column.rows.map(({ id }) => id));

describe("a move laid over the rows", () => {
  it("stands before the named card", () => {
    expect(ids(new Map([["row0", { stage: "won", before: "row2" }]]))).toEqual([["row1"], ["row0", "row2"]]);
  });

  it("stands at the end without one, or when that card is gone", () => {
    expect(ids(new Map([["row0", { stage: "won", before: null }]]))).toEqual([["row1"], ["row2", "row0"]]);
    expect(ids(new Map([["row0", { stage: "won", before: "gone" }]]))).toEqual([["row1"], ["row2", "row0"]]);
  });

  it("is told apart from staying where the card is", () => {
    const columns = columnsOf(rows, field, new Map());
    expect(isSamePlace(columns, "row0", { stage: "new", before: "row1" })).toBe(true);
    expect(isSamePlace(columns, "row0", { stage: "new", before: null })).toBe(false);
  });

  it("counts its place without the card itself", () => {
    const columns = columnsOf(rows, field, new Map());
    expect(moveTo(columns, "row0", 0, 1)).toEqual({ stage: "new", before: null });
    expect(moveTo(columns, "row0", 1, 0)).toEqual({ stage: "won", before: "row2" });
  });
});

it("what scrolls near an edge scrolls faster the nearer it is, and not in the middle", () => {
  expect(speed(500, 0, 1000)).toBe(0);
  expect(speed(990, 0, 1000)).toBeGreaterThan(speed(960, 0, 1000));
  expect(speed(10, 0, 1000)).toBeLessThan(0);
});
