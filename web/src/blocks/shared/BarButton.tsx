import { UnstyledButton } from "@mantine/core";
import type { ComponentPropsWithRef, ReactNode } from "react";

import classes from "./SliceBar.module.css";

interface BarButtonProps extends ComponentPropsWithRef<"button"> {
  icon: ReactNode;
  label: string;
  /** How many of these are on; said by the button and shown beside its name. */
  count?: number;
}

/** A button of the bar: its name gives way to the icon where there is little room. */
export function BarButton({ icon, label, count = 0, ref, ...rest }: BarButtonProps) {
  return (
    <UnstyledButton
      {...rest}
      ref={ref}
      className={classes["button"]}
      data-on={count > 0 || undefined}
      aria-label={count > 0 ? `${label}: ${count}` : label}
      title={label}
    >
      {icon}
      <span className={classes["label"]}>{label}</span>
      {count > 0 ? <span className={classes["badge"]}>{count}</span> : null}
    </UnstyledButton>
  );
}
