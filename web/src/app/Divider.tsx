import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from "react";
import { useTranslation } from "react-i18next";

import classes from "./Shell.module.css";

interface DividerProps {
  /** The part that takes its share; its parent is what is divided. */
  part: RefObject<HTMLElement | null>;
  /** In percent. */
  share: number;
  onShare: (share: number) => void;
}

export const SHARE = { least: 24, most: 72, first: 38 } as const;
const STEP = 2;

export function clampShare(share: number): number {
  return Math.min(SHARE.most, Math.max(SHARE.least, share));
}

/** The line between chat and panel: dragged, or moved with the arrows. Nothing is drawn anew while it moves. */
export function Divider({ part, share, onShare }: DividerProps) {
  const { t } = useTranslation("app");
  const dragged = useRef<number | null>(null);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    dragged.current = share;
  };
  const frame = useRef(0);
  const onPointerMove = (event: PointerEvent) => {
    const box = part.current?.parentElement?.getBoundingClientRect();
    if (dragged.current === null || !box) return;
    dragged.current = clampShare(((event.clientX - box.left) / box.width) * 100);
    // A mouse reports more often than a screen is drawn, and each step lays the whole panel out anew.
    frame.current ||= requestAnimationFrame(() => {
      frame.current = 0;
      if (dragged.current !== null) part.current?.style.setProperty("flex-basis", `${dragged.current}%`);
    });
  };
  const onPointerUp = () => {
    cancelAnimationFrame(frame.current);
    frame.current = 0;
    if (dragged.current !== null) onShare(dragged.current);
    dragged.current = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: share - STEP, ArrowRight: share + STEP, Home: SHARE.least, End: SHARE.most, Enter: SHARE.first }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onShare(clampShare(next));
  };
  return (
    // A separator that can be moved is a control, whatever the rule's list of roles says.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a movable separator is a control in ARIA
    <div
      className={classes["divider"]}
      role="separator"
      aria-orientation="vertical"
      aria-label={t("divider")}
      aria-valuenow={Math.round(share)}
      aria-valuemin={SHARE.least}
      aria-valuemax={SHARE.most}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a movable separator is a control in ARIA
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => onShare(SHARE.first)}
      onKeyDown={onKeyDown}
    />
  );
}
