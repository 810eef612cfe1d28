import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect } from "react";

import type { GridColumn } from "./columns.ts";
import type { Item } from "./items.ts";
import type { Place } from "./keys.ts";

export const ROW_HEIGHT = 36;

type Window = Virtualizer<HTMLDivElement, Element>;

export interface Windows {
  rows: Window;
  columns: Window;
}

/** The rows and columns in sight. The active cell and the first column are always drawn: one holds the focus, the other names the row. */
export function useWindows(
  grid: RefObject<HTMLDivElement | null>,
  items: readonly Item[],
  columns: readonly GridColumn[],
  active: Place,
): Windows {
  // A new function here would make the window measure every row again at each step of a scroll.
  const keyOf = useCallback((index: number) => items[index]?.key ?? index, [items]);
  const first = columns[0]?.width ?? 0;
  const widths = columns.map(({ width }) => width).join();
  const rowWindow = useVirtualizer<HTMLDivElement, Element>({
    count: items.length,
    getScrollElement: () => grid.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: keyOf,
    overscan: 8,
    // The head sticks to the top of the same scrolling box.
    scrollMargin: ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    rangeExtractor: (range) => including(range, [active.row]),
  });
  const columnWindow = useVirtualizer<HTMLDivElement, Element>({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => grid.current,
    estimateSize: (index) => columns[index]?.width ?? 0,
    overscan: 2,
    scrollPaddingStart: first,
    rangeExtractor: (range) => including(range, [0, active.column]),
  });
  useEffect(() => columnWindow.measure(), [columnWindow, widths]);
  return { rows: rowWindow, columns: columnWindow };
}

function including(range: Range, always: readonly number[]): number[] {
  const wanted = new Set(defaultRangeExtractor(range));
  for (const index of always) if (index >= 0 && index < range.count) wanted.add(index);
  return [...wanted].toSorted((one, other) => one - other);
}
