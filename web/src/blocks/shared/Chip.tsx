import type { Option } from "@/lib/shapes.ts";

import classes from "./Chip.module.css";

interface ChipProps {
  text: string;
  colour?: Option["colour"];
  /** A dot before the text, for stages. */
  hasDot?: boolean;
}

/** A choice, a stage or a tag. The colour repeats what the text says, never alone. */
export function Chip({ text, colour = "grey", hasDot = false }: ChipProps) {
  return (
    <span className={classes["chip"]} data-colour={colour}>
      {hasDot ? <span className={classes["dot"]} aria-hidden /> : null}
      <span className={classes["text"]}>{text}</span>
    </span>
  );
}
