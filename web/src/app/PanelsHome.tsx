import { Button } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

import { PanelList } from "./PanelList.tsx";
import classes from "./Shell.module.css";

const PanelTrash = lazy(() => import("./PanelTrash.tsx"));

/** What stands at the right while no panel is open. */
export function PanelsHome({ onPanel }: { onPanel: (panel: string) => void }) {
  const { t } = useTranslation("app");
  const { t: trash } = useTranslation("trash");
  const [isTrashOpen, setTrashOpen] = useState(false);
  return (
    <div className={classes["home"]}>
      <h1 className={classes["homeTitle"]}>{t("panels.title")}</h1>
      <p className={classes["homeHint"]}>{t("panels.hint")}</p>
      <PanelList look="cards" current={null} onPanel={onPanel} />
      <Button
        className={classes["homeTrash"] ?? ""}
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconTrash size={15} stroke={1.75} aria-hidden />}
        onClick={() => setTrashOpen(true)}
      >
        {trash("panels")}
      </Button>
      <Suspense fallback={null}>
        {isTrashOpen ? <PanelTrash onPanel={onPanel} onClose={() => setTrashOpen(false)} /> : null}
      </Suspense>
    </div>
  );
}
