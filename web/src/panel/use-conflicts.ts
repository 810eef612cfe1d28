import { useCallback, useState } from "react";

import type { OpenConflict } from "./conflict.ts";

interface Conflicts {
  open: readonly OpenConflict[];
  add: (conflict: OpenConflict) => void;
  decide: (conflict: OpenConflict) => void;
}

/** The conflicts that wait for a decision, at most one per cell. */
export function useConflicts(): Conflicts {
  const [open, setOpen] = useState<readonly OpenConflict[]>([]);
  const add = useCallback((conflict: OpenConflict) => {
    setOpen((now) => [...now.filter((other) => !isSameCell(other, conflict)), conflict]);
  }, []);
  const decide = useCallback((conflict: OpenConflict) => {
    setOpen((now) => now.filter((other) => !isSameCell(other, conflict)));
    conflict.settle();
  }, []);
  return { open, add, decide };
}

function isSameCell(one: OpenConflict, other: OpenConflict): boolean {
  return one.row.id === other.row.id && one.field.id === other.field.id;
}
