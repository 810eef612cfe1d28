import { Popover } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import type { Field, Row } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { asValue, isNumeric, type Value, valueOf } from "@/lib/values.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";

import type { Typed } from "../contract.ts";
import { ValueText } from "../shared/ValueText.tsx";
import { type After, CellEditor } from "./CellEditor.tsx";
import classes from "./Grid.module.css";
import type { CellEdit } from "./use-cell-edits.ts";

interface GridCellProps {
  row: Row;
  field: Field;
  place: { row: number; column: number };
  width: number;
  gap: number;
  isActive: boolean;
  isTabStop: boolean;
  canEdit: boolean;
  isChanged: boolean;
  edit: CellEdit | undefined;
  /** The text the editor starts from while this cell is being edited, else null. */
  editing: string | null;
  /** Marks and menu of the row, in its first cell. */
  extras: ReactNode;
  onCommit: (typed: Typed, after: After) => void;
  onCancel: () => void;
}

export function GridCell(props: GridCellProps) {
  const { row, field, place, width, gap, isTabStop, canEdit, isChanged, edit, editing, extras } = props;
  const shown: Value = edit ? asValue(edit.typed) : valueOf(row, field);
  const refusal = useId();
  return (
    <div
      role="gridcell"
      aria-colindex={place.column + 1}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.2 gives a gridcell aria-readonly
      aria-readonly={canEdit ? undefined : true}
      aria-invalid={edit?.problem ? true : undefined}
      aria-describedby={edit?.problem ? refusal : undefined}
      data-cell={`${place.row}:${place.column}`}
      data-row={row.id}
      data-field={field.id}
      data-sticky={place.column === 0 || undefined}
      data-number={isNumeric(field) || undefined}
      data-state={edit ? (edit.problem ? "refused" : "saving") : isChanged ? "changed" : undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={classes["cell"]}
      style={{ width, marginLeft: gap }}
    >
      {editing === null ? (
        <>
          <span className={classes["content"]}>
            <ValueText field={field} value={shown} tabIndex={-1} />
          </span>
          {extras}
          {row.suggestions[field.id] ? <SuggestionMark row={row} field={field} /> : null}
        </>
      ) : (
        <CellEditor field={field} start={editing} onCommit={props.onCommit} onCancel={props.onCancel} />
      )}
      {edit?.problem && editing === null ? <Refusal id={refusal} edit={edit} isActive={props.isActive} /> : null}
    </div>
  );
}

/** Why an edit was refused: always marked, and told while the cell holds the focus. */
function Refusal({ id, edit, isActive }: { id: string; edit: CellEdit; isActive: boolean }) {
  const { t } = useTranslation("blocks");
  const words = useProblemWords();
  if (!edit.problem) return null;
  const { what, next } = words(edit.problem);
  return (
    <Popover
      opened={isActive}
      position="bottom-start"
      offset={4}
      trapFocus={false}
      returnFocus={false}
      withRoles={false}
      withinPortal
    >
      <Popover.Target>
        <span className={classes["refusedMark"]}>
          <IconAlertTriangle size={14} stroke={2} aria-hidden />
          <VisuallyHidden id={id}>
            {what} {next}
          </VisuallyHidden>
        </span>
      </Popover.Target>
      <Popover.Dropdown className={classes["refusal"]} aria-hidden>
        <p className={classes["refusalWhat"]}>{what}</p>
        <p>{next}</p>
        <p className={classes["refusalKeys"]}>{t("table.refusedKeys")}</p>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A value somebody proposes beside the one that stands. */
function SuggestionMark({ row, field }: { row: Row; field: Field }) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const suggestion = row.suggestions[field.id];
  if (!suggestion) return null;
  const value = formats.value(field, asValue(suggestion.value));
  const text = t("marks.suggestion", { who: suggestion.by.name || suggestion.by.id, value });
  return (
    <span className={classes["suggestion"]} title={text}>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  );
}
