import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

import { type Covers, RowDesk } from "@/api/row-desk.ts";

const desks = new WeakMap<QueryClient, Map<string, RowDesk>>();

/** One desk per panel, as lasting as what was fetched: leaving a panel does not lose a write that is under way. */
export function deskOf(client: QueryClient, panel: string): RowDesk {
  const known = desks.get(client) ?? new Map<string, RowDesk>();
  desks.set(client, known);
  const desk = known.get(panel) ?? new RowDesk();
  known.set(panel, desk);
  return desk;
}

export function useCovers(panel: string): Covers {
  const desk = deskOf(useQueryClient(), panel);
  return useSyncExternalStore(desk.subscribe, desk.snapshot);
}
