import type { i18n } from "i18next";

import type { Problem } from "./problem.ts";

/** A problem in the language of the screen: what happened, and what to do. */
export interface Told {
  what: string;
  next: string;
}

/**
 * The sentence of the code. `exact` names the facts and is used when all of them came; `what` stands
 * alone. A code this page does not know yet keeps the server's own words.
 */
export function tellProblem(problem: Problem, { t, exists }: Pick<i18n, "t" | "exists">): Told {
  const facts = Object.fromEntries(Object.entries(problem.facts).map(([name, fact]) => [name, inWords(fact)]));
  const say = (part: string) => {
    const key = `errors:${problem.code}.${part}`;
    if (!exists(key)) return null;
    // The key is built from a code of the wire, which no list of keys can know.
    const text = String(t(key as never, facts as never));
    return text.includes("{{") ? null : text;
  };
  return { what: say("exact") ?? say("what") ?? problem.message, next: say("next") ?? problem.nextStep };
}

/** A fact as it stands in a sentence: names by name, lists by comma. */
function inWords(fact: unknown): string | undefined {
  if (typeof fact === "string" || typeof fact === "number" || typeof fact === "boolean") return String(fact);
  if (Array.isArray(fact)) return fact.map(inWords).filter(Boolean).join(", ") || undefined;
  if (typeof fact === "object" && fact !== null) {
    const named = Object.entries(fact).find(([key]) => key === "title" || key === "name");
    return named ? inWords(named[1]) : undefined;
  }
  return undefined;
}
