import { UnstyledButton } from "@mantine/core";
import { IconLayoutDashboard, IconMenu2, IconMessage } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { useUnread } from "@/inbox/use-unread.ts";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";
import classes from "./PhoneBar.module.css";
import type { Side } from "./Rail.tsx";
import type { Address } from "./use-address.ts";

const PhoneMenu = lazy(() => import("./PhoneMenu.tsx"));

export type PhoneSide = "chat" | "panel";
export type PhoneMenuPart = Side | "settings";

const NARROW = "(max-width: 760px)";

/** Whether the screen has room for one of the two only, as the style sheets decide it. */
export function isNarrow(): boolean {
  return window.matchMedia(NARROW).matches;
}

interface PhoneBarProps {
  side: PhoneSide;
  onSide: (side: PhoneSide) => void;
  /** The side that changed while it was not looked at. */
  unread: PhoneSide | null;
  address: Address;
  /** The part of the menu that is open, if it is. */
  menu: PhoneMenuPart | null;
  onMenu: (part: PhoneMenuPart | null) => void;
}

/** Where there is room for one thing: which of the two, with a mark on the one that has news. */
export function PhoneBar({ side, onSide, unread, address, menu, onMenu }: PhoneBarProps) {
  const { t } = useTranslation("app");
  const hasNews = useUnread() > 0;
  return (
    <nav className={classes["bar"]} aria-label={t("rail")}>
      <BarButton label={t("chat")} isCurrent={side === "chat"} isUnread={unread === "chat"} onClick={() => onSide("chat")}>
        <IconMessage size={20} stroke={1.6} aria-hidden />
      </BarButton>
      <BarButton label={t("panel")} isCurrent={side === "panel"} isUnread={unread === "panel"} onClick={() => onSide("panel")}>
        <IconLayoutDashboard size={20} stroke={1.6} aria-hidden />
      </BarButton>
      <BarButton label={t("menu")} isCurrent={false} isUnread={hasNews} onClick={() => onMenu(hasNews ? "inbox" : "panels")}>
        <IconMenu2 size={20} stroke={1.6} aria-hidden />
      </BarButton>
      <Suspense fallback={null}>
        {menu ? <PhoneMenu part={menu} onPart={onMenu} address={address} onSide={onSide} /> : null}
      </Suspense>
    </nav>
  );
}

interface BarButtonProps {
  label: string;
  isCurrent: boolean;
  isUnread: boolean;
  onClick: () => void;
  children: ReactNode;
}

function BarButton({ label, isCurrent, isUnread, onClick, children }: BarButtonProps) {
  const { t } = useTranslation("app");
  return (
    <UnstyledButton className={classes["button"] ?? ""} aria-pressed={isCurrent} onClick={onClick}>
      <span className={classes["icon"]} data-unread={isUnread || undefined}>
        {children}
      </span>
      <span className={classes["label"]}>{label}</span>
      {isUnread ? <VisuallyHidden>{t("unread")}</VisuallyHidden> : null}
    </UnstyledButton>
  );
}
