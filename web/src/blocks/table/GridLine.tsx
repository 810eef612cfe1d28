import { Loader } from "@mantine/core";
import { memo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Field, Row } from "@/lib/shapes.ts";

import type { Typed } from "../contract.ts";
import type { After } from "./CellEditor.tsx";
import { endOf, type GridColumn, type ShownColumn } from "./columns.ts";
import classes from "./Grid.module.css";
import { GridCell } from "./GridCell.tsx";
import { GroupLine } from "./GroupLine.tsx";
import type { Item } from "./items.ts";
import { RowExtras } from "./RowExtras.tsx";
import { type CellEdit, cellKey } from "./use-cell-edits.ts";
import type { OpenEditor } from "./use-editing.ts";

export interface LineActs {
  commit: (row: string, field: string, typed: Typed) => void;
  cancel: () => void;
  /** Where the focus goes when an editor closes. */
  leave: (after: After) => void;
  toggleGroup: (key: string) => void;
  open: (row: string) => void;
  remove: (row: string) => void;
}

interface GridLineProps {
  item: Item;
  index: number;
  top: number;
  columns: readonly GridColumn[];
  shownColumns: readonly ShownColumn[];
  allFields: readonly Field[];
  grouping: Field | undefined;
  /** The column of the active cell when it is on this line. */
  activeColumn: number | null;
  isChosen: boolean;
  editable: ReadonlySet<string>;
  open: OpenEditor | null;
  edits: ReadonlyMap<string, CellEdit>;
  changed: readonly string[] | undefined;
  canOpen: boolean;
  canRemove: boolean;
  acts: LineActs;
}

/** One line of the grid, whatever it holds. Drawn anew only when something of its own changed. */
export const GridLine = memo(function GridLine(props: GridLineProps) {
  const { t } = useTranslation("blocks");
  const { item, index, top, columns, grouping, activeColumn, acts } = props;
  const isUnconfirmed = item.kind === "row" && item.row.unconfirmed_since !== null;
  const [isPointedAt, setPointedAt] = useState(false);
  const tabIndex = activeColumn === null ? -1 : 0;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes["line"]}
      data-unconfirmed={isUnconfirmed || undefined}
      data-kind={item.kind}
      style={{ transform: `translateY(${top}px)` }}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
    >
      {item.kind === "row" ? <Cells {...props} row={item.row} isPointedAt={isPointedAt} /> : null}
      {item.kind === "group" ? (
        <GroupLine
          group={item.group}
          grouping={grouping}
          isOpen={item.isOpen}
          rowIndex={index}
          columns={columns}
          isTabStop={activeColumn !== null}
          onToggle={() => acts.toggleGroup(item.key)}
        />
      ) : null}
      {item.kind === "more" ? (
        <div role="gridcell" aria-colindex={1} data-cell={`${index}:0`} tabIndex={tabIndex} className={classes["more"]}>
          <Loader size={14} aria-hidden /> {t("table.loadingMore")}
        </div>
      ) : null}
    </div>
  );
});

function Cells(props: GridLineProps & { row: Row; isPointedAt: boolean }) {
  const { row, index, shownColumns, allFields, activeColumn, isChosen, editable, open, edits, changed, acts } = props;
  const canAct = props.isPointedAt || (activeColumn !== null && isChosen);
  const extras = (
    <RowExtras
      row={row}
      allFields={allFields}
      onOpen={canAct && props.canOpen ? acts.open : undefined}
      onRemove={canAct && props.canRemove ? acts.remove : undefined}
    />
  );
  return shownColumns.map(({ column, index: at, start }, order) => (
    <GridCell
      key={column.field.id}
      row={row}
      field={column.field}
      place={{ row: index, column: at }}
      width={column.width}
      gap={start - endOf(shownColumns[order - 1])}
      isActive={activeColumn === at && isChosen}
      isTabStop={activeColumn === at}
      canEdit={editable.has(column.field.id)}
      isChanged={changed?.includes(column.field.id) === true}
      edit={edits.get(cellKey(row.id, column.field.id))}
      editing={open?.field === column.field.id ? open.start : null}
      extras={at === 0 ? extras : null}
      onCommit={(typed, after) => {
        acts.commit(row.id, column.field.id, typed);
        acts.leave(after);
      }}
      onCancel={() => {
        acts.cancel();
        acts.leave("stay");
      }}
    />
  ));
}
