import { describe, expect, it } from "vitest";

import { wholePage, wholeRow } from "./listed.ts";

describe("a row of a list", () => {
  it("is as usual where the list says nothing", () => {
    expect(wholeRow({ id: "r1", collection: "customers", values: { company: "Riotur" } })).toEqual({
      id: "r1",
      collection: "customers",
      values: { company: "Riotur" },
      stage: null,
      stage_moved_by: null,
      owner: null,
      private: false,
      facts: {},
      suggestions: {},
      unconfirmed_since: null,
      trashed_at: null,
      position: 0,
      notes: 0,
      version: 0,
    });
  });

  it("keeps all that the list says", () => {
    const page = wholePage({
      rows: [{ id: "r1", collection: "customers", stage: "won", private: true, notes: 2, position: 7.5, version: 9 }],
      matching: 1,
      total: 3,
      groups: [],
      next: null,
    });
    expect(page.rows[0]).toMatchObject({ stage: "won", private: true, notes: 2, position: 7.5, version: 9 });
    expect(page).toMatchObject({ matching: 1, total: 3 });
  });
});
