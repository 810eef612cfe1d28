import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { panelQuery } from "@/api/panels.ts";
import { problemFrom } from "@/lib/problem.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { OpenPanel, type PanelExits } from "./OpenPanel.tsx";
import classes from "./Panel.module.css";
import type { GoTo, Place } from "./place.ts";

interface PanelProps extends PanelExits {
  panel: string;
  place: Place;
  goTo: GoTo;
}

/** A panel: grey shapes until it has come, then everything it knows. A failed fetch keeps the copy on screen. */
export default function Panel({ panel, place, goTo, onClose, ...exits }: PanelProps) {
  const { t } = useTranslation("panel");
  const query = useQuery(panelQuery(panel));
  if (query.data) {
    return <OpenPanel key={panel} view={query.data} place={place} goTo={goTo} onClose={onClose} {...exits} />;
  }
  return (
    <div className={classes["panel"]}>
      {query.isError ? (
        <div className={classes["failed"]}>
          <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} />
          <Button variant="subtle" color="gray" onClick={onClose}>
            {t("allPanels")}
          </Button>
        </div>
      ) : (
        <WaitingPanel />
      )}
    </div>
  );
}

function WaitingPanel() {
  const { t } = useTranslation("common");
  return (
    <div className={classes["waiting"]} role="status" aria-label={t("loading")}>
      <Skeleton height={24} width={220} />
      <Skeleton height={16} width={360} />
      <Skeleton height={320} />
    </div>
  );
}
