import { useCallback, useRef, useState } from "react";

import { type Problem, problemFrom } from "@/lib/problem.ts";

import type { Typed } from "../contract.ts";

/** What a person entered and the server has not confirmed: on its way, or refused with the reason. */
export interface CellEdit {
  typed: Typed;
  problem: Problem | null;
}

export const cellKey = (row: string, field: string) => `${row} ${field}`;

export interface CellEdits {
  edits: ReadonlyMap<string, CellEdit>;
  commit: (row: string, field: string, typed: Typed, seen?: number) => void;
  discard: (row: string, field: string) => void;
}

/** A refused edit keeps what was typed until it is mended or thrown away; a later edit of the cell outruns an earlier one. */
export function useCellEdits(
  save: (row: string, field: string, typed: Typed, seen?: number) => Promise<void>,
  onRefused: (problem: Problem) => void,
): CellEdits {
  const [edits, setEdits] = useState<ReadonlyMap<string, CellEdit>>(new Map());
  const turns = useRef(new Map<string, number>());

  const put = useCallback((key: string, edit: CellEdit | null) => {
    setEdits((before) => {
      const after = new Map(before);
      if (edit) after.set(key, edit);
      else after.delete(key);
      return after;
    });
  }, []);

  const commit = (row: string, field: string, typed: Typed, seen?: number) => {
    const key = cellKey(row, field);
    const turn = (turns.current.get(key) ?? 0) + 1;
    turns.current.set(key, turn);
    put(key, { typed, problem: null });
    const isLatest = () => turns.current.get(key) === turn;
    save(row, field, typed, seen).then(
      () => {
        if (isLatest()) put(key, null);
      },
      (thrown: unknown) => {
        if (!isLatest()) return;
        const problem = problemFrom(thrown);
        put(key, { typed, problem });
        onRefused(problem);
      },
    );
  };
  const discard = (row: string, field: string) => {
    const key = cellKey(row, field);
    turns.current.set(key, (turns.current.get(key) ?? 0) + 1);
    put(key, null);
  };
  return { edits, commit, discard };
}
