import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import type { Hook } from "@/api/types.ts";
import type { Field } from "@/lib/shapes.ts";
import cards from "../cards.module.css";

interface HowReadProps {
  hook: Hook;
  fields: readonly Field[];
}

/** What the template says of the hook, folded: what is a row, when it matters, where each value is. */
export function HowRead({ hook, fields }: HowReadProps) {
  const { t } = useTranslation("boss");
  const titleOf = (id: string) => fields.find((field) => field.id === id)?.title ?? id;
  const conditions = Object.entries(hook.only).map(([path, values]) => condition(path, values, t));
  return (
    <details className={cards["more"]}>
      <summary>{t("hooks.how")}</summary>
      <p className={cards["meta"]}>
        {hook.each === "" ? t("hooks.oneRow") : t("hooks.manyRows", { path: hook.each })}{" "}
        {conditions.length > 0 ? t("hooks.only", { conditions: conditions.join(t("hooks.and")) }) : null}
      </p>
      <dl className={cards["facts"]}>
        {Object.entries(hook.fields).map(([field, path]) => (
          <div key={field} className={cards["fact"]}>
            <dt>{titleOf(field)}</dt>
            <dd className={cards["code"]}>{path}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function condition(path: string, values: readonly (string | boolean | number | null)[], t: TFunction<"boss">): string {
  return t("hooks.onlyOne", { path, values: values.map((value) => JSON.stringify(value)).join(t("hooks.or")) });
}
