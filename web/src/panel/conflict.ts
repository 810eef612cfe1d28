import type { Typed } from "@/blocks/contract.ts";
import type { Problem } from "@/lib/problem.ts";
import type { Field, Row } from "@/lib/shapes.ts";
import { asValue, type Value } from "@/lib/values.ts";

/** Somebody changed a field while this person was changing it too. What was typed is kept until they decide. */
export interface Conflict {
  collection: string;
  row: Row;
  field: Field;
  /** What this person wanted: text as typed, or the stage to move to. */
  mine: Typed;
  theirs: Value;
  by: string;
  version: number;
}

/** A conflict that waits for a decision. `settle` is called once it is made, whichever way. */
export interface OpenConflict extends Conflict {
  settle: () => void;
}

/** What a refusal says of a conflict, or null when it is another refusal. */
export function conflictOf(problem: Problem, collection: string, row: Row, field: Field, mine: Typed): Conflict | null {
  if (problem.code !== "version_conflict") return null;
  const { by, current, current_version: version } = problem.facts;
  if (typeof version !== "number") return null;
  return { collection, row, field, mine, theirs: asValue(current), by: typeof by === "string" ? by : "", version };
}
