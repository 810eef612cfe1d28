import { Checkbox } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { agentsQuery, giveToAgent, settleReceipt, takeFromAgent } from "@/api/panels.ts";
import type { PanelView } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./ContextSheet.module.css";

/** Which agents read the panel: the one that keeps it, and those that a boss gave it to. */
export function ContextReaders({ view }: { view: PanelView }) {
  const { t } = useTranslation("panel");
  const agents = useQuery(agentsQuery).data ?? [];
  const { who, agents: given } = view.template.audience;
  const nameOf = (id: string) => agents.find((agent) => agent.id === id)?.name ?? id;
  const others = agents.filter(({ id }) => id !== view.agent);
  if (who === "only_me") return <p className={classes["readers"]}>{t("context.nobody")}</p>;
  if (!view.can.give || others.length === 0) {
    const names = [view.agent, ...given.filter((id) => id !== view.agent)].map(nameOf);
    return <p className={classes["readers"]}>{t("context.readBy", { names: names.join(", ") })}</p>;
  }
  return (
    <fieldset className={classes["readers"]}>
      <legend>{t("context.give", { name: nameOf(view.agent) })}</legend>
      {others.map(({ id, name }) => (
        <GivenTo key={id} panel={view.id} agent={id} name={name} isGiven={given.includes(id)} />
      ))}
    </fieldset>
  );
}

interface GivenToProps {
  panel: string;
  agent: string;
  name: string;
  isGiven: boolean;
}

function GivenTo({ panel, agent, name, isGiven }: GivenToProps) {
  const client = useQueryClient();
  const words = useProblemWords();
  const [isSending, setSending] = useState(false);

  const turn = async () => {
    if (isSending) return;
    setSending(true);
    try {
      settleReceipt(client, await (isGiven ? takeFromAgent(panel, agent) : giveToAgent(panel, agent)));
    } catch (thrown) {
      const problem = words(problemFrom(thrown));
      showToast({ text: `${problem.what} ${problem.next}`, tone: "bad" });
    } finally {
      setSending(false);
    }
  };
  return <Checkbox size="sm" label={name} checked={isGiven} aria-disabled={isSending} onChange={() => void turn()} />;
}
