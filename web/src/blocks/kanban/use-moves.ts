import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { type Problem, problemFrom } from "@/lib/problem.ts";
import { announce } from "@/ui/live-region.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";

import type { Move } from "./board.ts";

type Send = (row: string, stage: string | null, before: string | null) => Promise<void>;

export interface Moves {
  pending: ReadonlyMap<string, Move>;
  /** Why the last move of a card was refused, by row. */
  refused: ReadonlyMap<string, Problem>;
  send: (row: string, move: Move) => void;
}

/** A moved card stands in its new place at once, and goes back with the reason when the server refuses. */
export function useMoves(send: Send | undefined): Moves {
  const { t } = useTranslation("blocks");
  const words = useProblemWords();
  const [pending, setPending] = useState<ReadonlyMap<string, Move>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<string, Problem>>(new Map());
  const turns = useRef(new Map<string, number>());

  const move = (row: string, to: Move) => {
    if (!send) return;
    const turn = (turns.current.get(row) ?? 0) + 1;
    turns.current.set(row, turn);
    setPending((before) => new Map([...without(before, row), [row, to]]));
    setRefused((before) => without(before, row));
    // An earlier move of the same card says nothing any more once a later one is on its way.
    const finish = (act: () => void) => {
      if (turns.current.get(row) !== turn) return;
      setPending((before) => without(before, row));
      act();
    };
    send(row, to.stage, to.before).then(
      () => finish(() => undefined),
      (thrown: unknown) =>
        finish(() => {
          const problem = problemFrom(thrown);
          setRefused((before) => new Map([...before, [row, problem]]));
          announce(t("kanban.wentBack", { why: words(problem).what }));
        }),
    );
  };
  return { pending, refused, send: move };
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): Map<string, Value> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}
