import { useState } from "react";

import { tryAgent } from "@/api/agents.ts";
import type { TriedOut } from "@/api/types.ts";
import { type Run, useRun } from "../use-run.ts";

interface Trial extends Run {
  /** What came of the last go that worked. */
  tried: TriedOut | null;
}

/** Asks an agent's model for one word. */
export function useTrial(agent: string): Trial {
  const [tried, setTried] = useState<TriedOut | null>(null);
  const run = useRun(async () => {
    setTried(null);
    setTried(await tryAgent(agent));
  });
  return { ...run, tried };
}
