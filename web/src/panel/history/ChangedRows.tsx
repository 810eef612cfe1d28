import { Button } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Collection, PanelView } from "@/api/types.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";
import { collectionOf, titleOf } from "../row-titles.ts";
import classes from "./History.module.css";
import type { RestoredRow } from "./RestoreDialog.tsx";
import { type ChangeKind, diffOf, type FieldDiff, kindOf, type RowChange } from "./row-diff.ts";

const AT_ONCE = 50;

interface ChangedRowsProps {
  view: PanelView;
  rows: readonly RowChange[];
  /** Brings a row back to what it was at the earlier of the two moments. */
  onRestore: ((row: RestoredRow) => void) | null;
}

/** Each row that differs, field by field: before → after. */
export function ChangedRows({ view, rows, onRestore }: ChangedRowsProps) {
  const { t } = useTranslation("history");
  const formats = useFormats();
  const [shown, setShown] = useState(AT_ONCE);
  const left = rows.length - shown;
  return (
    <>
      <ul className={classes["list"]}>
        {rows.slice(0, shown).map((change) => {
          const collection = collectionOf(view, change.collection);
          return collection ? (
            <ChangedRow key={change.row} change={change} collection={collection} onRestore={onRestore} />
          ) : null;
        })}
      </ul>
      {left > 0 ? (
        <Button variant="default" fullWidth onClick={() => setShown(shown + AT_ONCE)}>
          {t("more", { count: left, shown: formats.number(Math.min(left, AT_ONCE)) })}
        </Button>
      ) : null}
    </>
  );
}

interface ChangedRowProps {
  change: RowChange;
  collection: Collection;
  onRestore: ((row: RestoredRow) => void) | null;
}

function ChangedRow({ change, collection, onRestore }: ChangedRowProps) {
  const { t } = useTranslation("history");
  const { t: panel } = useTranslation("panel");
  const formats = useFormats();
  const row = change.after ?? change.before;
  const title = (row && titleOf(row, collection)) || panel("row.unnamed");
  const kind = kindOf(change);
  const diffs = diffOf(change, collection, { t, formats });
  return (
    <li className={classes["row"]}>
      <div className={classes["rowHead"]}>
        <h4 className={classes["rowTitle"]}>{title}</h4>
        <span className={classes["kind"]} data-kind={kind}>
          {t(`row.${kind}`)}
        </span>
        {onRestore ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t("restoreRowOf", { act: t(`restoreRow.${kind}`), row: title })}
            onClick={() => onRestore({ id: change.row, title, kind })}
          >
            {t(`restoreRow.${kind}`)}
          </Button>
        ) : null}
      </div>
      {diffs.length === 0 ? <p className={classes["note"]}>{t("moved")}</p> : <Fields diffs={diffs} kind={kind} />}
    </li>
  );
}

/** Of a row that came or went there is one side only. */
function Fields({ diffs, kind }: { diffs: readonly FieldDiff[]; kind: ChangeKind }) {
  return (
    <dl className={classes["fields"]}>
      {diffs.map((diff) => (
        <div key={diff.id} className={classes["field"]}>
          <dt>{diff.title}</dt>
          <dd>
            {kind === "added" ? null : <Side name="was" text={diff.before} />}
            {kind === "changed" ? (
              <IconArrowRight size={13} stroke={2} aria-hidden className={classes["arrow"] ?? ""} />
            ) : null}
            {kind === "removed" ? null : <Side name="is" text={diff.after} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** An empty side says so: nothing at all would look like a fault of the screen. */
function Side({ name, text }: { name: "was" | "is"; text: string }) {
  const { t } = useTranslation("history");
  const Mark = name === "was" ? "del" : "ins";
  return (
    <Mark className={classes[name]} data-empty={text === "" || undefined}>
      <VisuallyHidden>{t(name)}: </VisuallyHidden>
      {text === "" ? t("empty") : text}
    </Mark>
  );
}
