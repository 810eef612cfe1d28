import { Button, Skeleton } from "@mantine/core";
import { IconChecks, IconInbox } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { inboxQuery, readInbox } from "@/api/inbox.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { announce } from "@/ui/live-region.ts";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./Inbox.module.css";
import { NoticeItem } from "./NoticeItem.tsx";
import { unreadOf } from "./use-unread.ts";

export interface NoticePlace {
  panel: string;
  row: { collection: string; row: string } | null;
}

/** Everything this person was told, newest first: notes on rows of theirs, and the alerts that they follow. */
export default function Inbox({ onOpen }: { onOpen: (place: NoticePlace) => void }) {
  const { t } = useTranslation("inbox");
  const query = useQuery(inboxQuery);
  if (query.isError && !query.data) {
    return <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} />;
  }
  if (!query.data) return <Skeleton className={classes["waiting"] ?? ""} height={120} />;
  if (query.data.length === 0) {
    return (
      <EmptyState
        icon={<IconInbox size={18} stroke={1.75} aria-hidden />}
        text={t("empty")}
        hint={t("emptyHint")}
      />
    );
  }
  return (
    <>
      <ReadAll unread={unreadOf(query.data)} />
      <ol className={classes["list"]}>
        {query.data.map((one) => (
          <NoticeItem key={one.notice.id} one={one} onOpen={onOpen} />
        ))}
      </ol>
    </>
  );
}

function ReadAll({ unread }: { unread: number }) {
  const { t } = useTranslation("inbox");
  const formats = useFormats();
  const words = useProblemWords();
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const canRead = unread > 0 && !isRunning;
  const read = async () => {
    if (!canRead) return;
    setRunning(true);
    try {
      await readInbox();
      await client.invalidateQueries(inboxQuery);
      announce(t("allRead"));
    } catch (thrown) {
      const { what, next } = words(problemFrom(thrown));
      showToast({ text: `${what} ${next}`, tone: "bad" });
    } finally {
      setRunning(false);
    }
  };
  return (
    <div className={classes["bar"]}>
      <span className={classes["count"]}>
        {unread === 0 ? t("allRead") : t("unread", { count: unread, shown: formats.number(unread) })}
      </span>
      {/* Never really disabled: the focus would lose its place. */}
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        leftSection={<IconChecks size={15} stroke={1.75} aria-hidden />}
        aria-disabled={!canRead}
        data-disabled={!canRead || undefined}
        onClick={() => void read()}
      >
        {t("readAll")}
      </Button>
    </div>
  );
}
