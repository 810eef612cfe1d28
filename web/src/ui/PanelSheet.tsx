import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";

import classes from "./PanelSheet.module.css";
import { useFocusBack } from "./use-focus-back.ts";

interface PanelSheetProps {
  title: string;
  subtitle?: ReactNode;
  /** Stands at the right of the title. */
  tools?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Something to read or edit beside the blocks. It stands in the panel, so that it never covers the chat. */
export function PanelSheet({ title, subtitle, tools, onClose, children }: PanelSheetProps) {
  const { t } = useTranslation("common");
  const heading = useId();
  const sheet = useRef<HTMLElement>(null);

  useFocusBack();
  useEffect(() => sheet.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    // Dialogs and menus that the sheet opened stand elsewhere in the page, and close themselves.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    event.stopPropagation();
    onClose();
  };
  return (
    // Escape closes it from wherever the focus is inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes the sheet from anywhere in it
    <aside ref={sheet} className={classes["sheet"]} aria-labelledby={heading} tabIndex={-1} onKeyDown={onKeyDown}>
      <header className={classes["head"]}>
        <div className={classes["titles"]}>
          <h2 id={heading} className={classes["title"]}>
            {title}
          </h2>
          {subtitle ? <div className={classes["subtitle"]}>{subtitle}</div> : null}
        </div>
        {tools}
        <ActionIcon aria-label={t("close")} onClick={onClose}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={classes["body"]} tabIndex={0}>
        {children}
      </div>
    </aside>
  );
}
