import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { retrySource } from "@/api/house.ts";
import { keys } from "@/api/keys.ts";
import type { SourceState } from "@/api/types.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { announce } from "@/ui/live-region.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import cards from "../cards.module.css";
import { ProblemLine } from "../ProblemLine.tsx";
import { StateMark } from "../StateMark.tsx";
import { type Run, useRun } from "../use-run.ts";
import { When } from "../When.tsx";
import { stateWords, toneOfState } from "./source-words.ts";
import { SourceTools } from "./SourceTools.tsx";

/** One source: its state in words, what went wrong last, when it last answered, its tools. */
export function SourceCard({ source }: { source: SourceState }) {
  const { t } = useTranslation("boss");
  const formats = useFormats();
  const now = useNow();
  const retry = useRetry(source.name);
  const heading = `source-${source.name}`;
  return (
    <section className={cards["card"]} aria-labelledby={heading}>
      <div className={cards["top"]}>
        <div className={cards["names"]}>
          <h2 id={heading} className={cards["name"]}>
            {source.name}
          </h2>
          <p className={cards["meta"]}>{t(`sources.kind.${source.kind}`)}</p>
        </div>
        <Button variant="default" loading={retry.isRunning} aria-label={t("sources.retryOf", { source: source.name })} onClick={() => void retry.run()}>
          {t("sources.retry")}
        </Button>
      </div>
      <StateMark tone={toneOfState[source.state]} text={stateWords(source, t, formats, now)} />
      <ProblemLine problem={retry.problem} />
      <dl className={cards["facts"]}>
        <Fact name={t("sources.lastSuccess")}>{source.last_success_at ? <When at={source.last_success_at} /> : t("sources.never")}</Fact>
        {source.last_error ? <LastError source={source} error={source.last_error} /> : null}
      </dl>
      <SourceTools tools={source.tools} />
    </section>
  );
}

interface LastErrorProps {
  source: SourceState;
  error: NonNullable<SourceState["last_error"]>;
}

/** It stays after the source has recovered; the failures in a row do not. */
function LastError({ source, error }: LastErrorProps) {
  const { t } = useTranslation("boss");
  const words = useProblemWords();
  const { what } = words({ code: error.code, message: error.message, nextStep: "", facts: { source: source.name } });
  return (
    <Fact name={t("sources.lastError")}>
      {what} <span className={cards["aside"]}><When at={error.at} /></span>
      {source.failures > 0 ? <div className={cards["aside"]}>{t("sources.failures", { count: source.failures })}</div> : null}
      {error.message === what ? null : (
        <div className={cards["aside"]} lang="en">
          {error.message}
        </div>
      )}
    </Fact>
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

/** Has the source tried at once. Whether that helped is in the state that comes back. */
function useRetry(name: string): Run {
  const { t } = useTranslation("boss");
  const formats = useFormats();
  const client = useQueryClient();
  return useRun(async () => {
    const now = await retrySource(name);
    client.setQueryData<SourceState[]>(keys.sources, (shown) => shown?.map((one) => (one.name === name ? now : one)));
    announce(t("sources.tried", { source: name, state: stateWords(now, t, formats, new Date()) }));
  });
}
