import type { KeyboardEvent } from "react";

import type { Field, Slice } from "@/lib/shapes.ts";

import type { GridColumn } from "./columns.ts";
import type { Item, RowItem } from "./items.ts";
import { type Bounds, type Place, placeAfter } from "./keys.ts";
import { sortAfterClick } from "./sorting.ts";
import type { ActiveCell } from "./use-active-cell.ts";
import { cellKey } from "./use-cell-edits.ts";
import type { Editing } from "./use-editing.ts";

export interface GridContext {
  items: readonly Item[];
  columns: readonly GridColumn[];
  bounds: Bounds;
  active: ActiveCell;
  editing: Editing;
  slice: Slice;
  onSlice: (slice: Slice) => void;
  toggleGroup: (key: string) => void;
  openColumnMenu: (field: string) => void;
  openRow: ((row: string) => void) | undefined;
}

/** What a key does in the grid. True when it did something, so that the page does not do something else. */
export function actOnKey(event: KeyboardEvent, at: Place, grid: GridContext): boolean {
  const field = grid.columns[at.column]?.field;
  const item = grid.items[at.row];
  if (field && at.row < 0 && actOnHead(event, field, grid)) return true;
  if (item?.kind === "group" && actOnGroup(event, item, grid)) return true;
  if (item?.kind === "row" && field && actOnCell(event, item, field, grid)) return true;
  if (event.altKey || event.shiftKey) return false;
  const next = placeAfter(at, event.key, event.ctrlKey || event.metaKey, grid.bounds);
  if (!next) return false;
  grid.active.goTo(item?.kind === "group" && next.row === at.row ? at : next);
  return true;
}

function actOnHead(event: KeyboardEvent, field: Field, { slice, onSlice, openColumnMenu }: GridContext): boolean {
  if (event.key === "ArrowDown" && event.altKey) openColumnMenu(field.id);
  else if (event.key === "Enter" || event.key === " ")
    onSlice({ ...slice, sort: sortAfterClick(slice.sort, field.id, event.shiftKey) });
  else return false;
  return true;
}

function actOnGroup(
  event: KeyboardEvent,
  item: Extract<Item, { kind: "group" }>,
  { toggleGroup }: GridContext,
): boolean {
  const closes = event.key === "ArrowLeft" && item.isOpen;
  const opens = event.key === "ArrowRight" && !item.isOpen;
  if (!closes && !opens && event.key !== "Enter" && event.key !== " ") return false;
  toggleGroup(item.key);
  return true;
}

function actOnCell(event: KeyboardEvent, item: RowItem, field: Field, grid: GridContext): boolean {
  const { editing, openRow } = grid;
  const { row } = item;
  const canEdit = editing.editable.has(field.id);
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  if ((event.key === "Enter" || event.key === "F2") && !hasModifier) {
    if (canEdit) editing.begin(item, field);
    else if (event.key === "Enter") openRow?.(row.id);
    return true;
  }
  if (event.key === " " && !hasModifier) {
    if (canEdit && field.type === "boolean") editing.begin(item, field);
    else openRow?.(row.id);
    return true;
  }
  if (event.key === "Escape" && editing.edits.get(cellKey(row.id, field.id))?.problem) {
    editing.discard(row.id, field.id);
    return true;
  }
  if (!canEdit || hasModifier) return false;
  if (event.key === "Delete" || event.key === "Backspace") {
    if (field.type !== "stage" && field.type !== "boolean") editing.commit(row.id, field.id, null);
    return true;
  }
  if (event.key.length !== 1) return false;
  editing.begin(item, field, field.type === "date" || field.type === "datetime" ? undefined : event.key);
  return true;
}
