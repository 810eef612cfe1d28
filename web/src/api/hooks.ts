import { queryOptions } from "@tanstack/react-query";

import { api, done, take } from "./client.ts";
import { keys } from "./keys.ts";
import type { Opened, Received, Tried } from "./types.ts";

/** How often a log that is being looked at is read again: what could not be read does not move the panel on. */
const LOOK_AGAIN = 20_000;

/** The hooks of a panel, each with its address, if it is open, and with what came last. */
export function hooksQuery(panel: string) {
  return queryOptions({
    queryKey: keys.hooks(panel),
    queryFn: () => take(api.GET("/api/panels/{panel}/hooks", { params: { path: { panel } } })),
    refetchInterval: LOOK_AGAIN,
    staleTime: 0,
  });
}

/** All that was kept of what came, newest first, without the bodies. */
export function deliveriesQuery(panel: string, hook: string) {
  return queryOptions({
    queryKey: keys.deliveries(panel, hook),
    queryFn: () => take(api.GET("/api/panels/{panel}/hooks/{hook}/deliveries", { params: { path: { panel, hook } } })),
    refetchInterval: LOOK_AGAIN,
    staleTime: 0,
  });
}

/** One delivery with its body. */
export function deliveryQuery(panel: string, hook: string, delivery: string) {
  const path = { panel, hook, delivery };
  return queryOptions({
    queryKey: keys.delivery(panel, hook, delivery),
    queryFn: () => take(api.GET("/api/panels/{panel}/hooks/{hook}/deliveries/{delivery}", { params: { path } })),
  });
}

/** Opens the address of a hook, or gives an open one a new secret. The answer is the only place of the secret. */
export function openEndpoint(panel: string, hook: string): Promise<Opened> {
  return take(api.POST("/api/panels/{panel}/hooks/{hook}/endpoint", { params: { path: { panel, hook } } }));
}

export function closeEndpoint(panel: string, hook: string): Promise<void> {
  return done(api.DELETE("/api/panels/{panel}/hooks/{hook}/endpoint", { params: { path: { panel, hook } } }));
}

export function replayDelivery(panel: string, hook: string, delivery: string): Promise<Received> {
  const path = { panel, hook, delivery };
  return take(api.POST("/api/panels/{panel}/hooks/{hook}/deliveries/{delivery}/replay", { params: { path } }));
}

export function tryPayload(panel: string, hook: string, payload: unknown): Promise<Tried> {
  return take(
    api.POST("/api/panels/{panel}/hooks/{hook}/try", { params: { path: { panel, hook } }, body: { payload } }),
  );
}
