import { useTranslation } from "react-i18next";

import { PanelList } from "./PanelList.tsx";
import classes from "./Shell.module.css";

/** What stands at the right while no panel is open. */
export function PanelsHome({ onPanel }: { onPanel: (panel: string) => void }) {
  const { t } = useTranslation("app");
  return (
    <div className={classes["home"]}>
      <h1 className={classes["homeTitle"]}>{t("panels.title")}</h1>
      <p className={classes["homeHint"]}>{t("panels.hint")}</p>
      <PanelList look="cards" current={null} onPanel={onPanel} />
    </div>
  );
}
