import type { Collection, PanelView } from "@/api/types.ts";
import type { Row } from "@/lib/shapes.ts";
import { titleField, valueOf } from "@/lib/values.ts";

/** The name by which a person knows a row; empty when it has none. */
export function titleOf(row: Row, collection: Collection | undefined): string {
  const field = titleField(collection?.fields ?? []);
  const value = field ? valueOf(row, field) : null;
  return Array.isArray(value) ? value.join(", ") : String(value ?? "");
}

export function collectionOf(view: PanelView, name: string): Collection | undefined {
  return view.template.collections.find(({ id }) => id === name);
}

/** Names by row id, of the rows that travelled with the panel. */
export function rowTitles(view: PanelView): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  for (const collection of view.template.collections) {
    for (const row of view.collections[collection.id]?.rows ?? []) titles.set(row.id, titleOf(row, collection));
  }
  return titles;
}

/** The collection in which a row of the panel stands, among those whose rows are here. */
export function collectionWith(view: PanelView, row: string): string | null {
  const found = Object.values(view.collections).find(({ rows }) => rows?.some(({ id }) => id === row));
  return found?.id ?? null;
}
