import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { deliveriesQuery } from "@/api/hooks.ts";
import type { HookView } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import cards from "../cards.module.css";
import { DeliveryItem } from "./DeliveryItem.tsx";
import classes from "./hooks.module.css";

/** How many the hook itself brings along. */
const LAST = 5;

interface DeliveryLogProps {
  panel: string;
  hook: HookView;
  onTry: (body: string) => void;
}

/** What came, newest first: the last few, and all of them when asked for. */
export function DeliveryLog({ panel, hook, onTry }: DeliveryLogProps) {
  const { t } = useTranslation("boss");
  const [wantsAll, setWantsAll] = useState(false);
  const all = useQuery({ ...deliveriesQuery(panel, hook.id), enabled: wantsAll });
  const deliveries = (wantsAll ? all.data : undefined) ?? hook.deliveries;
  const heading = `log-${hook.id}`;
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={classes["heading"]}>
        {t("log.title")}
      </h3>
      {deliveries.length === 0 ? (
        <p className={cards["meta"]}>
          {t("log.none")} {t("log.noneHint")}
        </p>
      ) : (
        <ul className={classes["log"]}>
          {deliveries.map((delivery) => (
            <DeliveryItem key={delivery.id} panel={panel} hook={hook} delivery={delivery} onTry={onTry} />
          ))}
        </ul>
      )}
      {wantsAll && all.isError ? <ErrorState problem={problemFrom(all.error)} onRetry={() => void all.refetch()} /> : null}
      {hook.deliveries.length >= LAST && !(wantsAll && all.data) ? (
        <Button variant="subtle" color="gray" size="compact-sm" loading={all.isFetching} onClick={() => setWantsAll(true)}>
          {t("log.all")}
        </Button>
      ) : null}
    </section>
  );
}
