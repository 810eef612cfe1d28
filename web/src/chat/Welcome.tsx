import { IconRobotOff } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { AgentView } from "@/api/types.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import classes from "./Chat.module.css";

const AgentSelect = lazy(() => import("./AgentSelect.tsx"));

interface WelcomeProps {
  agents: AgentView[];
  agent: AgentView | undefined;
  onAgent: (agent: string) => void;
}

/** A conversation that has not begun: who it is with and what can be asked. */
export function Welcome({ agents, agent, onAgent }: WelcomeProps) {
  const { t } = useTranslation("chat");
  if (!agent) {
    return <EmptyState icon={<IconRobotOff size={18} stroke={1.75} aria-hidden />} text={t("noAgents.what")} hint={t("noAgents.next")} />;
  }
  return (
    <div className={classes["welcome"]}>
      <h2>{agent.name}</h2>
      <p>{agent.description || t("welcomeHint")}</p>
      {agents.length > 1 ? (
        <Suspense fallback={null}>
          <AgentSelect agents={agents} agent={agent.id} onAgent={onAgent} />
        </Suspense>
      ) : null}
    </div>
  );
}
