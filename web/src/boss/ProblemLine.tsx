import type { Problem } from "@/lib/problem.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./cards.module.css";

/** Why something was not done, beside the button that was pressed. */
export function ProblemLine({ problem }: { problem: Problem | null }) {
  const words = useProblemWords();
  if (!problem) return null;
  const { what, next } = words(problem);
  return (
    <p className={classes["problem"]} role="alert">
      {what} {next}
    </p>
  );
}
