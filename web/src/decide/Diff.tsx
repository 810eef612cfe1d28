import { useTranslation } from "react-i18next";

import type { FieldShown, Proposal } from "@/api/types.ts";
import type { Field } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { asValue } from "@/lib/values.ts";
import classes from "./DecidePage.module.css";

/** Each field as it is and as it would be. What is written in it is text, whatever it looks like. */
export function Diff({ lines }: { lines: Proposal["diff"] }) {
  const { t } = useTranslation("decide");
  const formats = useFormats();
  const shown = (field: FieldShown, raw: unknown) => {
    const value = asValue(raw);
    return value === null ? <i>{t("empty")}</i> : formats.value(wholeField(field), value);
  };
  return (
    <table className={classes["diff"]}>
      <caption>{t("changes")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("field")}</th>
          <th scope="col">{t("before")}</th>
          <th scope="col">{t("after")}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ field, before, after }) => (
          <tr key={field.id}>
            <th scope="row">{field.title}</th>
            <td>
              <del>{shown(field, before)}</del>
            </td>
            <td>
              <ins>{shown(field, after)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A field with what the server leaves out for an assistant, and drawing a value does not need. */
function wholeField(field: FieldShown): Field {
  const options = field.options.map((option) => ({ ...option, colour: "grey" as const }));
  return { ...field, role: null, options, anchor: null, belongs_to: "panel" };
}
