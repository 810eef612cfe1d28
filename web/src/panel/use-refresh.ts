import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { refreshAll, refreshTab, settleReceipt } from "@/api/panels.ts";
import { keys } from "@/api/keys.ts";
import type { PanelView, Refreshed } from "@/api/types.ts";
import { type Problem, problemFrom } from "@/lib/problem.ts";

/** How the last refresh of a tab ended. */
export type RefreshResult = { kind: "done"; refreshed: Refreshed } | { kind: "failed"; problem: Problem };

export interface Refresh {
  running: ReadonlySet<string>;
  results: ReadonlyMap<string, RefreshResult>;
  tab: (tab: string) => Promise<RefreshResult | null>;
  all: () => Promise<void>;
  dismiss: (tab: string) => void;
}

/** Refreshing without the model. What is on screen stays until the new data has come. */
export function useRefresh(view: PanelView): Refresh {
  const client = useQueryClient();
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<ReadonlyMap<string, RefreshResult>>(new Map());

  const start = (tabs: string[]) => {
    setRunning((now) => new Set([...now, ...tabs]));
    setResults((now) => without(now, tabs));
  };
  const end = (tabs: string[], ended: [string, RefreshResult][]) => {
    setRunning((now) => new Set([...now].filter((tab) => !tabs.includes(tab))));
    setResults((now) => new Map([...now, ...ended]));
  };

  const settle = async (refreshed: Refreshed) => {
    for (const receipt of refreshed.receipts) settleReceipt(client, receipt);
    // A failed refresh writes no receipt, but it marks the age of what stays.
    if (refreshed.status === "error") await client.invalidateQueries({ queryKey: keys.panel(view.id) });
  };

  const tab = async (name: string): Promise<RefreshResult | null> => {
    if (running.has(name)) return null;
    start([name]);
    const result = await resultOf(() => refreshTab(view.id, name));
    if (result.kind === "done") await settle(result.refreshed);
    end([name], [[name, result]]);
    return result;
  };

  const all = async () => {
    const tabs = view.tabs.filter(({ refresh }) => refresh === "tool").map(({ id }) => id);
    start(tabs);
    try {
      const answer = await refreshAll(view.id);
      for (const refreshed of answer.tabs) await settle(refreshed);
      if (answer.computed?.receipt) settleReceipt(client, answer.computed.receipt);
      end(tabs, answer.tabs.map((refreshed) => [refreshed.tab, { kind: "done", refreshed }]));
    } catch (thrown) {
      const problem = problemFrom(thrown);
      end(tabs, tabs.map((name) => [name, { kind: "failed", problem }]));
    }
  };

  const dismiss = (name: string) => setResults((now) => without(now, [name]));
  return { running, results, tab, all, dismiss };
}

async function resultOf(call: () => Promise<Refreshed>): Promise<RefreshResult> {
  try {
    return { kind: "done", refreshed: await call() };
  } catch (thrown) {
    return { kind: "failed", problem: problemFrom(thrown) };
  }
}

function without<Value>(map: ReadonlyMap<string, Value>, names: string[]): ReadonlyMap<string, Value> {
  return new Map([...map].filter(([name]) => !names.includes(name)));
}
