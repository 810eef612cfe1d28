import { Popover, UnstyledButton } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";

import classes from "./Toggletip.module.css";

interface ToggletipProps {
  /** What the button is called by a screen reader, when its content does not say it. */
  label?: string;
  content: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A short explanation shown on hover, on focus and on a touch. */
export function Toggletip({ label, content, children, className }: ToggletipProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width="max-content"
      withinPortal
      trapFocus={false}
      returnFocus={false}
      withRoles={false}
    >
      <Popover.Target>
        <UnstyledButton
          className={`${classes["target"]} ${className ?? ""}`}
          aria-label={label}
          aria-describedby={isOpen ? id : undefined}
          onMouseEnter={() => setOpen(true)}
          onMouseLeave={() => setOpen(false)}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onClick={() => setOpen(true)}
          onKeyDown={onKeyDown}
        >
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes["tip"]}>
        <div id={id} role="tooltip">
          {content}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
