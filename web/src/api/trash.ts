import { queryOptions } from "@tanstack/react-query";

import { api, take } from "./client.ts";
import { keys } from "./keys.ts";
import { wholePage } from "./listed.ts";

/** The rows in the trash that I may bring back, the last to go there first. */
export function trashQuery(panel: string, collection: string) {
  return queryOptions({
    queryKey: keys.trash(panel, collection),
    queryFn: async () => {
      const asked = { params: { path: { panel, collection } } };
      return wholePage(await take(api.GET("/api/panels/{panel}/collections/{collection}/trash", asked)));
    },
  });
}

export const trashedPanelsQuery = queryOptions({
  queryKey: keys.trashedPanels,
  queryFn: () => take(api.GET("/api/trash")),
});

/** How many days each kind of thing is kept; null is for ever. */
export const retentionQuery = queryOptions({
  queryKey: keys.retention,
  queryFn: () => take(api.GET("/api/retention")),
  staleTime: Number.POSITIVE_INFINITY,
});
