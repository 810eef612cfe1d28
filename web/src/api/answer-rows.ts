import type { Field, Row } from "@/lib/shapes.ts";
import type { Answer } from "./types.ts";

/**
 * The rows of an answer in the shape blocks draw, as `fields` will hold them: its own in the chat, those of a
 * collection in the preview of a save. They belong to the answer alone, so nobody can change them.
 */
export function rowsOfAnswer(answer: Answer, fields: readonly Field[] = answer.fields): Row[] {
  const stage = fields.find(({ type }) => type === "stage")?.id;
  return answer.rows.map((values, index) => ({
    id: `${answer.id}.${index}`,
    collection: "",
    values,
    stage: stage === undefined ? null : textOrNull(values[stage]),
    stage_moved_by: null,
    owner: null,
    private: false,
    facts: {},
    suggestions: {},
    unconfirmed_since: null,
    trashed_at: null,
    position: index,
    notes: 0,
    version: 0,
  }));
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
