import { queryOptions } from "@tanstack/react-query";

import { api, take } from "./client.ts";
import { keys } from "./keys.ts";
import type { AgentSetup, TriedOut } from "./types.ts";

/** How each agent is set up. For agent bosses and admins. */
export const setupsQuery = queryOptions({
  queryKey: keys.agentSetups,
  queryFn: () => take(api.GET("/api/agents/setups")),
  staleTime: 0,
});

/** Keeps the key of an agent's model. It never comes back. */
export function setModelKey(agent: string, key: string): Promise<AgentSetup> {
  return take(api.PUT("/api/agents/{agent}/key", { params: { path: { agent } }, body: { key } }));
}

/** Forgets the key that a boss set; one of the environment counts again. */
export function removeModelKey(agent: string): Promise<AgentSetup> {
  return take(api.DELETE("/api/agents/{agent}/key", { params: { path: { agent } } }));
}

/** Asks the agent's model for one word. */
export function tryAgent(agent: string): Promise<TriedOut> {
  return take(api.POST("/api/agents/{agent}/try", { params: { path: { agent } } }));
}
