import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { AgentSetup } from "@/api/types.ts";
import { useFormats } from "@/lib/use-formats.ts";
import cards from "../cards.module.css";
import { ProblemLine } from "../ProblemLine.tsx";
import { StateMark } from "../StateMark.tsx";
import { stateOf } from "./agent-words.ts";
import { ModelKey } from "./ModelKey.tsx";
import { useTrial } from "./use-trial.ts";

/** One agent: its model, whether a key is there and where from, what one answer may take. */
export function AgentCard({ agent }: { agent: AgentSetup }) {
  const { t } = useTranslation("boss");
  const { number } = useFormats();
  const trial = useTrial(agent.id);
  const heading = `agent-${agent.id}`;
  const { tone, text } = stateOf(agent, t);
  const isModel = agent.runtime === "model";
  const canTry = isModel && agent.problem === null;
  return (
    <section className={cards["card"]} aria-labelledby={heading}>
      <div className={cards["top"]}>
        <div className={cards["names"]}>
          <h2 id={heading} className={cards["name"]}>
            {agent.name}
          </h2>
          <p className={cards["meta"]}>{isModel ? agent.model || t("agents.noModel") : t("agents.offline")}</p>
        </div>
        {canTry ? (
          <Button variant="default" loading={trial.isRunning} aria-label={t("agents.tryOf", { agent: agent.name })} onClick={() => void trial.run()}>
            {t("agents.try")}
          </Button>
        ) : null}
      </div>
      <StateMark tone={tone} text={text} />
      {agent.problem ? <ProblemLine problem={{ ...agent.problem, nextStep: agent.problem.next_step }} /> : null}
      <ProblemLine problem={trial.problem} />
      <p className={cards["meta"]} role="status">
        {trial.tried
          ? t("agents.tried", {
              seconds: number(trial.tried.seconds, { decimals: 1 }),
              tokens: number(trial.tried.input_tokens + trial.tried.output_tokens),
            })
          : null}
      </p>
      {isModel ? <Facts agent={agent} /> : null}
      {isModel && agent.problem?.code !== "model_not_configured" ? <ModelKey agent={agent} /> : null}
    </section>
  );
}

function Facts({ agent }: { agent: AgentSetup }) {
  const { t } = useTranslation("boss");
  const { number } = useFormats();
  const { requests, tokens, tool_calls: calls, seconds } = agent.limits;
  const limits = { requests: number(requests), calls: number(calls), tokens: number(tokens), seconds: number(seconds) };
  return (
    <dl className={cards["facts"]}>
      {agent.base_url === null ? null : <Fact name={t("agents.address")}>{agent.base_url}</Fact>}
      <Fact name={t("agents.limits")}>{t("agents.limitsWords", limits)}</Fact>
      <Fact name={t("agents.tools")}>{agent.tools.length === 0 ? t("agents.noTools") : agent.tools.join(", ")}</Fact>
      {agent.instructions ? <Fact name={t("agents.instructions")}>{agent.instructions}</Fact> : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={cards["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
