import { UnstyledButton } from "@mantine/core";
import { IconNote } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { AlertStatusMark } from "@/alerts/AlertStatusMark.tsx";
import type { InboxNotice } from "@/api/types.ts";
import { plainText } from "@/lib/plain-text.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";
import type { NoticePlace } from "./Inbox.tsx";
import classes from "./Inbox.module.css";

interface NoticeItemProps {
  one: InboxNotice;
  onOpen: (place: NoticePlace) => void;
}

/** One thing this person was told. All of it is one button, which leads to where it happened. */
export function NoticeItem({ one, onOpen }: NoticeItemProps) {
  const { t } = useTranslation("inbox");
  const formats = useFormats();
  const now = useNow();
  const { notice, panel_title: panel } = one;
  const isUnread = notice.read_at === null;
  return (
    <li>
      <UnstyledButton className={classes["item"] ?? ""} data-unread={isUnread || undefined} onClick={() => onOpen(placeOf(one))}>
        {notice.alert ? <AlertStatusMark status={notice.alert.status} /> : <NoteMark />}
        <span className={classes["words"]}>
          <span className={classes["what"]}>
            {isUnread ? <VisuallyHidden>{t("new")}: </VisuallyHidden> : null}
            {notice.alert ? <AlertWords alert={notice.alert} /> : noteWords(one, t)}
          </span>
          {notice.text === "" ? null : <span className={classes["text"]}>{plainText(notice.text)}</span>}
          <span className={classes["meta"]}>
            {panel}
            {" · "}
            <time dateTime={notice.at} title={formats.moment(notice.at)}>
              {formats.age(notice.at, now)}
            </time>
          </span>
        </span>
      </UnstyledButton>
    </li>
  );
}

function placeOf({ notice, collection }: InboxNotice): NoticePlace {
  const row = collection !== null && notice.row !== null ? { collection, row: notice.row } : null;
  return { panel: notice.panel, row };
}

function NoteMark() {
  return (
    <span className={classes["mark"]}>
      <IconNote size={18} stroke={1.75} aria-hidden />
    </span>
  );
}

function AlertWords({ alert }: { alert: NonNullable<InboxNotice["notice"]["alert"]> }) {
  const { t } = useTranslation("inbox");
  const { t: alerts } = useTranslation("alerts");
  const formats = useFormats();
  return (
    <>
      {t("alert", { alert: alert.title, status: alerts(`status.${alert.status}`).toLocaleLowerCase(formats.language) })}
      {alert.value === null ? null : `, ${t("value", { value: formats.number(alert.value) })}`}
    </>
  );
}

function noteWords({ notice, collection, row_title: row }: InboxNotice, t: TFunction<"inbox">): string {
  const who = notice.by.kind === "system" ? t("system") : notice.by.name || notice.by.id;
  if (collection === null) return t("rowGone", { who });
  return row ? t("noted", { who, row }) : t("notedUnnamed", { who });
}
