import { useQuery } from "@tanstack/react-query";

import { alertsQuery } from "@/api/alerts.ts";
import type { AlertStatus, PanelView } from "@/api/types.ts";

/** What counts as firing: a number that no longer passes its limit is still kept firing for a while. */
const FIRING: readonly AlertStatus[] = ["alerting", "recovering"];

/** How many alerts of the panel fire. The clock may change that without a new version of the panel. */
export function useAlerting(view: PanelView): number {
  const query = useQuery({ ...alertsQuery(view.id), enabled: view.template.alerts.length > 0 });
  return query.data?.alerts.filter(({ status }) => FIRING.includes(status)).length ?? view.alerting;
}
