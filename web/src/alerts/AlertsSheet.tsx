import { Button, Skeleton } from "@mantine/core";
import { IconBell, IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { alertsQuery, removeAlert } from "@/api/alerts.ts";
import { keys } from "@/api/keys.ts";
import { settleReceipt } from "@/api/panels.ts";
import type { Alert, AlertsView, PanelView } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { ConfirmDialog } from "@/ui/ConfirmDialog.tsx";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { PanelSheet } from "@/ui/PanelSheet.tsx";
import { showToast } from "@/ui/toasts.ts";
import { AlertDialog } from "./AlertDialog.tsx";
import { AlertItem } from "./AlertItem.tsx";
import classes from "./AlertsSheet.module.css";

interface AlertsSheetProps {
  view: PanelView;
  onClose: () => void;
}

type Writing = { what: "add" } | { what: "edit" | "remove"; alert: Alert };

/** The alert rules of a panel: how each stands, and whether I am told. Who may redesign writes them. */
export default function AlertsSheet({ view, onClose }: AlertsSheetProps) {
  const { t } = useTranslation("alerts");
  const query = useQuery(alertsQuery(view.id));
  const [writing, setWriting] = useState<Writing | null>(null);
  const done = () => setWriting(null);
  const add = view.can.redesign ? () => setWriting({ what: "add" }) : null;
  return (
    <PanelSheet title={t("title")} subtitle={t("subtitle")} onClose={onClose}>
      {query.isError && !query.data ? (
        <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton height={120} /> : null}
      {query.data ? (
        <Rules
          view={view}
          alerts={query.data}
          onAdd={add}
          onEdit={(alert) => setWriting({ what: "edit", alert })}
          onRemove={(alert) => setWriting({ what: "remove", alert })}
        />
      ) : null}
      {writing?.what === "add" ? <AlertDialog view={view} alert={null} onClose={done} /> : null}
      {writing?.what === "edit" ? <AlertDialog view={view} alert={writing.alert} onClose={done} /> : null}
      <RemoveDialog panel={view.id} alert={writing?.what === "remove" ? writing.alert : null} onClose={done} />
    </PanelSheet>
  );
}

interface RulesProps {
  view: PanelView;
  alerts: AlertsView;
  onAdd: (() => void) | null;
  onEdit: (alert: Alert) => void;
  onRemove: (alert: Alert) => void;
}

function Rules({ view, alerts, onAdd, onEdit, onRemove }: RulesProps) {
  const { t } = useTranslation("alerts");
  const addButton = onAdd ? (
    <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={onAdd}>
      {t("new")}
    </Button>
  ) : null;
  if (alerts.alerts.length === 0) {
    return (
      <EmptyState
        icon={<IconBell size={18} stroke={1.75} aria-hidden />}
        text={t("none")}
        hint={t(onAdd ? "noneHint" : "noneHintReader")}
      >
        {addButton}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={classes["list"]}>
        {alerts.alerts.map((one) => (
          <AlertItem
            key={one.alert.id}
            view={view}
            one={one}
            mail={alerts}
            onEdit={onAdd ? () => onEdit(one.alert) : null}
            onRemove={onAdd ? () => onRemove(one.alert) : null}
          />
        ))}
      </ul>
      {addButton}
    </>
  );
}

interface RemoveDialogProps {
  panel: string;
  alert: Alert | null;
  onClose: () => void;
}

function RemoveDialog({ panel, alert, onClose }: RemoveDialogProps) {
  const { t } = useTranslation("alerts");
  const client = useQueryClient();
  const remove = async () => {
    if (!alert) return;
    settleReceipt(client, await removeAlert(panel, alert.id));
    await client.invalidateQueries({ queryKey: keys.alerts(panel) });
    showToast({ text: t("removed", { alert: alert.title }) });
  };
  return (
    <ConfirmDialog
      isOpen={alert !== null}
      title={t("removeTitle")}
      confirmLabel={t("remove")}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      {t("removeWhat", { alert: alert?.title ?? "" })}
    </ConfirmDialog>
  );
}
