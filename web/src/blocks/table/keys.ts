/** A place in the grid. Row -1 is the head. */
export interface Place {
  row: number;
  column: number;
}

export interface Bounds {
  rows: number;
  columns: number;
  /** Rows in sight, for Page Up and Page Down. */
  page: number;
}

/** Where a key leads, or null when it leads nowhere. */
export function placeAfter(at: Place, key: string, hasCtrl: boolean, bounds: Bounds): Place | null {
  const lastRow = bounds.rows - 1;
  const lastColumn = bounds.columns - 1;
  const row = (wanted: number) => Math.min(Math.max(wanted, -1), lastRow);
  const column = (wanted: number) => Math.min(Math.max(wanted, 0), lastColumn);
  switch (key) {
    case "ArrowDown":
      return { ...at, row: hasCtrl ? lastRow : row(at.row + 1) };
    case "ArrowUp":
      return { ...at, row: hasCtrl ? row(0) : row(at.row - 1) };
    case "ArrowRight":
      return { ...at, column: hasCtrl ? lastColumn : column(at.column + 1) };
    case "ArrowLeft":
      return { ...at, column: hasCtrl ? 0 : column(at.column - 1) };
    case "PageDown":
      return { ...at, row: row(at.row + bounds.page) };
    case "PageUp":
      return { ...at, row: row(Math.max(0, at.row - bounds.page)) };
    case "Home":
      return { row: hasCtrl ? row(0) : at.row, column: 0 };
    case "End":
      return { row: hasCtrl ? lastRow : at.row, column: lastColumn };
    default:
      return null;
  }
}

/** The cell that Tab goes to: the next in reading order, or null at the end of the grid. */
export function placeAfterTab(at: Place, isBack: boolean, bounds: Bounds): Place | null {
  const column = at.column + (isBack ? -1 : 1);
  if (column >= 0 && column < bounds.columns) return { ...at, column };
  const row = at.row + (isBack ? -1 : 1);
  if (row < 0 || row >= bounds.rows) return null;
  return { row, column: isBack ? bounds.columns - 1 : 0 };
}
