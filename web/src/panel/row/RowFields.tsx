import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { settleReceipt } from "@/api/panels.ts";
import { settleSuggestion } from "@/api/rows.ts";
import { useMyId } from "@/api/session.ts";
import type { Collection, PanelView } from "@/api/types.ts";
import { ValueText } from "@/blocks/shared/ValueText.tsx";
import { problemFrom } from "@/lib/problem.ts";
import type { Fact, Field, Row, RowsCan, Suggestion } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { asValue, optionOf, valueOf } from "@/lib/values.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import type { RowActs } from "../use-row-acts.ts";
import { whoDid } from "../who.ts";
import { FieldEditor } from "./FieldEditor.tsx";
import classes from "./RowSheet.module.css";

interface RowFieldsProps {
  view: PanelView;
  collection: Collection;
  row: Row;
  can: RowsCan;
  acts: RowActs;
}

/** Every field with its value, edited in place; under it who set it, beside it what others suggest. */
export function RowFields({ view, collection, row, can, acts }: RowFieldsProps) {
  return (
    <dl className={classes["fields"]}>
      {collection.fields.map((field) => (
        <div key={field.id} className={classes["field"]}>
          <dt className={classes["name"]}>{field.title}</dt>
          <dd className={classes["value"]}>
            <FieldValue field={field} row={row} can={can} acts={acts} />
            <Origin field={field} row={row} />
            <SuggestionBox view={view} field={field} row={row} canSettle={mayWrite(field, can)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function mayWrite(field: Field, can: RowsCan): boolean {
  return field.type === "stage" ? can.move : can.edit.includes(field.id);
}

interface FieldValueProps {
  field: Field;
  row: Row;
  can: RowsCan;
  acts: RowActs;
}

function FieldValue({ field, row, can, acts }: FieldValueProps) {
  const { t } = useTranslation("panel");
  const value = valueOf(row, field);
  if (mayWrite(field, can)) {
    return (
      <FieldEditor
        field={field}
        value={value}
        version={row.version}
        onSave={async (typed, seen) => {
          if (field.type === "stage") await acts.move(row.id, typeof typed === "string" ? typed : null, null);
          else await acts.edit(row.id, field.id, typed, seen);
        }}
      />
    );
  }
  if (value === null) return <span className={classes["empty"]}>{field.type === "stage" ? t("row.noStage") : "–"}</span>;
  return (
    <span className={classes["readOnly"]}>
      <ValueText field={field} value={value} />
    </span>
  );
}

/** Where the value came from, when a person or a door of its own stated it. A plain refresh is told by the tab. */
function Origin({ field, row }: { field: Field; row: Row }) {
  const { t } = useTranslation("panel");
  const formats = useFormats();
  const me = useMyId();
  const fact: Fact | null | undefined = field.type === "stage" ? row.stage_moved_by : row.facts[field.id];
  if (!fact || (fact.by.kind === "system" && !field.anchor) || (fact.door === "refresh" && !field.anchor)) return null;
  const words = { who: whoDid(fact.by, me, t), when: formats.moment(fact.at), door: t(`door.${fact.door}`) };
  return <p className={classes["origin"]}>{t(field.anchor ? "row.stated" : "row.setBy", words)}</p>;
}

interface SuggestionBoxProps {
  view: PanelView;
  field: Field;
  row: Row;
  canSettle: boolean;
}

function SuggestionBox({ view, field, row, canSettle }: SuggestionBoxProps) {
  const { t } = useTranslation("panel");
  const client = useQueryClient();
  const words = useProblemWords();
  const me = useMyId();
  const [failure, setFailure] = useState("");
  const suggestion: Suggestion | undefined = row.suggestions[field.type === "stage" && !row.suggestions[field.id] ? "stage" : field.id];
  if (!suggestion) return null;
  const settle = async (accept: boolean) => {
    const name = row.suggestions[field.id] ? field.id : "stage";
    try {
      settleReceipt(client, await settleSuggestion({ panel: view.id, collection: row.collection, row: row.id, field: name }, accept));
    } catch (thrown) {
      const { what, next } = words(problemFrom(thrown));
      setFailure(`${what} ${next}`);
    }
  };
  const value = asValue(suggestion.value);
  return (
    <div className={classes["suggestion"]}>
      <p className={classes["suggested"]}>
        <span className={classes["by"]}>{t("suggestion.by", { who: whoDid(suggestion.by, me, t) })}</span>
        {field.type === "stage" && typeof value === "string" ? (
          (optionOf(field, value)?.title ?? value)
        ) : (
          <ValueText field={field} value={value} />
        )}
      </p>
      {canSettle ? (
        <div className={classes["settle"]}>
          <Button size="compact-xs" onClick={() => void settle(true)} aria-label={t("suggestion.acceptOf", { field: field.title })}>
            {t("suggestion.accept")}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => void settle(false)}
            aria-label={t("suggestion.dismissOf", { field: field.title })}
          >
            {t("suggestion.dismiss")}
          </Button>
        </div>
      ) : null}
      {failure ? <p role="alert">{failure}</p> : null}
    </div>
  );
}
