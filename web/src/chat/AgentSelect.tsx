import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { AgentView } from "@/api/types.ts";

interface AgentSelectProps {
  agents: AgentView[];
  agent: string;
  onAgent: (agent: string) => void;
}

/** Which agent a new conversation is with, where there is a choice. */
export default function AgentSelect({ agents, agent, onAgent }: AgentSelectProps) {
  const { t } = useTranslation("chat");
  return (
    <NativeSelect
      aria-label={t("agent")}
      data={agents.map(({ id, name }) => ({ value: id, label: name }))}
      value={agent}
      onChange={(event) => onAgent(event.currentTarget.value)}
    />
  );
}
