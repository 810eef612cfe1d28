import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconPlayerPause } from "@tabler/icons-react";

import classes from "./cards.module.css";

export type Tone = "good" | "warn" | "bad" | "quiet";

const icons = { good: IconCircleCheck, warn: IconPlayerPause, bad: IconAlertTriangle, quiet: IconCircleDashed } as const;

interface StateMarkProps {
  tone: Tone;
  text: string;
}

/** How something stands, in words; sign and colour repeat them. */
export function StateMark({ tone, text }: StateMarkProps) {
  const Icon = icons[tone];
  return (
    <span className={classes["state"]} data-tone={tone}>
      <Icon size={15} stroke={1.9} aria-hidden />
      {text}
    </span>
  );
}
