import { Button, Group, Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Decision } from "@/api/proposals.ts";
import type { Proposal } from "@/api/types.ts";
import classes from "./DecidePage.module.css";
import { Diff } from "./Diff.tsx";

interface QuestionProps {
  proposal: Proposal;
  isRunning: boolean;
  onAnswer: (decision: Decision) => void;
}

/** The question, what it would change, and the ways to answer. While an answer is on its way there is no second one. */
export function Question({ proposal, isRunning, onAnswer }: QuestionProps) {
  const { t } = useTranslation("decide");
  const [chosen, setChosen] = useState(() => firstChoice(proposal));
  const { kind } = proposal;
  const decision = decisionOf(proposal, chosen);
  return (
    <>
      <p className={classes["question"]}>{proposal.question || t(kind, { row: proposal.row_title })}</p>
      {kind === "remove" ? <p className={classes["hint"]}>{t("removeHint")}</p> : null}
      {kind === "set_values" || kind === "settle" ? <Diff lines={proposal.diff} /> : null}
      <Choices proposal={proposal} chosen={chosen} isDisabled={isRunning} onChoose={setChosen} />
      <Group gap="sm" mt="lg">
        <Button
          color={kind === "remove" ? "red" : undefined}
          loading={isRunning}
          disabled={decision === null}
          onClick={() => decision && onAnswer(decision)}
        >
          {t(`do.${kind}`)}
        </Button>
        {kind === "settle" ? (
          <Button variant="default" disabled={isRunning} onClick={() => onAnswer({ event: "reviewed_suggestion", accept: false })}>
            {t("dismiss")}
          </Button>
        ) : null}
        <Button variant="subtle" disabled={isRunning} onClick={() => onAnswer({ event: "cancelled" })}>
          {t("cancel")}
        </Button>
      </Group>
    </>
  );
}

interface ChoicesProps {
  proposal: Proposal;
  chosen: string | null;
  isDisabled: boolean;
  onChoose: (choice: string) => void;
}

function Choices({ proposal, chosen, isDisabled, onChoose }: ChoicesProps) {
  const { t } = useTranslation("decide");
  const choices = choicesOf(proposal);
  if (choices.length === 0) return null;
  return (
    <Radio.Group value={chosen} onChange={onChoose} aria-label={proposal.question || t(proposal.kind, { row: proposal.row_title })}>
      <Stack gap="xs">
        {choices.map(({ id, title, hint }) => (
          <Radio key={id} value={id} label={title} description={hint} disabled={isDisabled} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function choicesOf({ kind, stages, candidates }: Proposal): { id: string; title: string; hint: string }[] {
  if (kind === "move_to") return stages.map(({ id, title }) => ({ id, title, hint: "" }));
  return kind === "pick_one" ? candidates.map(({ id, title, subtitle }) => ({ id, title, hint: subtitle })) : [];
}

/** The stage that is suggested. Of rows none is: the person says which one they mean. */
function firstChoice({ kind, diff }: Proposal): string | null {
  const suggested: unknown = kind === "move_to" ? diff[0]?.after : null;
  return typeof suggested === "string" ? suggested : null;
}

function decisionOf({ kind }: Proposal, chosen: string | null): Decision | null {
  switch (kind) {
    case "set_values":
    case "remove":
      return { event: "confirmed_change" };
    case "settle":
      return { event: "reviewed_suggestion", accept: true };
    case "move_to":
      return chosen === null ? null : { event: "moved_card", stage: chosen };
    case "pick_one":
      return chosen === null ? null : { event: "picked_row", row: chosen };
  }
}
