import { ActionIcon } from "@mantine/core";
import { IconEdit, IconMessages } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";
import classes from "./Chat.module.css";
import { useUnreadThreads } from "./use-unread-threads.ts";

interface ChatHeaderProps {
  title: string;
  /** The conversation that is on screen: news in it are seen. */
  thread: string | null;
  onThreads: () => void;
  onNew: (() => void) | null;
}

export function ChatHeader({ title, thread, onThreads, onNew }: ChatHeaderProps) {
  const { t } = useTranslation("chat");
  const unread = useUnreadThreads(thread);
  return (
    <header className={classes["header"]}>
      <ActionIcon aria-label={t("threads.title")} title={t("threads.title")} onClick={onThreads}>
        <span className={classes["threads"]} data-unread={unread > 0 || undefined}>
          <IconMessages size={17} stroke={1.75} aria-hidden />
        </span>
      </ActionIcon>
      {unread > 0 ? <VisuallyHidden>{t("threads.unread", { count: unread })}</VisuallyHidden> : null}
      <h1 className={classes["title"]}>{title}</h1>
      {onNew ? (
        <ActionIcon aria-label={t("new")} title={t("new")} onClick={onNew}>
          <IconEdit size={17} stroke={1.75} />
        </ActionIcon>
      ) : null}
    </header>
  );
}
