import { describe, expect, it } from "vitest";

import { makeField, makeRow } from "@/gallery/rows.ts";

import type { Condition, Slice } from "./shapes.ts";
import { cutRows, sumOf, wholeList } from "./slice.ts";

const fields = [
  makeField("name", "Nome", "text", { role: "title" }),
  makeField("city", "Cidade", "text"),
  makeField("revenue", "Receita", "money", { currency: "BRL" }),
  makeField("since", "Desde", "date"),
  makeField("seen", "Visto", "datetime"),
  makeField("tags", "Marcas", "tags"),
  makeField("active", "Ativo", "boolean"),
  makeField("stage", "Etapa", "stage", {
    role: "stage",
    options: [
      { id: "new", title: "Novo", colour: "blue" },
      { id: "won", title: "Ganho", colour: "green" },
    ],
  }),
];
const rows = [
  makeRow(0, {
    name: "Ana",
    city: "São Paulo",
    revenue: 9,
    since: "2026-11-20",
    seen: "2026-11-21T02:00:00Z",
    tags: ["VIP", "novo"],
    active: true,
    stage: "won",
  }),
  makeRow(1, {
    name: "Bia",
    city: "sao  paulo",
    revenue: 100,
    since: "2026-10-01",
    tags: ["vip"],
    active: false,
    stage: "new",
  }),
  makeRow(
    2,
    { name: "Caio", city: null, revenue: null, since: null, stage: "gone" },
    { unconfirmed_since: "2026-11-28T00:00:00Z" },
  ),
];
const here = { now: new Date("2026-11-30T15:00:00Z"), timeZone: "America/Sao_Paulo" };
const names = (slice: Partial<Slice>) =>
  cutRows(rows, fields, { ...wholeList, ...slice }, here).rows.map((row) => row.values["name"]);
const where = (field: string, op: Condition["op"], value: unknown = null) => names({ where: [{ field, op, value }] });

describe("conditions", () => {
  it("compare texts without case, accents and double spaces", () => {
    expect(where("city", "is", "SAO PAULO")).toEqual(["Ana", "Bia"]);
    expect(where("city", "contains", "são")).toEqual(["Ana", "Bia"]);
  });

  it("compare numbers as numbers", () => {
    expect(where("revenue", "gt", 10)).toEqual(["Bia"]);
    expect(where("revenue", "lte", 9)).toEqual(["Ana"]);
  });

  it("on an empty value hold only for is_empty, is_not and not_in", () => {
    expect(where("city", "is_empty")).toEqual(["Caio"]);
    expect(where("city", "is_not", "Sao Paulo")).toEqual(["Caio"]);
    expect(where("city", "not_in", ["São Paulo"])).toEqual(["Caio"]);
    expect(where("revenue", "lt", 1000)).toEqual(["Ana", "Bia"]);
  });

  it("count days back from today where the reader is", () => {
    expect(where("since", "gte", { days_ago: 30 })).toEqual(["Ana"]);
  });

  it("take a moment compared with a date as the date it falls on there", () => {
    expect(where("seen", "is", "2026-11-20")).toEqual(["Ana"]);
  });

  it("on tags mean having the tag, not a part of one", () => {
    expect(where("tags", "contains", "vip")).toEqual(["Ana", "Bia"]);
    expect(where("tags", "contains", "vi")).toEqual([]);
  });

  it("see a stage that is no longer an option as empty", () => {
    expect(where("stage", "is_empty")).toEqual(["Caio"]);
    expect(where("stage", "in", ["new", "won"])).toEqual(["Ana", "Bia"]);
  });

  it("all hold together", () => {
    expect(
      names({
        where: [
          { field: "city", op: "is", value: "São Paulo" },
          { field: "active", op: "is", value: true },
        ],
      }),
    ).toEqual(["Ana"]);
  });
});

describe("a search", () => {
  it("looks at texts, titles of options and tags, not at numbers", () => {
    expect(names({ search: "ganho" })).toEqual(["Ana"]);
    expect(names({ search: "vip" })).toEqual(["Ana", "Bia"]);
    expect(names({ search: "100" })).toEqual([]);
  });
});

describe("a sort", () => {
  it("puts empties last in both directions", () => {
    expect(names({ sort: [{ field: "revenue", descending: false }] })).toEqual(["Ana", "Bia", "Caio"]);
    expect(names({ sort: [{ field: "revenue", descending: true }] })).toEqual(["Bia", "Ana", "Caio"]);
  });

  it("follows the order of the options, not their letters", () => {
    expect(names({ sort: [{ field: "stage", descending: false }] })).toEqual(["Bia", "Ana", "Caio"]);
  });

  it("keeps the given order where keys tie", () => {
    expect(names({ sort: [{ field: "city", descending: true }] })).toEqual(["Ana", "Bia", "Caio"]);
  });
});

describe("a slice", () => {
  it("keeps the first rows after sorting when it has a limit", () => {
    expect(names({ sort: [{ field: "revenue", descending: true }], limit: 1 })).toEqual(["Bia"]);
  });

  it("asks for unconfirmed rows or for the others", () => {
    expect(names({ unconfirmed: true })).toEqual(["Caio"]);
    expect(names({ unconfirmed: false })).toEqual(["Ana", "Bia"]);
  });

  it("groups with counts and sums, the group of empties last", () => {
    const { groups } = cutRows(rows, fields, { ...wholeList, group: "city" }, here);
    expect(groups?.map(({ value, count, sums }) => [value, count, sums["revenue"]])).toEqual([
      ["São Paulo", 2, 109],
      [null, 1, undefined],
    ]);
  });

  it("puts a row in the group of each of its tags", () => {
    const { groups } = cutRows(rows, fields, { ...wholeList, group: "tags" }, here);
    expect(groups?.map(({ value, count }) => [value, count])).toEqual([
      ["novo", 1],
      ["VIP", 2],
      [null, 1],
    ]);
  });
});

it("a sum of cents reads as cents", () => {
  const cents = [0.1, 0.2, 0.3].map((revenue, index) => makeRow(index, { revenue }));
  const revenue = makeField("revenue", "Receita", "money");
  expect(sumOf(revenue, cents)).toBe(0.6);
});
