import { Button, Skeleton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";

import { THREADS_AT_ONCE, threadsQuery } from "@/api/threads.ts";
import { browserTimeZone } from "@/lib/format.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useNow } from "@/lib/use-formats.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { byDay, type DayGroup } from "./thread-days.ts";
import { ThreadItem } from "./ThreadItem.tsx";
import classes from "./ThreadList.module.css";

interface ThreadListProps {
  current: string | null;
  /** Null goes to a new conversation. */
  onThread: (thread: string | null) => void;
}

export function ThreadList({ current, onThread }: ThreadListProps) {
  const { t } = useTranslation("chat");
  const [typed, setTyped] = useState("");
  const [limit, setLimit] = useState(THREADS_AT_ONCE);
  const search = useSettled(typed.trim());
  const now = useNow();
  const query = useQuery({ ...threadsQuery(search, limit), placeholderData: (old) => old });
  const threads = query.data ?? [];
  const groups = search ? [{ day: null, threads }] : byDay(threads, now, browserTimeZone());
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
      {query.isPending ? <WaitingList /> : null}
      {query.isSuccess && threads.length === 0 ? (
        <EmptyState text={t(search ? "threads.notFound" : "threads.none")} {...(search ? {} : { hint: t("threads.noneHint") })} />
      ) : null}
      {groups.map((group) => (
        <Group key={group.day ?? "found"} {...group} current={current} onThread={onThread} />
      ))}
      {threads.length >= limit ? (
        <Button className={classes["older"] ?? ""} size="compact-sm" variant="subtle" color="gray" loading={query.isFetching} onClick={() => setLimit(Math.min(limit + THREADS_AT_ONCE, 1_000))}>
          {t("threads.older")}
        </Button>
      ) : null}
    </div>
  );
}

interface GroupProps extends ThreadListProps {
  /** Null for what a search found. */
  day: DayGroup["day"] | null;
  threads: DayGroup["threads"];
}

function Group({ day, threads, current, onThread }: GroupProps) {
  const { t } = useTranslation("chat");
  const heading = useId();
  if (threads.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <h3 className={classes["day"]} id={heading}>
        {day === null ? t("threads.found", { count: threads.length }) : t(`threads.days.${day}`)}
      </h3>
      <ul className={classes["list"]}>
        {threads.map((thread) => (
          <ThreadItem key={thread.id} thread={thread} isCurrent={thread.id === current} onOpen={() => onThread(thread.id)} onGone={() => onThread(null)} />
        ))}
      </ul>
    </section>
  );
}

function WaitingList() {
  return (
    <div className={classes["waiting"]}>
      {[70, 55, 80, 60].map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} />
      ))}
    </div>
  );
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 250);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
