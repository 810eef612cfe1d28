import { ActionIcon, Loader, Menu, TextInput, UnstyledButton } from "@mantine/core";
import { IconAlertTriangle, IconDots, IconHandStop, IconPencil, IconPin, IconPinnedOff, IconTrash } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import type { ThreadSummary } from "@/api/types.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";
import classes from "./ThreadList.module.css";
import { useThreadActs } from "./use-thread-acts.ts";

interface ThreadItemProps {
  thread: ThreadSummary;
  isCurrent: boolean;
  onOpen: () => void;
  /** It was on screen and is no longer there. */
  onGone: () => void;
}

export function ThreadItem({ thread, isCurrent, onOpen, onGone }: ThreadItemProps) {
  const { t } = useTranslation("chat");
  const formats = useFormats();
  const now = useNow();
  const acts = useThreadActs(thread);
  const [isRenaming, setRenaming] = useState(false);
  const title = thread.title || t("untitled");
  // What is on screen is being seen.
  const isUnread = thread.unread && !isCurrent;
  if (isRenaming) {
    return (
      <RenameThread
        title={thread.title}
        onDone={(name) => {
          setRenaming(false);
          if (name !== null) void acts.rename(name);
        }}
      />
    );
  }
  return (
    <li className={classes["item"]} data-current={isCurrent || undefined} data-unread={isUnread || undefined}>
      <UnstyledButton className={classes["open"] ?? ""} onClick={onOpen} aria-current={isCurrent ? "page" : undefined}>
        <span className={classes["head"]}>
          <span className={classes["title"]}>{title}</span>
          <StateMark state={thread.state} />
          {isUnread ? <span className={classes["dot"]} aria-hidden /> : null}
          {isUnread ? <VisuallyHidden> {t("threads.isUnread")}</VisuallyHidden> : null}
        </span>
        {thread.found ? <span className={classes["found"]}>{thread.found}</span> : null}
        <time className={classes["age"]} dateTime={thread.updated_at} title={formats.moment(thread.updated_at)}>
          {formats.age(thread.updated_at, now)}
        </time>
      </UnstyledButton>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon className={classes["more"] ?? ""} aria-label={t("threads.menu", { title })}>
            <IconDots size={15} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={15} stroke={1.75} />} onClick={() => setRenaming(true)}>
            {t("threads.rename")}
          </Menu.Item>
          <Menu.Item leftSection={thread.pinned ? <IconPinnedOff size={15} stroke={1.75} /> : <IconPin size={15} stroke={1.75} />} onClick={() => void acts.pin(!thread.pinned)}>
            {t(thread.pinned ? "threads.unpin" : "threads.pin")}
          </Menu.Item>
          <Menu.Item
            className={classes["delete"] ?? ""}
            leftSection={<IconTrash size={15} stroke={1.75} />}
            onClick={() => {
              if (isCurrent) onGone();
              void acts.remove();
            }}
          >
            {t("threads.delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function StateMark({ state }: { state: ThreadSummary["state"] }) {
  const { t } = useTranslation("chat");
  switch (state) {
    case "answering":
      return <Loader size={12} aria-label={t("threads.states.answering")} />;
    case "waiting":
      return <IconHandStop size={14} stroke={1.75} className={classes["waitingMark"]} aria-label={t("threads.states.waiting")} />;
    case "failed":
      return <IconAlertTriangle size={14} stroke={1.75} className={classes["failedMark"]} aria-label={t("threads.states.failed")} />;
    case "idle":
      return null;
    default:
      return state satisfies never;
  }
}

interface RenameThreadProps {
  title: string;
  /** With null it stays as it was. */
  onDone: (title: string | null) => void;
}

function RenameThread({ title: before, onDone }: RenameThreadProps) {
  const { t } = useTranslation("chat");
  const [title, setTitle] = useState(before);
  const finish = () => {
    const name = title.trim();
    onDone(name === "" || name === before ? null : name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") finish();
    if (event.key === "Escape") {
      event.stopPropagation();
      onDone(null);
    }
  };
  return (
    <li className={classes["renaming"]}>
      <TextInput
        ref={focusNow}
        aria-label={t("threads.newTitle")}
        maxLength={120}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={onKeyDown}
        onBlur={finish}
      />
    </li>
  );
}

/** Renaming was just asked for. */
function focusNow(input: HTMLInputElement | null): void {
  input?.focus();
}
