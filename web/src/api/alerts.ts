import { queryOptions } from "@tanstack/react-query";

import { api, done, take } from "./client.ts";
import { keys } from "./keys.ts";
import type { Alert } from "./types.ts";

/** The rules of a panel, how they stand, and whether I am told of them. */
export function alertsQuery(panel: string) {
  return queryOptions({
    queryKey: keys.alerts(panel),
    queryFn: () => take(api.GET("/api/panels/{panel}/alerts", { params: { path: { panel } } })),
  });
}

export function addAlert(panel: string, body: Alert) {
  return take(api.POST("/api/panels/{panel}/alerts", { params: { path: { panel } }, body }));
}

export function changeAlert(panel: string, body: Alert) {
  return take(api.PUT("/api/panels/{panel}/alerts/{alert}", { params: { path: { panel, alert: body.id } }, body }));
}

export function removeAlert(panel: string, alert: string) {
  return take(api.DELETE("/api/panels/{panel}/alerts/{alert}", { params: { path: { panel, alert } } }));
}

export function followAlert(panel: string, alert: string, byEmail: boolean) {
  const params = { path: { panel, alert } };
  return done(api.PUT("/api/panels/{panel}/alerts/{alert}/following", { params, body: { by_email: byEmail } }));
}

export function unfollowAlert(panel: string, alert: string) {
  return done(api.DELETE("/api/panels/{panel}/alerts/{alert}/following", { params: { path: { panel, alert } } }));
}
