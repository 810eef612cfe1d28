import { useTranslation } from "react-i18next";

import classes from "./Composer.module.css";
import { TrayChip } from "./FileChip.tsx";
import type { Tray } from "./use-tray.ts";

interface TrayListProps {
  tray: Tray;
  onAsText: (text: string) => void;
}

/** The files that will go with the message. */
export default function TrayList({ tray, onAsText }: TrayListProps) {
  const { t } = useTranslation("chat");
  return (
    <ul className={classes["tray"]} aria-label={t("files.with")}>
      {tray.files.map((file) => (
        <li key={file.key}>
          <TrayChip
            file={file}
            onRemove={() => tray.remove(file.key)}
            onRetry={() => tray.retry(file.key)}
            onAsText={(text) => {
              tray.remove(file.key);
              onAsText(text);
            }}
          />
        </li>
      ))}
    </ul>
  );
}
