import {
  IconAlertTriangle,
  IconBellRinging,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
  IconClockUp,
} from "@tabler/icons-react";

import type { AlertStatus } from "@/api/types.ts";
import classes from "./AlertStatusMark.module.css";

const LOOK = {
  normal: { Icon: IconCircleCheck, tone: "good" },
  pending: { Icon: IconClock, tone: "warn" },
  alerting: { Icon: IconBellRinging, tone: "bad" },
  recovering: { Icon: IconClockUp, tone: "warn" },
  no_data: { Icon: IconCircleDashed, tone: "plain" },
  error: { Icon: IconAlertTriangle, tone: "bad" },
} satisfies Record<AlertStatus, unknown>;

/** How an alert stands, as a picture. The word stands beside it. */
export function AlertStatusMark({ status }: { status: AlertStatus }) {
  const { Icon, tone } = LOOK[status];
  return (
    <span className={classes["mark"]} data-tone={tone}>
      <Icon size={18} stroke={1.75} aria-hidden />
    </span>
  );
}
