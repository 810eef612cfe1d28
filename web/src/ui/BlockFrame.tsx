import { ActionIcon, Menu, Skeleton } from "@mantine/core";
import { IconAlertTriangle, IconCircleHalf2, IconClock, IconDots } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import classes from "./BlockFrame.module.css";

/** What is true of the data without hiding it: some is missing, it is old, or the last refresh failed. */
export interface FrameNote {
  tone: "partial" | "stale" | "error";
  text: string;
}

interface BlockFrameProps {
  title: string;
  /** Sits beside the title: the bar of a table, a count. */
  toolbar?: ReactNode;
  /** `Menu.Item`s. */
  menu?: ReactNode;
  notes?: FrameNote[];
  isRefreshing?: boolean;
  footer?: ReactNode;
  /** Without a surface of its own, for blocks that are made of cards. */
  isBare?: boolean;
  children: ReactNode;
}

/** What stands around every block: title, menu, what is true of its data, and the line under it. */
export function BlockFrame({
  title,
  toolbar,
  menu,
  notes = [],
  isRefreshing = false,
  footer,
  isBare = false,
  children,
}: BlockFrameProps) {
  const { t } = useTranslation("common");
  const heading = useId();
  const hasHead = title !== "" || Boolean(toolbar) || Boolean(menu);
  return (
    <section
      className={classes["frame"]}
      data-bare={isBare || undefined}
      aria-labelledby={title ? heading : undefined}
      aria-busy={isRefreshing}
    >
      {isRefreshing ? (
        <div className={classes["progress"]} role="progressbar" aria-label={t("freshness.refreshing")} />
      ) : null}
      {hasHead ? (
        <header className={classes["head"]}>
          {title ? (
            <h3 id={heading} className={classes["title"]}>
              {title}
            </h3>
          ) : null}
          <div className={classes["tools"]}>
            {toolbar}
            {menu ? <FrameMenu title={title}>{menu}</FrameMenu> : null}
          </div>
        </header>
      ) : null}
      {notes.map((note) => (
        <p key={note.text} className={classes["note"]} data-tone={note.tone}>
          <NoteIcon tone={note.tone} />
          {note.text}
        </p>
      ))}
      <div className={classes["body"]}>{children}</div>
      {footer ? <footer className={classes["foot"]}>{footer}</footer> : null}
    </section>
  );
}

function FrameMenu({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation("common");
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon aria-label={title ? t("actionOf", { title }) : t("more")}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function NoteIcon({ tone }: { tone: FrameNote["tone"] }) {
  const Icon = { partial: IconCircleHalf2, stale: IconClock, error: IconAlertTriangle }[tone];
  return <Icon size={14} stroke={2} aria-hidden />;
}

interface BlockSkeletonProps {
  height: number;
  /** Lines of text and rows, or tiles as wide as columns and cards. */
  shape?: "lines" | "tiles";
}

const TILES = 8;

/** Grey shapes in the final size, so that nothing jumps when the data comes. */
export function BlockSkeleton({ height, shape = "lines" }: BlockSkeletonProps) {
  const { t } = useTranslation("common");
  const lines = Math.max(1, Math.floor(height / 36));
  return (
    <div className={classes[shape]} style={{ height }} role="status" aria-label={t("loading")}>
      {shape === "lines"
        ? Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} height={12} width={`${88 - ((line * 17) % 40)}%`} />
          ))
        : Array.from({ length: TILES }, (_, tile) => <Skeleton key={tile} height="100%" radius="md" />)}
    </div>
  );
}
