import type { ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent } from "react";

import type { Field } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { hasOptions, valueOf } from "@/lib/values.ts";

import { actOnKey, type GridContext } from "./grid-keys.ts";
import type { RowItem } from "./items.ts";
import type { Place } from "./keys.ts";

export interface GridEvents {
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
  onDoubleClick: (event: MouseEvent) => void;
  onCopy: (event: ClipboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
}

/** Which cell an event happened in: each cell says its place. */
function cellAt(target: EventTarget): Place | null {
  const name = target instanceof Element ? target.closest<HTMLElement>("[data-cell]")?.dataset["cell"] : undefined;
  const [row, column] = (name ?? "").split(":").map(Number);
  return row === undefined || column === undefined || Number.isNaN(row) ? null : { row, column };
}

/** What the grid as a whole does with keys, focus and the clipboard. */
export function useGridEvents(grid: GridContext): GridEvents {
  const formats = useFormats();
  const { active, editing, items, columns } = grid;

  const cell = (at: Place | null): { line: RowItem; field: Field } | null => {
    const item = at ? items[at.row] : undefined;
    const field = at ? columns[at.column]?.field : undefined;
    return item?.kind === "row" && field && !editing.open ? { line: item, field } : null;
  };
  return {
    onKeyDown: (event) => {
      // Links, editors and open menus keep their own keys; from a button in a cell the arrows lead back to the cells.
      if (!(event.target instanceof HTMLElement)) return;
      const isCell = event.target.dataset["cell"] !== undefined;
      const isCellButton =
        event.target.tagName === "BUTTON" && event.key.startsWith("Arrow") && cellAt(event.target) !== null;
      if ((isCell || isCellButton) && actOnKey(event, active.place, grid)) event.preventDefault();
    },
    onFocus: (event) => {
      active.onFocus();
      const at = cellAt(event.target);
      const isHere = at?.row === active.place.row && at.column === active.place.column && active.isChosen;
      if (at && !isHere) active.choose(at);
    },
    onBlur: active.onBlur,
    onDoubleClick: (event) => {
      const found = cell(cellAt(event.target));
      if (found) editing.begin(found.line, found.field);
    },
    onCopy: (event) => {
      const here = cell(active.place);
      if (!here || String(window.getSelection()) !== "") return;
      event.clipboardData.setData("text/plain", formats.value(here.field, valueOf(here.line.row, here.field)));
      event.preventDefault();
    },
    onPaste: (event) => {
      const here = cell(active.place);
      const text = event.clipboardData.getData("text/plain").trim();
      // One cell takes one value: a block of cells would be cut to its first without a word.
      if (!here || !editing.editable.has(here.field.id) || hasOptions(here.field) || text === "" || /[\t\n]/.test(text))
        return;
      event.preventDefault();
      editing.commit(here.line.row.id, here.field.id, text);
    },
  };
}
