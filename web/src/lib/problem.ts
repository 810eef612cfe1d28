/** A refusal as the server sends it. `facts` fill the sentence of the screen's own language. */
export interface Problem {
  code: string;
  message: string;
  nextStep: string;
  facts: Record<string, unknown>;
}

/** What a rejected action throws: the screen shows the code's sentence, or the message for a code it does not know. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = "ProblemError";
    this.problem = problem;
  }
}

/** Anything thrown, as a problem. What is no refusal of ours is told as a lost connection or an error of ours. */
export function problemFrom(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  // fetch() rejects with a TypeError when the server cannot be reached.
  const code = thrown instanceof TypeError ? "unreachable" : "internal_error";
  return { code, message, nextStep: "", facts: {} };
}
