import { describe, expect, it } from "vitest";

import { makeRow } from "@/gallery/rows.ts";
import { cardAfter, positionFor } from "./positions.ts";

const card = (index: number, stage: string | null, position: number) => makeRow(index, { stage }, { position });
const rows = [card(1, "new", 1), card(2, "new", 2), card(3, "new", 3), card(4, "won", 4)];
const [first, second, third, won] = rows;
if (!first || !second || !third || !won) throw new Error("four cards are needed");

describe("where a moved card stands until the server says so", () => {
  it("is between the card above and the one it was dropped before", () => {
    expect(positionFor(rows, won, "new", second.id)).toBe(1.5);
  });

  it("is above the first card of a column", () => {
    expect(positionFor(rows, won, "new", first.id)).toBe(0);
  });

  it("is the end of another column, and its own place in the same one", () => {
    expect(positionFor(rows, first, "won", null)).toBe(5);
    expect(positionFor(rows, first, "new", null)).toBe(1);
  });
});

describe("the way back of a moved card", () => {
  it("names the card that followed it", () => {
    expect(cardAfter(rows, first)).toBe(second.id);
  });

  it("is the end of the column for its last card", () => {
    expect(cardAfter(rows, third)).toBeNull();
  });
});
