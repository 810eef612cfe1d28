import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";

import type { RunLine } from "@/api/types.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import cards from "../cards.module.css";
import { StateMark } from "../StateMark.tsx";
import { When } from "../When.tsx";
import classes from "./RunCard.module.css";
import { RunSteps } from "./RunSteps.tsx";
import { costOf, lengthOf, secondsOf, tokensOf, toneOf } from "./run-words.ts";

interface RunCardProps {
  run: RunLine;
  /** The name of its agent. */
  agent: string;
}

/** One run: who asked which agent, how it ended, what it took. It opens to its steps. */
export function RunCard({ run, agent }: RunCardProps) {
  const { t } = useTranslation("boss");
  const formats = useFormats();
  const now = useNow();
  const words = useProblemWords();
  const [isOpen, setOpen] = useState(false);
  const steps = useId();
  const length = secondsOf(lengthOf(run, now), t, formats);
  const meta = [length, tokensOf(run.usage, t, formats), costOf(run.usage, formats)].filter(Boolean).join(" · ");
  return (
    <li className={cards["card"]}>
      <UnstyledButton className={classes["line"] ?? ""} aria-expanded={isOpen} aria-controls={isOpen ? steps : undefined} onClick={() => setOpen(!isOpen)}>
        <IconChevronRight size={16} stroke={1.9} className={classes["arrow"]} data-open={isOpen || undefined} aria-hidden />
        <span className={classes["names"]}>
          <span className={cards["what"]}>{run.person === "" ? agent : t("runs.asked", { person: run.person, agent })}</span>
          <span className={cards["meta"]}>
            <When at={run.started_at} /> · {meta}
          </span>
        </span>
        <StateMark tone={toneOf[run.status]} text={t(`runs.status.${run.status}`)} />
      </UnstyledButton>
      {run.code === null ? null : <p className={cards["problem"]}>{words({ code: run.code, message: run.code, nextStep: "", facts: {} }).what}</p>}
      {isOpen ? (
        <div id={steps}>
          <RunSteps run={run.id} />
        </div>
      ) : null}
    </li>
  );
}
