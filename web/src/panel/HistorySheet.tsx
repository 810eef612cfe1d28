import { Button } from "@mantine/core";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { restoreVersion, settleReceipt, versionsQuery } from "@/api/panels.ts";
import { useMyId } from "@/api/session.ts";
import type { PanelView, VersionView } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { ConfirmDialog } from "@/ui/ConfirmDialog.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { showToast } from "@/ui/toasts.ts";
import classes from "./HistorySheet.module.css";
import { PanelSheet } from "./PanelSheet.tsx";
import { versionWords } from "./version-words.ts";
import { whoDid } from "./who.ts";

interface HistorySheetProps {
  view: PanelView;
  onClose: () => void;
}

/** Every version of the panel: who wrote it, when, through which door. An earlier one can be brought back. */
export function HistorySheet({ view, onClose }: HistorySheetProps) {
  const { t } = useTranslation("panel");
  const query = useInfiniteQuery(versionsQuery(view.id));
  const [chosen, setChosen] = useState<VersionView | null>(null);
  const versions = query.data?.pages.flat() ?? [];
  return (
    <PanelSheet title={t("history.title")} subtitle={t("history.subtitle")} onClose={onClose}>
      {query.isError ? <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} /> : null}
      <ol className={classes["list"]}>
        {versions.map((version) => (
          <VersionItem
            key={version.version}
            version={version}
            isCurrent={version.version === view.version}
            onRestore={view.can.restore ? () => setChosen(version) : null}
          />
        ))}
      </ol>
      {query.hasNextPage ? (
        <Button variant="default" fullWidth loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t("history.more")}
        </Button>
      ) : null}
      <RestoreDialog panel={view.id} version={chosen} onClose={() => setChosen(null)} />
    </PanelSheet>
  );
}

interface VersionItemProps {
  version: VersionView;
  isCurrent: boolean;
  onRestore: (() => void) | null;
}

function VersionItem({ version, isCurrent, onRestore }: VersionItemProps) {
  const { t } = useTranslation("panel");
  const formats = useFormats();
  const now = useNow();
  const me = useMyId();
  const what = versionWords(version, t, formats);
  return (
    <li className={classes["item"]}>
      <div className={classes["words"]}>
        <p className={classes["what"]}>{what}</p>
        <p className={classes["meta"]}>
          {whoDid(version.by, me, t)}
          {" · "}
          <time dateTime={version.at} title={formats.moment(version.at)}>
            {formats.age(version.at, now)}
          </time>
          {" · "}
          {version.tool ?? t(`door.${version.door}`)}
        </p>
      </div>
      {isCurrent ? <span className={classes["current"]}>{t("history.current")}</span> : null}
      {!isCurrent && onRestore ? (
        <Button size="compact-xs" variant="default" onClick={onRestore} aria-label={t("history.restoreOf", { what })}>
          {t("history.restore")}
        </Button>
      ) : null}
    </li>
  );
}

interface RestoreDialogProps {
  panel: string;
  version: VersionView | null;
  onClose: () => void;
}

function RestoreDialog({ panel, version, onClose }: RestoreDialogProps) {
  const { t } = useTranslation("panel");
  const client = useQueryClient();
  const formats = useFormats();
  const restore = async () => {
    if (!version) return;
    settleReceipt(client, await restoreVersion(panel, version.version));
    showToast({ text: t("history.restored", { when: formats.moment(version.at) }), tone: "good" });
  };
  return (
    <ConfirmDialog
      isOpen={version !== null}
      title={t("history.restoreTitle")}
      confirmLabel={t("history.restore")}
      onConfirm={restore}
      onClose={onClose}
    >
      {t("history.restoreWhat", { when: version ? formats.moment(version.at) : "" })}
    </ConfirmDialog>
  );
}
