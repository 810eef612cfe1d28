import { describe, expect, it } from "vitest";

import { embraer, riotur } from "@/test/samples.ts";
import { changedCells } from "./changed-cells.ts";

const notMine = () => false;
const revenueIsMine = (_row: string, field: string) => field === "revenue";

describe("cells marked as changed", () => {
  it("are those whose value is another one", () => {
    const after = { ...riotur, version: 2, values: { ...riotur.values, revenue: 11 } };
    expect(changedCells([riotur], [after], notMine)).toEqual(new Map([[riotur.id, ["revenue"]]]));
  });

  it("include the stage", () => {
    const after = { ...riotur, version: 2, stage: "won" };
    expect(changedCells([riotur], [after], notMine)).toEqual(new Map([[riotur.id, ["stage"]]]));
  });

  it("are all those of a row that is new", () => {
    expect(changedCells([riotur], [riotur, embraer], notMine).get(embraer.id)).toEqual(["company", "revenue", "stage"]);
  });

  it("leave out what this person changed themselves", () => {
    const after = { ...riotur, version: 2, values: { company: "Riotur 2", revenue: 11 } };
    expect(changedCells([riotur], [after], revenueIsMine)).toEqual(new Map([[riotur.id, ["company"]]]));
  });

  it("are none when only the copy is new", () => {
    const tags = { ...riotur, values: { tags: ["a", "b"] } };
    expect(changedCells([tags], [{ ...tags, values: { tags: ["a", "b"] } }], notMine).size).toBe(0);
  });
});
