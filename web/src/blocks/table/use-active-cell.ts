import { type RefObject, useMemo, useState } from "react";

import { type HeldFocus, useHeldFocus } from "../shared/use-held-focus.ts";
import type { GridColumn } from "./columns.ts";
import type { Item } from "./items.ts";
import type { Place } from "./keys.ts";

const HEAD = "head";

/** A place by name: rows move when others sort or arrive, and the hand stays on its row. */
interface Named {
  item: string;
  field: string;
  /** Where it stood when it was chosen: should it go away, its place is what is left. */
  row: number;
}

export interface ActiveCell extends Pick<HeldFocus, "onFocus" | "onBlur"> {
  place: Place;
  /** Whether anything was ever chosen; before that the first cell is only the way in. */
  isChosen: boolean;
  choose: (place: Place) => void;
  /** Makes a cell the active one and puts the focus there. */
  goTo: (place: Place) => void;
}

/** The one cell that holds the grid's tab stop. `bringIntoView` is called before the focus moves. */
export function useActiveCell(
  grid: RefObject<HTMLDivElement | null>,
  items: readonly Item[],
  columns: readonly GridColumn[],
  bringIntoView: (place: Place) => void,
): ActiveCell {
  const [named, setNamed] = useState<Named | null>(null);
  const indexes = useMemo(() => new Map(items.map((item, index) => [item.key, index])), [items]);
  const place = placeOf(named, indexes, columns, items.length);
  const focus = useHeldFocus({
    container: grid,
    selector: `[data-cell="${place.row}:${place.column}"]`,
    scrolls: false,
  });

  const choose = (at: Place) => {
    const field = columns[at.column]?.field.id;
    const item = at.row < 0 ? HEAD : items[at.row]?.key;
    if (field !== undefined && item !== undefined) setNamed({ item, field, row: at.row });
  };
  return {
    place,
    isChosen: named !== null,
    choose,
    goTo: (at) => {
      focus.request();
      bringIntoView(at);
      choose(at);
    },
    onFocus: focus.onFocus,
    onBlur: focus.onBlur,
  };
}

function placeOf(
  named: Named | null,
  indexes: ReadonlyMap<string, number>,
  columns: readonly GridColumn[],
  rows: number,
): Place {
  const column = Math.max(
    0,
    columns.findIndex(({ field }) => field.id === named?.field),
  );
  if (rows === 0 || named?.item === HEAD) return { row: -1, column };
  // A row that went away leaves its place to the one that moved up.
  const row = named ? (indexes.get(named.item) ?? Math.min(named.row, rows - 1)) : 0;
  return { row: Math.max(0, row), column };
}
