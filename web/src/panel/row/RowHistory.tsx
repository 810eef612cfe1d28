import { useTranslation } from "react-i18next";

import { useMyId } from "@/api/session.ts";
import type { Collection, RowDetail } from "@/api/types.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { eventSentence } from "./event-words.ts";
import classes from "./RowSheet.module.css";

interface RowHistoryProps {
  collection: Collection;
  detail: RowDetail | undefined;
}

/** What happened to the row, newest first: "Ana moved Novo → Negociando, 14:02, board". */
export function RowHistory({ collection, detail }: RowHistoryProps) {
  const { t } = useTranslation("panel");
  const formats = useFormats();
  const now = useNow();
  const me = useMyId();
  if (!detail || detail.history.length === 0) return null;
  return (
    <section className={classes["part"]} aria-label={t("rowHistory.title")}>
      <h3 className={classes["heading"]}>{t("rowHistory.title")}</h3>
      <ol className={classes["list"]}>
        {detail.history.map((event) => (
          <li key={event.version} className={classes["event"]}>
            <p>{eventSentence(event, { collection, row: detail.row, me, t, formats })}</p>
            <p className={classes["when"]}>
              <time dateTime={event.at} title={formats.moment(event.at)}>
                {formats.age(event.at, now)}
              </time>
              {" · "}
              {event.tool ?? t(`door.${event.door}`)}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
