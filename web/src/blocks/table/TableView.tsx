import { Button } from "@mantine/core";
import { IconFilterOff, IconTable } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { cuts, wholeList } from "@/lib/slice.ts";
import type { Field, Row } from "@/lib/shapes.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";

import type { BlockProps, Typed } from "../contract.ts";
import { BlockShell } from "../shared/BlockShell.tsx";
import { useShown } from "../shared/cut.ts";
import type { FilterOpening } from "../shared/FilterMenu.tsx";
import { SliceBar } from "../shared/SliceBar.tsx";
import { SliceChips } from "../shared/SliceChips.tsx";
import { useAct } from "../shared/use-act.ts";
import { Grid } from "./Grid.tsx";
import type { SaverOf } from "./use-editing.ts";

const MAX_HEIGHT = { panel: 620, chat: 420 };
const SKELETON_ROWS = 8;

/** The rows of a collection as a light spreadsheet. */
export default function TableView(props: BlockProps<"table">) {
  const { block, data, mode, actions, can, slice, onSlice } = props;
  const { t } = useTranslation("blocks");
  const [opening, setOpening] = useState<FilterOpening>(null);
  const shown = useShown(block, data, slice);
  const act = useAct();
  const known = useMemo(() => columnsOf(block.columns, data.fields), [block.columns, data.fields]);
  const fields = useMemo(() => known.filter(({ id }) => !slice.hidden.includes(id)), [known, slice.hidden]);

  const { editCell, move, addRow, removeRow } = actions;
  const saverOf: SaverOf = (field) => {
    if (mode !== "panel") return null;
    if (field.type === "stage") {
      return can.rows.move && move ? (row, typed) => move(row, ...stageTarget(row, typed, data.rows)) : null;
    }
    return editCell && can.rows.edit.includes(field.id) ? (row, typed, seen) => editCell(row, field.id, typed, seen) : null;
  };
  const canAdd = mode === "panel" && can.rows.add && addRow;
  const add = canAdd ? () => void act(() => addRow(null)) : undefined;

  const canRemove = mode === "panel" && can.rows.remove && removeRow;
  const remove = canRemove ? (row: string) => void act(() => removeRow(row)) : undefined;

  const bar = (
    <SliceBar
      title={block.title}
      data={data}
      actions={actions}
      shown={shown}
      slice={slice}
      onSlice={onSlice}
      fields={data.fields}
      exported={fields}
      columns={known}
      opening={opening}
      onOpening={setOpening}
    />
  );
  const isEmpty = shown.rows.length === 0 && !data.pages?.hasMore;
  return (
    <BlockShell {...props} height={36 * SKELETON_ROWS} toolbar={shown.total > 0 || cuts(slice) ? bar : null}>
      <SliceChips fields={data.fields} slice={slice} onSlice={onSlice} onEdit={() => setOpening({ field: null })} />
      {isEmpty && shown.total > 0 ? (
        <EmptyState icon={<IconFilterOff size={18} aria-hidden />} text={t("empty.noMatch.what")}>
          {cuts(slice) ? (
            <Button
              variant="default"
              onClick={() => onSlice({ ...wholeList, hidden: slice.hidden, group: slice.group, sort: slice.sort })}
            >
              {t("filter.clear")}
            </Button>
          ) : null}
        </EmptyState>
      ) : null}
      {isEmpty && shown.total === 0 ? (
        <EmptyState
          icon={<IconTable size={18} aria-hidden />}
          text={t("empty.table.what")}
          hint={t("empty.table.next")}
        >
          {add ? (
            <Button variant="default" onClick={add}>
              {t("table.add")}
            </Button>
          ) : null}
          {props.whenEmpty}
        </EmptyState>
      ) : null}
      {isEmpty ? null : (
        <Grid
          label={block.title || t("table.label")}
          rows={shown.rows}
          groups={shown.groups}
          fields={fields}
          allFields={data.fields}
          pages={data.pages}
          changed={data.changed}
          maxHeight={MAX_HEIGHT[mode]}
          slice={slice}
          onSlice={onSlice}
          onFilter={(field) => setOpening({ field })}
          saverOf={saverOf}
          onOpen={actions.openRow}
          onRemove={remove}
          onAdd={add}
        />
      )}
    </BlockShell>
  );
}

/** A stage chosen in a table keeps the row where it stands: before the next card of that stage. */
function stageTarget(row: string, typed: Typed, rows: readonly Row[]): [stage: string | null, before: string | null] {
  const stage = typeof typed === "string" ? typed : null;
  const at = rows.findIndex(({ id }) => id === row);
  return [stage, rows.slice(at + 1).find((each) => each.stage === stage)?.id ?? null];
}

/** The fields the block names, in its order; all of them when it names none. */
function columnsOf(chosen: readonly string[], fields: readonly Field[]): Field[] {
  if (chosen.length === 0) return [...fields];
  return chosen.flatMap((id) => fields.find((field) => field.id === id) ?? []);
}
