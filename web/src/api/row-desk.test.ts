import { describe, expect, it } from "vitest";

import { later } from "@/test/fake-server.ts";
import { embraer, makeReceipt, riotur } from "@/test/samples.ts";
import { covered, RowDesk } from "./row-desk.ts";
import type { Receipt } from "./types.ts";

const rows = [riotur, embraer];
const set = (value: unknown, field = "revenue") => ({ kind: "set", field, value }) as const;
const revenueShown = (desk: RowDesk, from = rows) => covered(from, desk.snapshot())[0]?.values["revenue"];
const changed = (version: number) => makeReceipt({ version, changed: [riotur.id] });

describe("a change a person makes to a row", () => {
  it("is shown before the server has answered", () => {
    const desk = new RowDesk();
    void desk.write(riotur, set(99), () => later<Receipt>().promise);
    expect(revenueShown(desk)).toBe(99);
  });

  it("goes back when it is refused", async () => {
    const desk = new RowDesk();
    await expect(desk.write(riotur, set(99), () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(revenueShown(desk)).toBe(10);
  });

  it("stays until a copy of the row as new as the receipt is shown", async () => {
    const desk = new RowDesk();
    await desk.write(riotur, set(99), async () => changed(5));
    expect(revenueShown(desk)).toBe(99);
    const stale = { ...riotur, version: 4, values: { revenue: 10 } };
    expect(revenueShown(desk, [stale])).toBe(99);
    const fresh = { ...riotur, version: 5, values: { revenue: 98.5 } };
    expect(revenueShown(desk, [fresh])).toBe(98.5);
  });

  it("is taken off when the server found nothing to change", async () => {
    const desk = new RowDesk();
    await desk.write(riotur, set(99), async () => makeReceipt({ unchanged: 1 }));
    expect(revenueShown(desk)).toBe(10);
  });
});

describe("two changes to one row, made at once", () => {
  it("show the later value all along: the earlier answer does not flicker back", async () => {
    const desk = new RowDesk();
    const first = later<Receipt>();
    const one = desk.write(riotur, set(1), () => first.promise);
    const two = desk.write(riotur, set(2), async () => changed(7));
    expect(revenueShown(desk)).toBe(2);
    first.keep(changed(6));
    await one;
    expect(revenueShown(desk, [{ ...riotur, version: 6, values: { revenue: 1 } }])).toBe(2);
    await two;
    expect(revenueShown(desk, [{ ...riotur, version: 7, values: { revenue: 2 } }])).toBe(2);
  });

  it("are sent one after the other, the second based on the first", async () => {
    const desk = new RowDesk();
    const first = later<Receipt>();
    const based: number[] = [];
    const one = desk.write(riotur, set(1), (basedOn) => {
      based.push(basedOn);
      return first.promise;
    });
    const two = desk.write(riotur, set(2), async (basedOn) => {
      based.push(basedOn);
      return changed(7);
    });
    await Promise.resolve();
    expect(based).toEqual([1]);
    first.keep(changed(6));
    await Promise.all([one, two]);
    expect(based).toEqual([1, 6]);
  });

  it("to different fields each keep the version the person saw", async () => {
    const desk = new RowDesk();
    const based: number[] = [];
    const send = (version: number) => async (basedOn: number) => {
      based.push(basedOn);
      return changed(version);
    };
    await desk.write(riotur, set(1), send(6));
    await desk.write(riotur, set("Riotur 2", "company"), send(8));
    expect(based).toEqual([1, 1]);
  });

  it("do not fail together", async () => {
    const desk = new RowDesk();
    const one = desk.write(riotur, set(1), () => Promise.reject(new Error("no")));
    const two = desk.write(riotur, set(2), async () => changed(7));
    await expect(one).rejects.toThrow("no");
    await two;
    expect(revenueShown(desk)).toBe(2);
  });
});

describe("an edit that took a while", () => {
  it("is based on what the person saw when it began, not on what came since", async () => {
    const desk = new RowDesk();
    const based: number[] = [];
    const send = async (basedOn: number) => {
      based.push(basedOn);
      return changed(9);
    };
    await desk.write({ ...riotur, version: 8 }, set(1), send, 3);
    expect(based).toEqual([3]);
  });
});

describe("a moved card", () => {
  it("stands in its new place at once", () => {
    const desk = new RowDesk();
    void desk.write(riotur, { kind: "move", stage: "won", position: 9 }, () => later<Receipt>().promise);
    const shown = covered(rows, desk.snapshot());
    expect(shown.map(({ id }) => id)).toEqual([embraer.id, riotur.id]);
    expect(shown[1]?.stage).toBe("won");
  });
});

describe("a removed row", () => {
  it("is gone at once, and back when it is restored", async () => {
    const desk = new RowDesk();
    await desk.write(riotur, { kind: "remove" }, async () => changed(5));
    expect(covered(rows, desk.snapshot())).toEqual([embraer]);
    const restored = { ...riotur, version: 6 };
    expect(covered([restored, embraer], desk.snapshot())).toContain(restored);
  });
});
