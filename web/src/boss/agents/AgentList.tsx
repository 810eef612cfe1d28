import { IconRobot } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { setupsQuery } from "@/api/agents.ts";
import { problemFrom } from "@/lib/problem.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { WaitingCards } from "../BossPage.tsx";
import cards from "../cards.module.css";
import { AgentCard } from "./AgentCard.tsx";

/** The agents of this installation, and what each of them runs on. */
export function AgentList() {
  const { t } = useTranslation("boss");
  const query = useQuery(setupsQuery);
  if (!query.data) {
    return query.isError ? <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} /> : <WaitingCards />;
  }
  if (query.data.length === 0) {
    return <EmptyState icon={<IconRobot size={18} stroke={1.75} aria-hidden />} text={t("agents.none")} hint={t("agents.noneHint")} />;
  }
  return (
    <ul className={cards["list"]}>
      {query.data.map((agent) => (
        <li key={agent.id}>
          <AgentCard agent={agent} />
        </li>
      ))}
    </ul>
  );
}
