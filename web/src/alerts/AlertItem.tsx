import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { AlertsView, AlertView, PanelView } from "@/api/types.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { AlertStatusMark } from "./AlertStatusMark.tsx";
import classes from "./AlertsSheet.module.css";
import { Following } from "./Following.tsx";
import { measured, ruleSentence } from "./rule-words.ts";

interface AlertItemProps {
  view: PanelView;
  one: AlertView;
  mail: Pick<AlertsView, "can_mail" | "why_no_mail">;
  onEdit: (() => void) | null;
  onRemove: (() => void) | null;
}

/** One rule: how it stands, what it says, and whether I am told of it. */
export function AlertItem({ view, one, mail, onEdit, onRemove }: AlertItemProps) {
  const { t } = useTranslation("alerts");
  const { t: blocks } = useTranslation("blocks");
  const formats = useFormats();
  const { alert } = one;
  const collection = view.template.collections.find(({ id }) => id === alert.over);
  return (
    <li className={classes["item"]}>
      <AlertStatusMark status={one.status} />
      <div className={classes["words"]}>
        <h3 className={classes["title"]}>{alert.title}</h3>
        <StateLine view={view} one={one} />
        {one.status === "error" ? <Failure message={one.message} /> : null}
        <p className={classes["rule"]}>{ruleSentence(alert, { collection, t, blocks, formats })}</p>
        <Following panel={view.id} one={one} mail={mail} />
      </div>
      {onEdit && onRemove ? <RuleMenu title={alert.title} onEdit={onEdit} onRemove={onRemove} /> : null}
    </li>
  );
}

/** "Disparado · desde ontem 18:00 · valor 23". */
function StateLine({ view, one }: { view: PanelView; one: AlertView }) {
  const { t } = useTranslation("alerts");
  const formats = useFormats();
  const now = useNow();
  const { alert, status, since, value, due_at: due } = one;
  const collection = view.template.collections.find(({ id }) => id === alert.over);
  const isWaiting = status === "pending" || status === "recovering";
  return (
    <p className={classes["state"]} data-tone={status === "alerting" || status === "error" ? "bad" : undefined}>
      <strong>{t(`status.${status}`)}</strong>
      {" · "}
      <time dateTime={since} title={t("since", { when: formats.moment(since) })}>
        {formats.age(since, now)}
      </time>
      {value === null ? null : ` · ${t("value", { value: measured(alert, value, collection, formats) })}`}
      {isWaiting && due ? ` · ${t(`due.${status}`, { when: formats.next(due, now) })}` : null}
    </p>
  );
}

function Failure({ message }: { message: string | null }) {
  const { t } = useTranslation("alerts");
  return (
    <p className={classes["state"]}>
      {t("failed")} {message ? t("failure", { message }) : null}
    </p>
  );
}

function RuleMenu({ title, onEdit, onRemove }: { title: string; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTranslation("alerts");
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon aria-label={t("menu", { alert: title })}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} stroke={1.75} />} onClick={onEdit}>
          {t("edit")}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.75} />} onClick={onRemove}>
          {t("remove")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
