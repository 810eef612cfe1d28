import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { HookView, PanelView } from "@/api/types.ts";
import cards from "../cards.module.css";
import { DeliveryLog } from "./DeliveryLog.tsx";
import { EndpointPart } from "./EndpointPart.tsx";
import classes from "./hooks.module.css";
import { HowRead } from "./HowRead.tsx";
import { TryPayload } from "./TryPayload.tsx";

interface HookCardProps {
  view: PanelView;
  hook: HookView;
}

/** One hook: where it leads, its address, how it is read, a place to try it out, and what came. */
export function HookCard({ view, hook }: HookCardProps) {
  const { t } = useTranslation("boss");
  const [trying, setTrying] = useState<string | null>(null);
  const declared = view.template.hooks.find(({ id }) => id === hook.id);
  const collection = view.template.collections.find(({ id }) => id === hook.into);
  const heading = `hook-${hook.id}`;
  return (
    <section className={cards["card"]} aria-labelledby={heading}>
      <div className={cards["top"]}>
        <div className={cards["names"]}>
          <h2 id={heading} className={cards["name"]}>
            {hook.title}
          </h2>
          <p className={cards["meta"]}>
            {t("hooks.into", { source: t(`hooks.source.${hook.source}`), collection: collection?.title ?? hook.into })}
          </p>
        </div>
        <Button
          variant="default"
          aria-label={t("try.openOf", { title: hook.title })}
          aria-expanded={trying !== null}
          onClick={() => setTrying(trying === null ? "" : null)}
        >
          {t("try.open")}
        </Button>
      </div>
      <EndpointPart panel={view.id} hook={hook} />
      {declared ? <HowRead hook={declared} fields={collection?.fields ?? []} /> : null}
      {trying === null ? null : (
        // Another payload to begin with is another trial.
        <TryPayload key={trying} panel={view.id} hook={hook} fields={collection?.fields ?? []} first={trying} />
      )}
      {hook.address === null ? null : (
        <div className={classes["part"]}>
          <DeliveryLog panel={view.id} hook={hook} onTry={setTrying} />
        </div>
      )}
    </section>
  );
}
