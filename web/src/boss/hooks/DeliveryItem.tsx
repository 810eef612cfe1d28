import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Delivery, HookView } from "@/api/types.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { StateMark } from "../StateMark.tsx";
import { When } from "../When.tsx";
import { problemOf, receiptWords, toneOfOutcome } from "./delivery-words.ts";
import { DeliveryDetail } from "./DeliveryDetail.tsx";
import classes from "./hooks.module.css";

interface DeliveryItemProps {
  panel: string;
  hook: HookView;
  delivery: Delivery;
  onTry: (body: string) => void;
}

/** One delivery on one line, which opens to what was sent. */
export function DeliveryItem({ panel, hook, delivery, onTry }: DeliveryItemProps) {
  const { t } = useTranslation("boss");
  const words = useProblemWords();
  const [isOpen, setOpen] = useState(false);
  const problem = problemOf(delivery, hook.title);
  const told = problem ? words(problem).what : delivery.receipt ? receiptWords(delivery.receipt, t) : null;
  return (
    <li className={classes["delivery"]}>
      <UnstyledButton
        className={classes["line"] ?? ""}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconChevronRight className={classes["chevron"] ?? ""} size={15} stroke={1.75} aria-hidden />
        <StateMark tone={toneOfOutcome[delivery.outcome]} text={t(`log.outcome.${delivery.outcome}`)} />
        <span className={classes["when"]}>
          <When at={delivery.at} />
        </span>
      </UnstyledButton>
      {told ? (
        <p className={classes["told"]}>
          {told} {delivery.path && !told.includes(delivery.path) ? <code className={classes["path"]}>{delivery.path}</code> : null}
        </p>
      ) : null}
      {isOpen ? <DeliveryDetail panel={panel} hook={hook.id} delivery={delivery.id} onTry={onTry} /> : null}
    </li>
  );
}
