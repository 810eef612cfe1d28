import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { inboxQuery } from "@/api/inbox.ts";
import type { InboxNotice } from "@/api/types.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { announce } from "@/ui/live-region.ts";

export const unreadOf = (notices: readonly InboxNotice[]): number =>
  notices.filter(({ notice }) => notice.read_at === null).length;

/** How many notices of this person are unread; 0 before that is known. */
export function useUnread(): number {
  return useQuery({ ...inboxQuery, select: unreadOf }).data ?? 0;
}

/** Says that notices have arrived while the page was open. Those that waited already are not news. */
export function useSpokenNews(): void {
  const { t } = useTranslation("inbox");
  const formats = useFormats();
  const unread = useQuery({ ...inboxQuery, select: unreadOf }).data;
  const before = useRef(unread);
  useEffect(() => {
    const known = before.current;
    before.current = unread;
    if (known === undefined || unread === undefined || unread <= known) return;
    announce(t("arrived", { count: unread - known, shown: formats.number(unread - known) }));
  }, [formats, t, unread]);
}
