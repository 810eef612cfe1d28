import { queryOptions } from "@tanstack/react-query";

import { api, take } from "./client.ts";
import { keys } from "./keys.ts";

/** How often the list is read again while it is being looked at. */
const LOOK_AGAIN = 10_000;

/** The last runs of an agent, or of all. For agent bosses and admins. */
export function runsQuery(agent: string | null, limit: number) {
  return queryOptions({
    queryKey: keys.runs(agent, limit),
    queryFn: () => take(api.GET("/api/runs", { params: { query: { ...(agent === null ? {} : { agent }), limit } } })),
    refetchInterval: LOOK_AGAIN,
    staleTime: 0,
  });
}

/** What was answered without a model. For agent bosses and admins. */
export function savingsQuery(agent: string | null) {
  return queryOptions({
    queryKey: keys.savings(agent),
    queryFn: () => take(api.GET("/api/runs/savings", { params: { query: agent === null ? {} : { agent } } })),
    staleTime: 0,
  });
}

/** What one run did, step by step. */
export function runQuery(run: string) {
  return queryOptions({
    queryKey: keys.run(run),
    queryFn: () => take(api.GET("/api/runs/{run}", { params: { path: { run } } })),
    staleTime: 0,
  });
}
