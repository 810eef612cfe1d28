import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { contextQuery } from "@/api/panels.ts";
import { problemFrom } from "@/lib/problem.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { PanelSheet } from "@/ui/PanelSheet.tsx";
import classes from "./ContextSheet.module.css";

/** The very text an agent reads about this panel, so that people can check what it knows. */
export function ContextSheet({ panel, onClose }: { panel: string; onClose: () => void }) {
  const { t } = useTranslation("panel");
  const query = useQuery(contextQuery(panel));
  return (
    <PanelSheet title={t("context.title")} subtitle={t("context.subtitle")} onClose={onClose}>
      {query.isError ? <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Skeleton height={180} /> : null}
      {query.data === undefined ? null : <pre className={classes["text"]}>{query.data}</pre>}
    </PanelSheet>
  );
}
