import { columnResizingFeature, columnSizingFeature, tableFeatures, useTable } from "@tanstack/react-table";
import { useMemo } from "react";

import type { Field, FieldType, Row } from "@/lib/shapes.ts";

export interface GridColumn {
  field: Field;
  width: number;
  isResizing: boolean;
  onResize: (event: unknown) => void;
}

const WIDTHS: Partial<Record<FieldType, number>> = {
  long_text: 280,
  number: 120,
  money: 130,
  percent: 100,
  date: 120,
  datetime: 160,
  boolean: 100,
  choice: 140,
  stage: 150,
  url: 200,
  email: 220,
  phone: 160,
  tags: 200,
};
const TITLE_WIDTH = 220;
const PLAIN_WIDTH = 160;

const features = tableFeatures({ columnSizingFeature, columnResizingFeature });
/** Rows come cut, sorted and grouped by the slice, so the table model keeps only the columns. */
const noRows: Row[] = [];

/** The columns with their widths: those of the types, stretched to fill the place, unless a person dragged them. */
export function useGridColumns(fields: readonly Field[], place: number): GridColumn[] {
  const columns = useMemo(
    () =>
      fields.map((field, index) => ({
        id: field.id,
        accessorFn: (row: Row) => row.values[field.id],
        size: WIDTHS[field.type] ?? (index === 0 || field.role === "title" ? TITLE_WIDTH : PLAIN_WIDTH),
        minSize: 72,
        maxSize: 900,
      })),
    [fields],
  );
  const table = useTable({ features, columns, data: noRows, columnResizeMode: "onChange" });
  const headers = table.getFlatHeaders();
  const dragged = table.state.columnSizing;
  const resizing = table.state.columnResizing.isResizingColumn;
  return useMemo(() => {
    const total = headers.reduce((sum, header) => sum + header.getSize(), 0);
    const free = headers.filter(({ column }) => dragged[column.id] === undefined);
    const freeTotal = free.reduce((sum, header) => sum + header.getSize(), 0);
    const stretch = place > total && freeTotal > 0 ? (place - total) / freeTotal : 0;
    return fields.flatMap((field, index) => {
      const header = headers.find(({ column }) => column.id === field.id);
      if (!header) return [];
      const size = header.getSize();
      const isDragged = dragged[field.id] !== undefined;
      const width = isDragged ? size : Math.floor(size * (1 + stretch));
      // The first column stays in sight while the others scroll under it: on a phone it leaves them room.
      const widest = index === 0 && !isDragged && place > 0 ? Math.max(120, place * 0.45) : width;
      return [
        {
          field,
          width: Math.min(width, widest),
          isResizing: resizing === field.id,
          onResize: header.getResizeHandler(),
        },
      ];
    });
  }, [headers, dragged, resizing, place, fields]);
}

/** A column in sight, and where it begins. */
export interface ShownColumn {
  column: GridColumn;
  index: number;
  start: number;
}

export const endOf = (shown: ShownColumn | undefined) => (shown ? shown.start + shown.column.width : 0);

/** The same list as long as the same columns are in sight, so that rows are not drawn anew while scrolling. */
export function useShownColumns(columns: readonly GridColumn[], indexes: readonly number[]): ShownColumn[] {
  const names = indexes.join();
  return useMemo(() => {
    const starts = columns.map((_, index) => columns.slice(0, index).reduce((sum, { width }) => sum + width, 0));
    return names.split(",").flatMap((name) => {
      const index = Number(name);
      const column = columns[index];
      return column && name !== "" ? [{ column, index, start: starts[index] ?? 0 }] : [];
    });
  }, [columns, names]);
}
