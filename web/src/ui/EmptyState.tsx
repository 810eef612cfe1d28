import type { ReactNode } from "react";

import classes from "./states.module.css";

interface EmptyStateProps {
  icon?: ReactNode;
  /** Why there is nothing. */
  text: string;
  hint?: string;
  /** What to do next. */
  children?: ReactNode;
}

export function EmptyState({ icon, text, hint, children }: EmptyStateProps) {
  return (
    <div className={classes["state"]}>
      {icon ? <span className={classes["icon"]}>{icon}</span> : null}
      <p className={classes["what"]}>{text}</p>
      {hint ? <p className={classes["next"]}>{hint}</p> : null}
      {children ? <div className={classes["acts"]}>{children}</div> : null}
    </div>
  );
}
