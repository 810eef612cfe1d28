import { queryOptions } from "@tanstack/react-query";

import { api, done, take } from "./client.ts";
import { keys } from "./keys.ts";
import type { JobView, SourceState } from "./types.ts";

/** How often something that moves by itself is read again while it is being looked at. */
const LOOK_AGAIN = 10_000;

/** How the sources of tools are doing. For agent bosses and admins. */
export const sourcesQuery = queryOptions({
  queryKey: keys.sources,
  queryFn: () => take(api.GET("/api/sources")),
  refetchInterval: LOOK_AGAIN,
  staleTime: 0,
});

/** Opens a source now, also while it is paused. Whether that succeeded is in the state it answers. */
export function retrySource(source: string): Promise<SourceState> {
  return take(api.POST("/api/sources/{source}/retry", { params: { path: { source } } }));
}

/** The newest jobs of one status. For agent bosses and admins. */
export function jobsQuery(status: JobView["status"]) {
  return queryOptions({
    queryKey: keys.jobs(status),
    queryFn: () => take(api.GET("/api/jobs", { params: { query: { status } } })),
    refetchInterval: LOOK_AGAIN,
    staleTime: 0,
  });
}

export function retryJob(job: string): Promise<void> {
  return done(api.POST("/api/jobs/{job}/retry", { params: { path: { job } } }));
}
