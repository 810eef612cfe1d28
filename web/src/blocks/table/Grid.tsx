import { Button } from "@mantine/core";
import { useElementSize, useMergedRef } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Field, Row, Slice } from "@/lib/shapes.ts";
import type { RowGroup } from "@/lib/slice.ts";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";

import type { Pages } from "../contract.ts";
import { usePrinting } from "../shared/use-printing.ts";
import { endOf, useGridColumns, useShownColumns } from "./columns.ts";
import classes from "./Grid.module.css";
import type { GridContext } from "./grid-keys.ts";
import { type HeadActions, HeadCell } from "./GridHead.tsx";
import { GridLine, type LineActs } from "./GridLine.tsx";
import { itemsOf } from "./items.ts";
import { type Place, placeAfterTab } from "./keys.ts";
import { useActiveCell } from "./use-active-cell.ts";
import { type SaverOf, useEditing } from "./use-editing.ts";
import { useGridEvents } from "./use-grid-events.ts";
import { ROW_HEIGHT, useWindows, type Windows } from "./use-windows.ts";

interface GridProps extends HeadActions {
  label: string;
  rows: readonly Row[];
  groups: readonly RowGroup[] | null;
  /** Shown, in order. */
  fields: readonly Field[];
  /** All of the list: the grouping field may be hidden. */
  allFields: readonly Field[];
  pages: Pages | null;
  changed: ReadonlyMap<string, readonly string[]>;
  maxHeight: number;
  saverOf: SaverOf;
  onOpen: ((row: string) => void) | undefined;
  onRemove: ((row: string) => void) | undefined;
  onAdd: (() => void) | undefined;
}

/** Rows this near the end of what is loaded ask for the next page. */
const NEAR_END = 30;
const SCROLLBAR = 14;

/** The spreadsheet: only what is in sight is drawn, one cell holds the tab stop, keys do what a sheet's keys do. */
export function Grid(props: GridProps) {
  const {
    label,
    rows,
    groups,
    fields,
    allFields,
    pages,
    changed,
    slice,
    onSlice,
    onFilter,
    saverOf,
    onOpen,
    onRemove,
  } = props;
  const { t } = useTranslation("blocks");
  const help = useId();
  const box = useRef<HTMLDivElement>(null);
  const size = useElementSize<HTMLDivElement>();
  const ref = useMergedRef(box, size.ref);
  const isPrinting = usePrinting();

  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [menu, setMenu] = useState<string | null>(null);
  const hasMore = pages?.hasMore === true;
  const items = useMemo(() => itemsOf(rows, groups, closed, hasMore), [rows, groups, closed, hasMore]);
  const columns = useGridColumns(fields, size.width);

  const scroll = useRef<Windows | null>(null);
  const bringIntoView = (at: Place) => {
    if (at.row >= 0) scroll.current?.rows.scrollToIndex(at.row);
    if (at.column > 0) scroll.current?.columns.scrollToIndex(at.column);
  };
  const active = useActiveCell(box, items, columns, bringIntoView);
  const windows = useWindows(box, items, columns, active.place);
  useLayoutEffect(() => {
    scroll.current = windows;
  });
  useScrollToTop(box, slice);
  const shownColumns = useShownColumns(columns, windows.columns.getVirtualIndexes());
  const editing = useEditing(allFields, saverOf);

  const shownRows = isPrinting
    ? items.map((_, index) => ({ index, start: ROW_HEIGHT * (index + 1) }))
    : windows.rows.getVirtualItems();
  const lastShown = shownRows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (pages?.hasMore && !pages.isLoading && lastShown >= items.length - NEAR_END) pages.loadMore();
  }, [pages, lastShown, items.length]);

  const page = Math.max(1, Math.floor(size.height / ROW_HEIGHT) - 2);
  const bounds = { rows: items.length, columns: columns.length, page };
  const toggleGroup = (key: string) =>
    setClosed((before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key]));
  const context: GridContext = {
    items,
    columns,
    bounds,
    active,
    editing,
    slice,
    onSlice,
    toggleGroup,
    openColumnMenu: setMenu,
    openRow: onOpen,
  };
  const events = useGridEvents(context);
  const acts = useLineActs({
    commit: (row, field, typed) => editing.commit(row, field, typed),
    cancel: editing.end,
    leave: (after) => {
      const at = active.place;
      if (after === "below") active.goTo({ ...at, row: Math.min(at.row + 1, items.length - 1) });
      else active.goTo(after === "stay" ? at : (placeAfterTab(at, after === "previous", bounds) ?? at));
    },
    toggleGroup,
    open: (row) => onOpen?.(row),
    remove: (row) => onRemove?.(row),
  });

  const width = columns.reduce((sum, column) => sum + column.width, 0);
  const height = ROW_HEIGHT * (items.length + 1) + (width > size.width ? SCROLLBAR : 2);
  const grouping = allFields.find(({ id }) => id === slice.group);
  return (
    <>
      <VisuallyHidden id={help}>{t("table.help")}</VisuallyHidden>
      <div
        ref={ref}
        role="grid"
        aria-label={label}
        aria-describedby={help}
        aria-rowcount={hasMore ? -1 : items.length + 1}
        aria-colcount={columns.length}
        className={classes["grid"]}
        style={isPrinting ? {} : { height: Math.min(height, props.maxHeight) }}
        {...events}
      >
        <div role="row" aria-rowindex={1} className={classes["headRow"]} style={{ width }}>
          {shownColumns.map(({ column, index, start }, order) => (
            <HeadCell
              key={column.field.id}
              column={column}
              index={index}
              gap={start - endOf(shownColumns[order - 1])}
              isTabStop={active.place.row === -1 && active.place.column === index}
              isLastShown={columns.length === 1}
              isMenuOpen={menu === column.field.id}
              onMenu={(isOpen) => {
                setMenu(isOpen ? column.field.id : null);
                if (!isOpen && document.activeElement?.closest("[role=menu]")) active.goTo({ row: -1, column: index });
              }}
              slice={slice}
              onSlice={onSlice}
              onFilter={onFilter}
            />
          ))}
        </div>
        <div role="rowgroup" className={classes["body"]} style={{ height: ROW_HEIGHT * items.length, width }}>
          {shownRows.map(({ index, start }) => {
            const item = items[index];
            if (!item) return null;
            const isActiveLine = active.place.row === index;
            return (
              <GridLine
                key={item.key}
                item={item}
                index={index}
                top={start - ROW_HEIGHT}
                columns={columns}
                shownColumns={shownColumns}
                allFields={allFields}
                grouping={grouping}
                activeColumn={isActiveLine ? active.place.column : null}
                isChosen={isActiveLine && active.isChosen}
                editable={editing.editable}
                open={editing.open?.line === item.key ? editing.open : null}
                edits={editing.edits}
                changed={item.kind === "row" ? changed.get(item.row.id) : undefined}
                canOpen={onOpen !== undefined}
                canRemove={onRemove !== undefined}
                acts={acts}
              />
            );
          })}
        </div>
      </div>
      {props.onAdd ? (
        <Button
          className={classes["add"] ?? ""}
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={props.onAdd}
        >
          {t("table.add")}
        </Button>
      ) : null}
    </>
  );
}

/** Another cut begins at its top. */
function useScrollToTop(box: RefObject<HTMLDivElement | null>, { where, search, sort, group }: Slice): void {
  const cut = JSON.stringify([where, search, sort, group]);
  const seen = useRef(cut);
  useEffect(() => {
    if (seen.current !== cut) box.current?.scrollTo({ top: 0 });
    seen.current = cut;
  }, [box, cut]);
}

/** The same acts at every drawing, each doing what its latest version does, so that lines are not drawn anew for them. */
function useLineActs(given: LineActs): LineActs {
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  return useMemo<LineActs>(
    () => ({
      commit: (...all) => latest.current.commit(...all),
      cancel: () => latest.current.cancel(),
      leave: (after) => latest.current.leave(after),
      toggleGroup: (key) => latest.current.toggleGroup(key),
      open: (row) => latest.current.open(row),
      remove: (row) => latest.current.remove(row),
    }),
    [],
  );
}
