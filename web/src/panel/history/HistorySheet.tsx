import { Button, Skeleton } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { retentionQuery } from "@/api/trash.ts";
import type { PanelView, VersionView } from "@/api/types.ts";
import { versionsQuery } from "@/api/versions.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { PanelSheet } from "@/ui/PanelSheet.tsx";
import classes from "./History.module.css";
import { type Restoring, RestoreDialog } from "./RestoreDialog.tsx";
import { VersionChanges } from "./VersionChanges.tsx";
import { VersionItem } from "./VersionItem.tsx";

interface HistorySheetProps {
  view: PanelView;
  /** The tab in view: a part of the panel that can go back on its own. */
  tab: string;
  onClose: () => void;
}

/** Every version of the panel: who wrote it, when, what changed in it. An earlier one can be brought back. */
export default function HistorySheet({ view, tab, onClose }: HistorySheetProps) {
  const { t } = useTranslation("panel");
  const query = useInfiniteQuery(versionsQuery(view.id));
  const [open, setOpen] = useState<VersionView | null>(null);
  const [restoring, setRestoring] = useState<Restoring | null>(null);
  const versions = query.data?.pages.flat() ?? [];
  // The list is drawn anew after a version was looked at: the focus goes back to the one it came from.
  const [lookedAt, setLookedAt] = useState<number | null>(null);
  const look = (version: VersionView | null) => {
    setLookedAt(open?.version ?? null);
    setOpen(version);
  };
  const onRestore = view.can.restore ? setRestoring : null;
  return (
    <PanelSheet title={t("history.title")} subtitle={<KeptFor />} onClose={onClose}>
      {query.isError ? <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Skeleton height={160} /> : null}
      {open ? (
        <VersionChanges
          key={open.version}
          view={view}
          version={open}
          versions={versions}
          onRestore={onRestore}
          onBack={() => look(null)}
        />
      ) : (
        <ol className={classes["list"]}>
          {versions.map((version) => (
            <VersionItem
              key={version.version}
              version={version}
              isCurrent={version.version === view.version}
              takesFocus={version.version === lookedAt}
              onLook={() => look(version)}
              onRestore={onRestore && (() => onRestore({ version }))}
            />
          ))}
        </ol>
      )}
      {open === null && query.hasNextPage ? (
        <Button variant="default" fullWidth loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("history.more")}
        </Button>
      ) : null}
      <RestoreDialog view={view} tab={tab} restoring={restoring} onClose={() => setRestoring(null)} />
    </PanelSheet>
  );
}

function KeptFor() {
  const { t } = useTranslation("history");
  const { t: panel } = useTranslation("panel");
  const formats = useFormats();
  const kept = useQuery(retentionQuery).data;
  if (!kept) return panel("history.subtitle");
  const days = kept.versions_days;
  return days === null ? t("keptForever") : t("keptDays", { days: formats.number(days) });
}
