import type { TFunction } from "i18next";

import type { Alert, Collection } from "@/api/types.ts";
import { describeCondition } from "@/blocks/shared/conditions.ts";
import { type Formats, formatOf } from "@/lib/format.ts";

interface Telling {
  collection: Collection | undefined;
  t: TFunction<"alerts">;
  blocks: TFunction<"blocks">;
  formats: Formats;
}

/** The rule as a sentence: "Clientes: soma de Receita acima de R$ 1.000, onde Etapa é Novo". */
export function ruleSentence(alert: Alert, { collection, t, blocks, formats }: Telling): string {
  const fields = collection?.fields ?? [];
  const facts = {
    list: collection?.title ?? alert.over,
    test: t(`test.${alert.test}`),
    threshold: measured(alert, alert.threshold, collection, formats),
  };
  const field = fields.find(({ id }) => id === alert.field);
  const rule =
    alert.measure === "count"
      ? t("rule.count", facts)
      : t("rule.field", {
          ...facts,
          measure: t(`measure.${alert.measure}`).toLocaleLowerCase(formats.language),
          field: field?.title ?? alert.field ?? "",
        });
  const where = alert.where.map((condition) => describeCondition(condition, fields, blocks, formats)).join(", ");
  return [
    rule,
    ...(where === "" ? [] : [t("rule.where", { conditions: where })]),
    ...(alert.pending_minutes > 0 ? [t("rule.pending", { minutes: formats.number(alert.pending_minutes) })] : []),
    ...(alert.keep_firing_minutes > 0 ? [t("rule.keep", { minutes: formats.number(alert.keep_firing_minutes) })] : []),
  ].join(", ");
}

/** A number that an alert measures, written like the field it is measured of. */
export function measured(alert: Alert, value: number, collection: Collection | undefined, formats: Formats): string {
  const field = collection?.fields.find(({ id }) => id === alert.field);
  return formats.number(value, alert.measure === "count" || !field ? {} : formatOf(field));
}
