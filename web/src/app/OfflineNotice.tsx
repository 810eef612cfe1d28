import { IconPlugConnectedX } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Connection } from "@/api/events.ts";
import classes from "./Shell.module.css";

const PATIENCE = 3_000;

/** Said only when the connection stays away: a blink needs no words. */
export function OfflineNotice({ connection }: { connection: Connection }) {
  const { t } = useTranslation("app");
  const isLost = useLasting(connection === "lost");
  return (
    <div role="status">
      {isLost ? (
        <p className={classes["offline"]}>
          <IconPlugConnectedX size={15} stroke={1.75} aria-hidden />
          {t("offline")}
        </p>
      ) : null}
    </div>
  );
}

function useLasting(isLost: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasts(isLost), isLost ? PATIENCE : 0);
    return () => clearTimeout(timer);
  }, [isLost]);
  return isLost && lasts;
}
