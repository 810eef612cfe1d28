import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Proposal } from "@/api/types.ts";
import classes from "./DecidePage.module.css";

/** What became of the question. */
export function Outcome({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation("decide");
  if (proposal.status === "pending") return null;
  return (
    <div role="status">
      <p className={classes["question"]}>{t(`done.${proposal.status}`)}</p>
      <p className={classes["hint"]}>{t(`done.${proposal.status}Hint`)}</p>
      <Button component="a" variant="default" href={`/panels/${proposal.panel}`}>
        {t("openPanel")}
      </Button>
    </div>
  );
}
