import type { Field, Row } from "@/lib/shapes.ts";
import { valueOf } from "@/lib/values.ts";

import { FilterRow } from "./FilterRow.tsx";
import type { ConditionDrafts } from "./use-condition-drafts.ts";

interface ConditionRowsProps {
  fields: readonly Field[];
  /** Their values are offered while typing. */
  rows: readonly Row[];
  conditions: ConditionDrafts;
}

/** Conditions, one under the other, as filters and alerts write them. */
export function ConditionRows({ fields, rows, conditions }: ConditionRowsProps) {
  return conditions.drafts.map((draft) => {
    const field = fields.find(({ id }) => id === draft.field);
    return field ? (
      <FilterRow
        key={draft.id}
        draft={draft}
        field={field}
        fields={fields}
        suggestions={valuesOf(field, rows)}
        hasFocus={draft.id === conditions.focused}
        onChange={conditions.change}
        onRemove={() => conditions.remove(draft.id)}
      />
    ) : null;
  });
}

const MOST_SUGGESTIONS = 50;
const SUGGESTED: readonly Field["type"][] = ["text", "person", "email", "phone", "tags"];

function valuesOf(field: Field, rows: readonly Row[]): string[] {
  if (!SUGGESTED.includes(field.type)) return [];
  const found = new Set<string>();
  for (const row of rows) {
    const value = valueOf(row, field);
    for (const text of Array.isArray(value) ? value : [value]) if (typeof text === "string") found.add(text);
    if (found.size >= MOST_SUGGESTIONS) break;
  }
  return [...found];
}
