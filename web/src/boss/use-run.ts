import { useState } from "react";

import { type Problem, problemFrom } from "@/lib/problem.ts";

export interface Run {
  isRunning: boolean;
  /** Why the last go did not work. */
  problem: Problem | null;
  run: () => Promise<void>;
}

/** Something that a button does and that may be refused: whether it is at work, and why it was not done. */
export function useRun(act: () => Promise<void>): Run {
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async () => {
    setRunning(true);
    setProblem(null);
    try {
      await act();
    } catch (thrown) {
      setProblem(problemFrom(thrown));
    } finally {
      setRunning(false);
    }
  };
  return { isRunning, problem, run };
}
