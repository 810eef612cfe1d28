import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, it, vi } from "vitest";

import { fakeServer, later } from "@/test/fake-server.ts";
import { makePanel, makeReceipt } from "@/test/samples.ts";
import { keys } from "./keys.ts";
import { panelMovedOn, panelQuery, settleReceipt } from "./panels.ts";
import { createQueryClient } from "./query-client.ts";
import type { PanelView } from "./types.ts";
import { newerOf, wanted } from "./wanted.ts";

/** Each test has a panel of its own: what was heard of one is remembered for the life of the page. */
let made = 0;
function watchPanel(answer: () => unknown) {
  const id = `panel-${(made += 1)}`;
  const server = fakeServer({ [`GET /api/panels/${id}`]: answer, "GET /api/panels": () => [] });
  const client = createQueryClient();
  const shown: number[] = [];
  new QueryObserver(client, panelQuery(id)).subscribe(({ data }) => {
    if (data && shown.at(-1) !== data.version) shown.push(data.version);
  });
  return { id, client, server, shown, route: `GET /api/panels/${id}` };
}

describe("a late response", () => {
  it("never brings an old value back", async () => {
    const slow = later<PanelView>();
    const answers = [makePanel({ version: 6 }), slow.promise];
    const { id, client, shown } = watchPanel(() => answers.shift());
    await vi.waitFor(() => expect(shown).toEqual([6]));
    const again = client.refetchQueries({ queryKey: keys.panel(id) });
    slow.keep(makePanel({ version: 5 }));
    await again;
    expect(client.getQueryData<PanelView>(keys.panel(id))?.version).toBe(6);
    expect(shown).toEqual([6]);
  });

  it("of an older version leaves the newer copy in place", () => {
    expect(newerOf({ version: 7 }, { version: 6 }).version).toBe(7);
    expect(newerOf({ version: 7 }, { version: 8 }).version).toBe(8);
    expect(newerOf(undefined, { version: 1 }).version).toBe(1);
  });

  it("that was on its way while the panel moved on is asked for again", async () => {
    const versions = [1, 2];
    const { id, shown, server, route } = watchPanel(() => makePanel({ version: versions.shift() ?? 2 }));
    wanted.note(id, 2);
    await vi.waitFor(() => expect(shown).toEqual([2]));
    expect(server.count(route)).toBe(2);
  });
});

describe("a panel that moved on", () => {
  it("is fetched again when the version is newer than what is shown", async () => {
    let version = 1;
    const { id, client, shown } = watchPanel(() => makePanel({ version }));
    await vi.waitFor(() => expect(shown).toEqual([1]));
    version = 2;
    panelMovedOn(client, id, 2);
    await vi.waitFor(() => expect(shown).toEqual([1, 2]));
  });

  it("is left alone when the version is already shown", async () => {
    const { id, client, shown, server, route } = watchPanel(() => makePanel({ version: 3 }));
    await vi.waitFor(() => expect(shown).toEqual([3]));
    panelMovedOn(client, id, 3);
    panelMovedOn(client, id, 2);
    expect(client.isFetching({ queryKey: keys.panel(id) })).toBe(0);
    expect(server.count(route)).toBe(1);
  });

  it("is fetched once for a receipt and the event that tells the same", async () => {
    let version = 1;
    const { id, client, shown, server, route } = watchPanel(() => makePanel({ version }));
    await vi.waitFor(() => expect(shown).toEqual([1]));
    version = 2;
    settleReceipt(client, makeReceipt({ panel: id, version: 2 }));
    panelMovedOn(client, id, 2);
    await vi.waitFor(() => expect(shown).toEqual([1, 2]));
    expect(server.count(route)).toBe(2);
  });
});
