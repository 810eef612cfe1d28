import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { isRecord } from "@/api/client.ts";
import type { PanelView, VersionDetail } from "@/api/types.ts";
import { versionQuery } from "@/api/versions.ts";
import { problemFrom } from "@/lib/problem.ts";
import type { Field } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { asValue } from "@/lib/values.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { collectionOf, rowTitles } from "../row-titles.ts";
import classes from "./History.module.css";

/** The oldest version that is kept has none before it to compare with: only what it changed, as that was before. */
export function FirstVersion({ view, version }: { view: PanelView; version: number }) {
  const { t } = useTranslation("history");
  const query = useQuery(versionQuery(view.id, version));
  if (query.isPending) return <Skeleton height={100} />;
  if (query.isError) return <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} />;
  const rows = query.data.rows.filter(({ before }) => before !== null);
  return (
    <>
      <p className={classes["note"]}>{t("first")}</p>
      {rows.length > 0 ? <BeforeList view={view} rows={rows} /> : null}
    </>
  );
}

function BeforeList({ view, rows }: { view: PanelView; rows: VersionDetail["rows"] }) {
  const { t } = useTranslation("history");
  const { t: panel } = useTranslation("panel");
  const formats = useFormats();
  const titles = rowTitles(view);
  return (
    <section aria-label={t("wasBefore")}>
      <h3 className={classes["between"]}>{t("wasBefore")}</h3>
      <ul className={classes["list"]}>
        {rows.map(({ row, collection, before }) => (
          <li key={row} className={classes["row"]}>
            <h4 className={classes["rowTitle"]}>{titles.get(row) || panel("row.unnamed")}</h4>
            <dl className={classes["fields"]}>
              {valuesBefore(before, collectionOf(view, collection)?.fields ?? []).map(({ field, raw }) => (
                <div key={field.id} className={classes["field"]}>
                  <dt>{field.title}</dt>
                  <dd>{formats.value(field, asValue(raw)) || t("empty")}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The fields that changed, as they were. The stage is kept beside the values. */
function valuesBefore(before: Record<string, unknown> | null, fields: readonly Field[]) {
  const values = isRecord(before?.["values"]) ? before["values"] : {};
  const all = before && "stage" in before ? { ...values, [fields.find(({ type }) => type === "stage")?.id ?? ""]: before["stage"] } : values;
  return fields.flatMap((field) => (field.id in all ? [{ field, raw: all[field.id] }] : []));
}
