import type { components } from "@/generated/api.d.ts";
import type { Row } from "@/lib/shapes.ts";
import type { PanelView, RowsPage } from "./types.ts";

type Schemas = components["schemas"];
/** The generated type takes what has a default for always there. */
type ListedRow = Pick<Row, "id" | "collection"> & Partial<Row>;
type ListedPage = Omit<Schemas["RowsPage"], "rows"> & { rows: ListedRow[] };

/** What a list says nothing about is as here: most rows have little more to say than their values. */
const USUAL = {
  values: {},
  stage: null,
  stage_moved_by: null,
  owner: null,
  private: false,
  facts: {},
  suggestions: {},
  unconfirmed_since: null,
  trashed_at: null,
  position: 0,
  notes: 0,
  version: 0,
} satisfies Partial<Row>;

export function wholeRow(listed: ListedRow): Row {
  return { ...USUAL, ...listed };
}

export function wholePage(page: ListedPage): RowsPage {
  return { ...page, rows: page.rows.map(wholeRow) };
}

export function wholePanel(view: Schemas["PanelView"]): PanelView {
  const collections = Object.entries(view.collections).map(([name, one]) => [
    name,
    { ...one, rows: one.rows?.map(wholeRow) ?? null },
  ]);
  return { ...view, collections: Object.fromEntries(collections) };
}
