import { Radio, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { settleReceipt } from "@/api/panels.ts";
import type { PanelView, VersionView } from "@/api/types.ts";
import { restoreVersion } from "@/api/versions.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { ConfirmDialog } from "@/ui/ConfirmDialog.tsx";
import { showToast } from "@/ui/toasts.ts";
import type { ChangeKind } from "./row-diff.ts";

export interface RestoredRow {
  id: string;
  title: string;
  /** What happened to it: a row that came is taken out again, into the trash. */
  kind: ChangeKind;
}

/** One row goes back to a version, or all of the panel, or one tab of it. */
export type Restoring = { version: VersionView } | { version: Pick<VersionView, "version">; row: RestoredRow };

interface RestoreDialogProps {
  view: PanelView;
  tab: string;
  restoring: Restoring | null;
  onClose: () => void;
}

/** Says what going back will do, before it does it. */
export function RestoreDialog({ view, tab, restoring, onClose }: RestoreDialogProps) {
  if (restoring === null) return null;
  if ("row" in restoring) {
    return <RowDialog panel={view.id} version={restoring.version.version} row={restoring.row} onClose={onClose} />;
  }
  return <VersionDialog view={view} tab={tab} version={restoring.version} onClose={onClose} />;
}

interface RowDialogProps {
  panel: string;
  version: number;
  row: RestoredRow;
  onClose: () => void;
}

function RowDialog({ panel, version, row, onClose }: RowDialogProps) {
  const { t } = useTranslation("history");
  const client = useQueryClient();
  const formats = useFormats();
  const facts = { row: row.title, version: formats.number(version) };
  const restore = async () => {
    settleReceipt(client, await restoreVersion(panel, version, { row: row.id }));
    showToast({ text: t("restoredRow", facts), tone: "good" });
  };
  return (
    <ConfirmDialog
      isOpen
      title={t(`rowTitle.${row.kind}`)}
      confirmLabel={t(`restoreRow.${row.kind}`)}
      onConfirm={restore}
      onClose={onClose}
    >
      {t(row.kind === "added" ? "rowToTrash" : "rowWhat", facts)}
    </ConfirmDialog>
  );
}

interface VersionDialogProps {
  view: PanelView;
  tab: string;
  version: VersionView;
  onClose: () => void;
}

function VersionDialog({ view, tab: tabId, version, onClose }: VersionDialogProps) {
  const { t } = useTranslation("panel");
  const { t: history } = useTranslation("history");
  const client = useQueryClient();
  const formats = useFormats();
  const [part, setPart] = useState("whole");
  const tab = view.template.tabs.find(({ id }) => id === tabId);
  const isTab = part === "tab" && tab !== undefined;
  const when = formats.moment(version.at);
  const restore = async () => {
    settleReceipt(client, await restoreVersion(view.id, version.version, isTab ? { tab: tab.id } : {}));
    const text = isTab ? history("restoredTab", { tab: tab.title, when }) : t("history.restored", { when });
    showToast({ text, tone: "good" });
  };
  return (
    <ConfirmDialog
      isOpen
      title={t("history.restoreTitle")}
      confirmLabel={t("history.restore")}
      onConfirm={restore}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Radio.Group label={history("part")} value={part} onChange={setPart}>
          <Stack gap={6} mt={6}>
            <Radio value="whole" label={history("whole")} />
            {tab ? <Radio value="tab" label={history("tab", { tab: tab.title })} /> : null}
          </Stack>
        </Radio.Group>
        <span>
          {isTab ? history("tabWhat", { tab: tab.title, when }) : t("history.restoreWhat", { when })}{" "}
          {history("rowsLater")}
        </span>
      </Stack>
    </ConfirmDialog>
  );
}
