import { Loader } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { keys } from "@/api/keys.ts";
import { decide, type Decision, proposalQuery } from "@/api/proposals.ts";
import { type Problem, problemFrom } from "@/lib/problem.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import classes from "./DecidePage.module.css";
import { Outcome } from "./Outcome.tsx";
import { Question } from "./Question.tsx";

/** Where a person answers what an assistant in another host asks: one decision, then back to the conversation. */
export default function DecidePage({ proposal }: { proposal: string }) {
  const { t } = useTranslation("decide");
  const found = useQuery(proposalQuery(proposal));
  const { answer, isRunning, problem } = useAnswer(proposal);
  return (
    <main className={classes["page"]}>
      <section className={classes["card"]} aria-labelledby="decide-asks">
        <h1 id="decide-asks" className={classes["asks"]}>
          {t("asks")}
        </h1>
        {found.data ? (
          <>
            <p className={classes["panel"]}>{t("panel", { panel: found.data.panel_title })}</p>
            {found.data.status === "pending" ? (
              <Question proposal={found.data} isRunning={isRunning} onAnswer={answer} />
            ) : (
              <Outcome proposal={found.data} />
            )}
            {problem ? <ErrorState problem={problem} /> : null}
          </>
        ) : found.isError ? (
          <ErrorState problem={problemFrom(found.error)} onRetry={() => void found.refetch()} />
        ) : (
          <Loader role="status" aria-label={t("asks")} />
        )}
      </section>
    </main>
  );
}

/** Sends the answer once at a time. Refused or not, the question is shown as it stands then. */
function useAnswer(proposal: string) {
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const answer = async (decision: Decision) => {
    setRunning(true);
    setProblem(null);
    try {
      client.setQueryData(keys.proposal(proposal), await decide(proposal, decision));
    } catch (error) {
      setProblem(problemFrom(error));
      await client.invalidateQueries({ queryKey: keys.proposal(proposal) });
    } finally {
      setRunning(false);
    }
  };
  return { answer: (decision: Decision) => void answer(decision), isRunning, problem };
}
