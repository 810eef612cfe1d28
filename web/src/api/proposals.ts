import { queryOptions } from "@tanstack/react-query";

import { api, take } from "./client.ts";
import { keys } from "./keys.ts";
import type { Proposal } from "./types.ts";

/** A question that an assistant in another host puts to me. */
export function proposalQuery(proposal: string) {
  return queryOptions({
    queryKey: keys.proposal(proposal),
    queryFn: () => take(api.GET("/api/proposals/{proposal}", { params: { path: { proposal } } })),
    staleTime: 0,
  });
}

/** What the person does about it, by the names that widgets use too. */
export type Decision =
  | { event: "confirmed_change" }
  | { event: "cancelled" }
  | { event: "moved_card"; stage: string }
  | { event: "picked_row"; row: string }
  | { event: "reviewed_suggestion"; accept: boolean };

/** Carried out at once, and counts once. */
export function decide(proposal: string, decision: Decision): Promise<Proposal> {
  const body = { schema_version: 1 as const, event_id: crypto.randomUUID(), proposal, ...decision };
  return take(api.POST("/api/proposals/{proposal}", { params: { path: { proposal } }, body }));
}
