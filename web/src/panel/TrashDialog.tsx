import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { keys } from "@/api/keys.ts";
import { restorePanel, trashPanel } from "@/api/panels.ts";
import type { PanelView } from "@/api/types.ts";
import { ConfirmDialog } from "@/ui/ConfirmDialog.tsx";
import { showToast } from "@/ui/toasts.ts";

interface TrashDialogProps {
  view: PanelView;
  isOpen: boolean;
  onClose: () => void;
  onTrashed: () => void;
}

export function TrashDialog({ view, isOpen, onClose, onTrashed }: TrashDialogProps) {
  const { t } = useTranslation("panel");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const reread = () => client.invalidateQueries({ queryKey: keys.panels });
  const undo = async () => {
    await restorePanel(view.id);
    await reread();
  };
  const trash = async () => {
    await trashPanel(view.id);
    onTrashed();
    await reread();
    const text = t("trash.done", { title: view.template.title });
    showToast({ text, action: { label: common("undo"), run: () => void undo() } });
  };
  return (
    <ConfirmDialog isOpen={isOpen} title={t("trash.title")} confirmLabel={t("menu.trash")} isDangerous onConfirm={trash} onClose={onClose}>
      {t("trash.what", { title: view.template.title })}
    </ConfirmDialog>
  );
}
