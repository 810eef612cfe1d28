import type { PanelSummary } from "@/api/types.ts";
import { goodAt, toneOf } from "@/panel/tab-age.ts";

interface AgentPanels {
  agent: string;
  name: string;
  panels: PanelSummary[];
}

export function byAgent(panels: readonly PanelSummary[]): AgentPanels[] {
  const groups = new Map<string, AgentPanels>();
  for (const panel of panels) {
    const group = groups.get(panel.agent) ?? { agent: panel.agent, name: panel.agent_name, panels: [] };
    group.panels.push(panel);
    groups.set(panel.agent, group);
  }
  return [...groups.values()];
}

/** A panel is as old as the oldest of its tabs, and as well as the worst of them. */
export function oldestAge(panel: PanelSummary): { at: string | null; tone: "bad" | "warn" | undefined } {
  const ages = panel.tabs.flatMap((tab) => goodAt(tab) ?? []);
  const tones = panel.tabs.map(toneOf);
  const tone = tones.includes("bad") ? "bad" : tones.includes("warn") ? "warn" : undefined;
  return { at: ages.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null, tone };
}
