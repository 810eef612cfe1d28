import { Button, Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { deliveryQuery, replayDelivery } from "@/api/hooks.ts";
import { keys } from "@/api/keys.ts";
import { settleReceipt } from "@/api/panels.ts";
import type { Delivery } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { ConfirmDialog } from "@/ui/ConfirmDialog.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { showToast } from "@/ui/toasts.ts";
import cards from "../cards.module.css";
import { pretty, receiptWords } from "./delivery-words.ts";
import classes from "./hooks.module.css";

interface DeliveryDetailProps {
  panel: string;
  hook: string;
  delivery: string;
  onTry: (body: string) => void;
}

/** What was sent, and another go at it. */
export function DeliveryDetail({ panel, hook, delivery, onTry }: DeliveryDetailProps) {
  const { t } = useTranslation("boss");
  const query = useQuery(deliveryQuery(panel, hook, delivery));
  const [isAsking, setAsking] = useState(false);
  const replay = useReplay(panel, hook, delivery);
  if (query.isError) return <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton height={120} mt={6} />;
  const { body, outcome } = query.data;
  return (
    <div className={classes["detail"]}>
      <NotedFacts delivery={query.data} />
      {body === null ? (
        <p className={cards["meta"]}>{t("log.noBody")}</p>
      ) : (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <pre className={classes["body"]} tabIndex={0} role="region" aria-label={t("log.body")}>
            {pretty(body)}
          </pre>
          <div className={cards["acts"]}>
            {outcome === "applied" ? null : (
              <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
                {t("log.replay")}
              </Button>
            )}
            <Button size="compact-sm" variant="default" onClick={() => onTry(pretty(body))}>
              {t("log.tryIt")}
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog isOpen={isAsking} title={t("log.replayTitle")} confirmLabel={t("log.replay")} onConfirm={replay} onClose={() => setAsking(false)}>
        {t("log.replayWhat")}
      </ConfirmDialog>
    </div>
  );
}

/** The sender's own id, and the server's full sentence: it names values that the translated one leaves out. */
function NotedFacts({ delivery: { key, message } }: { delivery: Delivery }) {
  const { t } = useTranslation("boss");
  if (key === null && message === null) return null;
  return (
    <dl className={cards["facts"]}>
      {message === null ? null : (
        <div className={cards["fact"]}>
          <dt>{t("log.noted")}</dt>
          <dd lang="en">{message}</dd>
        </div>
      )}
      {key === null ? null : (
        <div className={cards["fact"]}>
          <dt>{t("log.key")}</dt>
          <dd className={cards["code"]}>{key}</dd>
        </div>
      )}
    </dl>
  );
}

function useReplay(panel: string, hook: string, delivery: string): () => Promise<void> {
  const { t } = useTranslation("boss");
  const client = useQueryClient();
  return async () => {
    const { outcome, receipt } = await replayDelivery(panel, hook, delivery);
    if (receipt) settleReceipt(client, receipt);
    await client.invalidateQueries({ queryKey: keys.hooks(panel) });
    const text = t("log.replayed", { outcome: t(`log.outcome.${outcome}`), receipt: receipt ? receiptWords(receipt, t) : "" });
    showToast({ text: text.trim(), tone: outcome === "applied" ? "good" : "plain" });
  };
}
