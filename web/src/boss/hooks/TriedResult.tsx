import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import type { Tried, TriedRow } from "@/api/types.ts";
import { ValueText } from "@/blocks/shared/ValueText.tsx";
import type { Field } from "@/lib/shapes.ts";
import { asValue } from "@/lib/values.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { StateMark } from "../StateMark.tsx";
import { problemOf } from "./delivery-words.ts";
import classes from "./hooks.module.css";

interface TriedResultProps {
  tried: Tried;
  /** By its title. */
  hook: string;
  fields: readonly Field[];
}

export function TriedResult({ tried, hook, fields }: TriedResultProps) {
  const { t } = useTranslation("boss");
  const words = useProblemWords();
  if (tried.outcome === "ignored") return <StateMark tone="quiet" text={t("try.wouldIgnore")} />;
  if (tried.outcome !== "applied") {
    const problem = problemOf(tried, hook);
    const told = problem ? words(problem).what : null;
    return (
      <>
        <StateMark tone="bad" text={t("try.wouldFail")} />
        <p className={classes["told"]}>
          {told} {tried.path && !told?.includes(tried.path) ? <code className={classes["path"]}>{tried.path}</code> : null}
        </p>
        {tried.message ? (
          <p className={classes["told"]} lang="en">
            {tried.message}
          </p>
        ) : null}
      </>
    );
  }
  return (
    <>
      <StateMark tone="good" text={t("try.wouldApply", { count: tried.rows.length })} />
      <TriedRows rows={tried.rows} fields={fields} />
    </>
  );
}

function TriedRows({ rows, fields }: { rows: readonly TriedRow[]; fields: readonly Field[] }) {
  const { t } = useTranslation("boss");
  const stage = fields.find(({ type }) => type === "stage");
  const shown = fields.filter((field) => field !== stage && rows.some(({ values }) => field.id in values));
  const hasStage = stage !== undefined && rows.some((row) => row.stage !== null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={classes["scroll"]} tabIndex={0} role="region" aria-label={t("try.rows")}>
      <table className={classes["table"]}>
        <thead>
          <tr>
            <th scope="col">{t("try.row")}</th>
            {shown.map((field) => (
              <th key={field.id} scope="col">
                {field.title}
              </th>
            ))}
            {hasStage ? <th scope="col">{stage.title}</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // The rows of a trial have no names and never change places.
            // oxlint-disable-next-line react/no-array-index-key -- they are drawn once, in the order of the payload
            <tr key={index}>
              <th scope="row">{standing(row, t)}</th>
              {shown.map((field) => (
                <td key={field.id}>
                  <ValueText field={field} value={asValue(row.values[field.id])} />
                </td>
              ))}
              {hasStage ? <td>{row.stage === null ? null : <ValueText field={stage} value={row.stage} />}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function standing(row: TriedRow, t: TFunction<"boss">): string {
  if (row.in_trash) return t("try.inTrash");
  return t(row.row === null ? "try.isNew" : "try.isThere");
}
