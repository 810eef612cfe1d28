import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { contextQuery } from "@/api/panels.ts";
import type { PanelView } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { PanelSheet } from "@/ui/PanelSheet.tsx";
import { ContextReaders } from "./ContextReaders.tsx";
import classes from "./ContextSheet.module.css";

/** The server's estimate: four bytes of text to a token. */
const BYTES_PER_TOKEN = 4;

/** The very text an agent reads about this panel, so that people can check what it knows. */
export function ContextSheet({ view, onClose }: { view: PanelView; onClose: () => void }) {
  const { t } = useTranslation("panel");
  const { number } = useFormats();
  const query = useQuery(contextQuery(view.id));
  return (
    <PanelSheet title={t("context.title")} subtitle={t("context.subtitle")} onClose={onClose}>
      <ContextReaders view={view} />
      {query.isError ? <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Skeleton height={180} /> : null}
      {query.data === undefined ? null : (
        <>
          <p className={classes["size"]}>
            {t("context.size", { tokens: number(tokensIn(query.data)), most: number(view.template.context_tokens) })}
          </p>
          <pre className={classes["text"]}>{query.data}</pre>
        </>
      )}
    </PanelSheet>
  );
}

function tokensIn(text: string): number {
  return Math.ceil(new TextEncoder().encode(text).length / BYTES_PER_TOKEN);
}
