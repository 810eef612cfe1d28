import { queryOptions } from "@tanstack/react-query";

import { api, done, take } from "./client.ts";
import { keys } from "./keys.ts";

/** What I was told, newest first. */
export const inboxQuery = queryOptions({
  queryKey: keys.inbox,
  queryFn: () => take(api.GET("/api/inbox")),
});

/** From now on all of it is read. */
export function readInbox() {
  return done(api.POST("/api/inbox/read"));
}
