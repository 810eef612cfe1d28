import { useTranslation } from "react-i18next";

import type { Problem } from "@/lib/problem.ts";
import { tellProblem, type Told } from "@/lib/problem-words.ts";

/** Tells problems in the language of the screen. */
export function useProblemWords(): (problem: Problem) => Told {
  const { i18n } = useTranslation("errors");
  return (problem) => tellProblem(problem, i18n);
}
