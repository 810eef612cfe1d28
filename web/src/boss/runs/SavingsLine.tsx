import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { savingsQuery } from "@/api/runs.ts";
import { useFormats } from "@/lib/use-formats.ts";
import cards from "../cards.module.css";

/** How much was answered without a model, and about what that saved. Nothing until something was asked further. */
export function SavingsLine({ agent }: { agent: string | null }) {
  const { t } = useTranslation("boss");
  const { number } = useFormats();
  const saved = useQuery(savingsQuery(agent)).data;
  if (!saved || saved.follow_ups === 0) return null;
  const { follow_ups: asked, without_model: cuts, seconds_saved: seconds, tokens_saved: tokens } = saved;
  const share = number((100 * cuts) / asked, { decimals: 0 });
  const measured = cuts > 0 && seconds !== null && tokens !== null;
  return (
    <p className={cards["meta"]}>
      {t("runs.savings", { count: asked, asked: number(asked), cuts: number(cuts), share })}{" "}
      {measured ? t("runs.saved", { minutes: number(seconds / 60, { decimals: 1 }), tokens: number(tokens) }) : null}
    </p>
  );
}
