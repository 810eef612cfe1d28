import { ActionIcon, Menu, Skeleton, TextInput, UnstyledButton } from "@mantine/core";
import { IconDots, IconPencil, IconSearch } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { keys } from "@/api/keys.ts";
import { renameThread, threadsQuery } from "@/api/threads.ts";
import type { Thread } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./ThreadList.module.css";

interface ThreadListProps {
  current: string | null;
  onThread: (thread: string) => void;
}

export function ThreadList({ current, onThread }: ThreadListProps) {
  const { t } = useTranslation("chat");
  const [typed, setTyped] = useState("");
  const search = useSettled(typed.trim());
  const query = useQuery({ ...threadsQuery(search), placeholderData: (old) => old });
  const threads = query.data ?? [];
  return (
    <div className={classes["threads"]}>
      <TextInput
        type="search"
        aria-label={t("threads.search")}
        placeholder={t("threads.search")}
        leftSection={<IconSearch size={15} stroke={1.75} aria-hidden />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {query.isError ? <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <Skeleton height={120} mt="sm" /> : null}
      {query.isSuccess && threads.length === 0 ? (
        <EmptyState text={t(search ? "threads.notFound" : "threads.none")} {...(search ? {} : { hint: t("threads.noneHint") })} />
      ) : null}
      <ul className={classes["list"]}>
        {threads.map((thread) => (
          <ThreadItem key={thread.id} thread={thread} isCurrent={thread.id === current} onOpen={() => onThread(thread.id)} />
        ))}
      </ul>
    </div>
  );
}

interface ThreadItemProps {
  thread: Thread;
  isCurrent: boolean;
  onOpen: () => void;
}

function ThreadItem({ thread, isCurrent, onOpen }: ThreadItemProps) {
  const { t } = useTranslation("chat");
  const formats = useFormats();
  const now = useNow();
  const [isRenaming, setRenaming] = useState(false);
  const title = thread.title || t("untitled");
  if (isRenaming) return <RenameThread thread={thread} onDone={() => setRenaming(false)} />;
  return (
    <li className={classes["item"]} data-current={isCurrent || undefined}>
      <UnstyledButton className={classes["open"] ?? ""} onClick={onOpen} aria-current={isCurrent ? "page" : undefined}>
        <span className={classes["title"]}>{title}</span>
        <time className={classes["age"]} dateTime={thread.updated_at} title={formats.moment(thread.updated_at)}>
          {formats.age(thread.updated_at, now)}
        </time>
      </UnstyledButton>
      <Menu position="bottom-end" width={180}>
        <Menu.Target>
          <ActionIcon className={classes["more"] ?? ""} aria-label={t("threads.menu", { title })}>
            <IconDots size={15} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={15} stroke={1.75} />} onClick={() => setRenaming(true)}>
            {t("threads.rename")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function RenameThread({ thread, onDone }: { thread: Thread; onDone: () => void }) {
  const { t } = useTranslation("chat");
  const client = useQueryClient();
  const words = useProblemWords();
  const [title, setTitle] = useState(thread.title);
  const save = async () => {
    onDone();
    const name = title.trim();
    if (name === "" || name === thread.title) return;
    try {
      await renameThread(thread.id, name);
      await client.invalidateQueries({ queryKey: keys.allThreads });
      await client.invalidateQueries({ queryKey: keys.thread(thread.id) });
    } catch (thrown) {
      const { what, next } = words(problemFrom(thrown));
      showToast({ text: `${what} ${next}`, tone: "bad" });
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") void save();
    if (event.key === "Escape") {
      event.stopPropagation();
      onDone();
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
        onBlur={() => void save()}
      />
    </li>
  );
}

/** Renaming was just asked for. */
function focusNow(input: HTMLInputElement | null): void {
  input?.focus();
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
