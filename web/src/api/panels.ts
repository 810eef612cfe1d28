import { queryOptions, type QueryClient, replaceEqualDeep } from "@tanstack/react-query";

import { ProblemError } from "@/lib/problem.ts";
import { api, ownHeaders, readProblem, take } from "./client.ts";
import { keys } from "./keys.ts";
import { wholePanel } from "./listed.ts";
import { listsMovedOn } from "./lists.ts";
import type { PanelView, Receipt } from "./types.ts";
import { newerOf, wanted } from "./wanted.ts";

export const agentsQuery = queryOptions({
  queryKey: keys.agents,
  queryFn: () => take(api.GET("/api/agents")),
  staleTime: 300_000,
});

export const panelsQuery = queryOptions({
  queryKey: keys.panels,
  queryFn: () => take(api.GET("/api/panels")),
});

function isPanelView(value: unknown): value is PanelView {
  return typeof value === "object" && value !== null && "version" in value && "template" in value;
}

export function panelQuery(panel: string) {
  return queryOptions({
    queryKey: keys.panel(panel),
    queryFn: () => openPanel(panel),
    staleTime: 60_000,
    structuralSharing: (shown, arrived) => {
      if (!isPanelView(arrived)) return arrived;
      return replaceEqualDeep(shown, newerOf(isPanelView(shown) ? shown : undefined, arrived));
    },
  });
}

/** A copy that was on its way while the panel moved on is asked for again, at most twice. */
async function openPanel(panel: string): Promise<PanelView> {
  const read = async () => wholePanel(await take(api.GET("/api/panels/{panel}", { params: { path: { panel } } })));
  let view = await read();
  for (let again = 0; again < 2 && view.version < wanted.of(panel); again += 1) view = await read();
  return view;
}

/** Fetches again what is shown of a panel after it moved on to `version`. False when that is known already. */
export function panelMovedOn(client: QueryClient, panel: string, version: number): boolean {
  const shown = client.getQueryData<PanelView>(keys.panel(panel))?.version ?? 0;
  if (!wanted.note(panel, version) || version <= shown) return false;
  void client.invalidateQueries({ queryKey: keys.panel(panel) });
  listsMovedOn(client);
  return true;
}

/** An event of a panel. The clock alone may change how its alerts stand, and then the version is the same as before. */
export function panelHeard(client: QueryClient, panel: string, version: number): void {
  if (panelMovedOn(client, panel, version)) return;
  void client.invalidateQueries({ queryKey: keys.alerts(panel) });
  listsMovedOn(client);
}

export function settleReceipt(client: QueryClient, receipt: Receipt): void {
  panelMovedOn(client, receipt.panel, receipt.version);
}

export function refreshTab(panel: string, tab: string) {
  return take(api.POST("/api/panels/{panel}/tabs/{tab}/refresh", { params: { path: { panel, tab } } }));
}

export function refreshAll(panel: string) {
  return take(api.POST("/api/panels/{panel}/refresh", { params: { path: { panel } } }));
}

export function pressButton(panel: string, block: string, button: string) {
  return take(
    api.POST("/api/panels/{panel}/blocks/{block}/press", { params: { path: { panel, block } }, body: { button } }),
  );
}

export function giveToAgent(panel: string, agent: string) {
  return take(api.PUT("/api/panels/{panel}/agents/{agent}", { params: { path: { panel, agent } } }));
}

export function takeFromAgent(panel: string, agent: string) {
  return take(api.DELETE("/api/panels/{panel}/agents/{agent}", { params: { path: { panel, agent } } }));
}

export function trashPanel(panel: string) {
  return take(api.DELETE("/api/panels/{panel}", { params: { path: { panel } } }));
}

export function restorePanel(panel: string) {
  return take(api.POST("/api/panels/{panel}/restore", { params: { path: { panel } } }));
}

/** Exactly the text that agents are given about this panel. */
export function contextQuery(panel: string) {
  return queryOptions({
    queryKey: keys.context(panel),
    queryFn: () => fetchText(`/api/panels/${encodeURIComponent(panel)}/context`),
    staleTime: 0,
  });
}

async function fetchText(path: string): Promise<string> {
  return (await fetchOwn(path)).text();
}

/** A file for the person, in the language of the screen (a plain link would ask in the browser's). */
export async function fetchOwn(path: string): Promise<Response> {
  const response = await fetch(path, { headers: ownHeaders() });
  if (!response.ok) throw new ProblemError(readProblem(await jsonOf(response), response.status));
  return response;
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}
