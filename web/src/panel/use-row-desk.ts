import { useSyncExternalStore } from "react";

import { type Covers, RowDesk } from "@/api/row-desk.ts";

const desks = new Map<string, RowDesk>();

/** One desk per panel for the life of the page: leaving a panel does not lose a write that is under way. */
export function deskOf(panel: string): RowDesk {
  const desk = desks.get(panel) ?? new RowDesk();
  desks.set(panel, desk);
  return desk;
}

export function useCovers(panel: string): Covers {
  const desk = deskOf(panel);
  return useSyncExternalStore(desk.subscribe, desk.snapshot);
}
