import { Button, Skeleton } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { settleReceipt } from "@/api/panels.ts";
import { restoreRow } from "@/api/rows.ts";
import { trashQuery } from "@/api/trash.ts";
import type { Collection, PanelView, RowsPage } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import type { Row } from "@/lib/shapes.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { PanelSheet } from "@/ui/PanelSheet.tsx";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { KeptInTrash } from "./KeptInTrash.tsx";
import { titleOf } from "./row-titles.ts";
import classes from "./TrashSheet.module.css";

/** The rows that were removed from the lists of a panel. Each can come back for as long as it is kept. */
export default function TrashSheet({ view, onClose }: { view: PanelView; onClose: () => void }) {
  const { t } = useTranslation("trash");
  const { t: panel } = useTranslation("panel");
  const { collections } = view.template;
  const queries = useQueries({ queries: collections.map(({ id }) => trashQuery(view.id, id)) });
  const failed = queries.find((query) => query.isError && !query.data);
  const filled = queries.flatMap(({ data }, index) => {
    const collection = collections[index];
    return collection && data && data.total > 0 ? [{ collection, page: data }] : [];
  });
  const isEmpty = !failed && queries.every(({ data }) => data?.total === 0);
  return (
    <PanelSheet title={panel("menu.rowTrash")} subtitle={<KeptInTrash />} onClose={onClose}>
      {failed ? <ErrorState problem={problemFrom(failed.error)} onRetry={() => void failed.refetch()} /> : null}
      {queries.some(({ isPending }) => isPending) ? <Skeleton height={120} /> : null}
      {isEmpty ? (
        <EmptyState icon={<IconTrash size={18} stroke={1.75} aria-hidden />} text={t("noRows")} hint={t("noRowsHint")} />
      ) : null}
      {filled.map(({ collection, page }) => (
        <Removed key={collection.id} panel={view.id} collection={collection} page={page} />
      ))}
    </PanelSheet>
  );
}

interface RemovedProps {
  panel: string;
  collection: Collection;
  page: RowsPage;
}

function Removed({ panel, collection, page }: RemovedProps) {
  const { t } = useTranslation("trash");
  const formats = useFormats();
  return (
    <section aria-label={collection.title}>
      <h3 className={classes["list"]}>{collection.title}</h3>
      {page.total > page.rows.length ? (
        <p className={classes["more"]}>
          {t("more", { shown: formats.number(page.rows.length), total: formats.number(page.total) })}
        </p>
      ) : null}
      <ul className={classes["rows"]}>
        {page.rows.map((row) => (
          <RemovedRow key={row.id} panel={panel} collection={collection} row={row} />
        ))}
      </ul>
    </section>
  );
}

function RemovedRow({ panel, collection, row }: { panel: string; collection: Collection; row: Row }) {
  const { t } = useTranslation("trash");
  const formats = useFormats();
  const now = useNow();
  const words = useProblemWords();
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const title = titleOf(row, collection) || t("unnamed");
  const restore = async (sheet: HTMLElement | null) => {
    if (isRunning) return;
    setRunning(true);
    try {
      settleReceipt(client, await restoreRow({ panel, collection: collection.id, row: row.id }));
      showToast({ text: t("restored", { title }), tone: "good" });
      // The row is about to leave with its button: the focus stays in the sheet.
      sheet?.focus();
    } catch (thrown) {
      const { what, next } = words(problemFrom(thrown));
      showToast({ text: `${what} ${next}`, tone: "bad" });
      setRunning(false);
    }
  };
  return (
    <li className={classes["row"]}>
      <div className={classes["words"]}>
        <p className={classes["title"]}>{title}</p>
        {row.trashed_at ? (
          <p className={classes["meta"]}>
            <time dateTime={row.trashed_at} title={formats.moment(row.trashed_at)}>
              {t("since", { age: formats.age(row.trashed_at, now) })}
            </time>
          </p>
        ) : null}
      </div>
      <Button
        size="compact-xs"
        variant="default"
        aria-disabled={isRunning}
        data-disabled={isRunning || undefined}
        aria-label={t("restoreOf", { title })}
        onClick={(event) => void restore(event.currentTarget.closest("aside"))}
      >
        {t("restore")}
      </Button>
    </li>
  );
}
