import { defaultParseSearch, defaultStringifySearch } from "@tanstack/react-router";
import { describe, expect, it } from "vitest";

import { wholeList } from "@/lib/slice.ts";
import { placeOf, readSearch, withPlace, withThread } from "./address.ts";

const slice = { ...wholeList, where: [{ field: "city", op: "is" as const, value: "São Paulo" }], search: "ana", hidden: ["email"] };
const place = { tab: "customers", row: { collection: "customers", row: "0192" }, slices: { board: slice } };

/** Through the address bar and back, as a link to a colleague goes. */
const sent = (search: object) => readSearch(defaultParseSearch(defaultStringifySearch(search)));

describe("the address", () => {
  it("opens the same view for whoever gets it: tab, row and slices", () => {
    expect(placeOf(sent(withPlace({}, place)))).toEqual(place);
  });

  it("holds the conversation beside the panel", () => {
    expect(sent(withPlace({ thread: "t1" }, place)).thread).toBe("t1");
    expect(sent(withThread(withPlace({ thread: "t1" }, place), null)).thread).toBeUndefined();
  });

  it("says only what a slice says", () => {
    const search = withPlace({}, { slices: { board: { ...wholeList, search: "ana" } } });
    expect(search).toEqual({ slices: { board: { search: "ana" } } });
  });

  it("keeps a search for a number a search", () => {
    const search = { ...wholeList, search: "2026" };
    expect(placeOf(sent(withPlace({}, { slices: { board: search } }))).slices["board"]?.search).toBe("2026");
  });

  it("changes one part and leaves the others", () => {
    const search = withPlace(withPlace({ thread: "t1" }, place), { row: null });
    expect(placeOf(search)).toEqual({ ...place, row: null });
    expect(search.thread).toBe("t1");
  });

  it.each([
    { row: "no-collection" },
    { slices: "x" },
    { slices: { board: { where: [{ field: "city", op: "like" }], sort: [{ field: 1 }] } } },
    { tab: 7, other: "y" },
  ])("that is old or damaged still opens its panel", (raw) => {
    const { tab, row, slices } = placeOf(readSearch(raw));
    expect([tab, row]).toEqual([null, null]);
    expect(slices["board"] ?? wholeList).toEqual(wholeList);
  });
});
