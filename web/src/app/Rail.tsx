import { UnstyledButton } from "@mantine/core";
import { IconInbox, IconLayoutDashboard, IconMessages, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { HousePart } from "@/boss/parts.ts";
import { useUnreadThreads } from "@/chat/use-unread-threads.ts";
import { panelsQuery } from "@/api/panels.ts";
import type { PanelSummary } from "@/api/types.ts";
import { useSpokenNews, useUnread } from "@/inbox/use-unread.ts";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";
import { BrandMark } from "./BrandMark.tsx";
import classes from "./Rail.module.css";

const Settings = lazy(() => import("./Settings.tsx"));

export type Side = "threads" | "panels" | "inbox";

interface RailProps {
  /** The conversation on screen. */
  thread: string | null;
  side: Side | null;
  onSide: (side: Side | null) => void;
  onSearch: () => void;
  onShortcuts: () => void;
  onHousePart: (part: HousePart) => void;
}

export function Rail({ thread, side, onSide, onSearch, onShortcuts, onHousePart }: RailProps) {
  const { t } = useTranslation("app");
  const { t: alerts } = useTranslation("alerts");
  const { t: inbox } = useTranslation("inbox");
  const { t: chat } = useTranslation("chat");
  const unread = useUnread();
  const news = useUnreadThreads(thread);
  const isAlerting = useQuery({ ...panelsQuery, select: isAnyAlerting }).data ?? false;
  useSpokenNews();
  const toggle = (name: Side) => onSide(side === name ? null : name);
  return (
    <nav className={classes["rail"]} aria-label={t("rail")}>
      <span className={classes["brand"]}>
        <BrandMark size={26} />
      </span>
      <RailButton label={t("railThreads")} isOpen={side === "threads"} onClick={() => toggle("threads")}>
        <span className={classes["icon"]} data-mark={news > 0 ? "news" : undefined}>
          <IconMessages size={20} stroke={1.6} aria-hidden />
        </span>
        {news > 0 ? <VisuallyHidden>{chat("threads.unread", { count: news })}</VisuallyHidden> : null}
      </RailButton>
      <RailButton label={t("panels.title")} isOpen={side === "panels"} onClick={() => toggle("panels")}>
        <span className={classes["icon"]} data-mark={isAlerting ? "alert" : undefined}>
          <IconLayoutDashboard size={20} stroke={1.6} aria-hidden />
        </span>
        {isAlerting ? <VisuallyHidden>{alerts("anyFiring")}</VisuallyHidden> : null}
      </RailButton>
      <RailButton label={inbox("short")} isOpen={side === "inbox"} onClick={() => toggle("inbox")}>
        <span className={classes["icon"]}>
          <IconInbox size={20} stroke={1.6} aria-hidden />
          {unread > 0 ? <UnreadCount unread={unread} /> : null}
        </span>
      </RailButton>
      <RailButton label={t("search")} onClick={onSearch} title="Ctrl K">
        <IconSearch size={20} stroke={1.6} aria-hidden />
      </RailButton>
      <span className={classes["rest"]} />
      <Suspense fallback={null}>
        <Settings onShortcuts={onShortcuts} onHousePart={onHousePart} className={classes["button"] ?? ""} />
      </Suspense>
    </nav>
  );
}

const isAnyAlerting = (panels: PanelSummary[]) => panels.some(({ alerting }) => alerting > 0);

const MOST_SHOWN = 99;

function UnreadCount({ unread }: { unread: number }) {
  const { t } = useTranslation("inbox");
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  return (
    <>
      <span className={classes["count"]} aria-hidden>
        {shown}
      </span>
      <VisuallyHidden>{t("unread", { count: unread, shown })}</VisuallyHidden>
    </>
  );
}

interface RailButtonProps {
  label: string;
  isOpen?: boolean;
  title?: string;
  onClick: () => void;
  children: ReactNode;
}

function RailButton({ label, isOpen, title, onClick, children }: RailButtonProps) {
  return (
    <UnstyledButton className={classes["button"] ?? ""} aria-expanded={isOpen} title={title} onClick={onClick}>
      {children}
      <span className={classes["label"]}>{label}</span>
    </UnstyledButton>
  );
}
