import type { ComponentPropsWithRef } from "react";

import classes from "./VisuallyHidden.module.css";

/** Words for screen readers only. Light enough to stand in every cell. */
export function VisuallyHidden(props: ComponentPropsWithRef<"span">) {
  return <span {...props} className={classes["hidden"]} />;
}
