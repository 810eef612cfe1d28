import { Button, NativeSelect } from "@mantine/core";
import { IconRoute } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { agentsQuery } from "@/api/panels.ts";
import { runsQuery } from "@/api/runs.ts";
import { problemFrom } from "@/lib/problem.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { WaitingCards } from "../BossPage.tsx";
import cards from "../cards.module.css";
import { RunCard } from "./RunCard.tsx";
import classes from "./RunList.module.css";
import { SavingsLine } from "./SavingsLine.tsx";

const FIRST = 30;
const MOST = 200;

/** The last runs, of one agent or of all. A failed reading keeps what was read before. */
export function RunList() {
  const { t } = useTranslation("boss");
  const agents = useQuery(agentsQuery).data ?? [];
  const [agent, setAgent] = useState("");
  const [limit, setLimit] = useState(FIRST);
  const { data: runs, isError, error, refetch } = useQuery(runsQuery(agent === "" ? null : agent, limit));
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  const choices = [{ value: "", label: t("runs.allAgents") }, ...agents.map(({ id, name }) => ({ value: id, label: name }))];
  return (
    <>
      <NativeSelect
        className={classes["agent"] ?? ""}
        label={t("runs.agent")}
        data={choices}
        value={agent}
        onChange={(event) => setAgent(event.currentTarget.value)}
      />
      <SavingsLine agent={agent === "" ? null : agent} />
      {isError && !runs ? <ErrorState problem={problemFrom(error)} onRetry={() => void refetch()} /> : null}
      {!runs && !isError ? <WaitingCards /> : null}
      {runs?.length === 0 ? <EmptyState icon={<IconRoute size={18} stroke={1.75} aria-hidden />} text={t("runs.none")} hint={t("runs.noneHint")} /> : null}
      <ul className={cards["list"]}>
        {runs?.map((run) => (
          <RunCard key={run.id} run={run} agent={names.get(run.agent) ?? run.agent} />
        ))}
      </ul>
      {runs && runs.length === limit && limit < MOST ? (
        <Button className={classes["more"] ?? ""} variant="default" onClick={() => setLimit(MOST)}>
          {t("runs.more", { count: MOST })}
        </Button>
      ) : null}
    </>
  );
}
