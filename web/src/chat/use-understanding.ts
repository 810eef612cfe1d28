import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { understandingQuery } from "@/api/answers.ts";
import type { Answer, Understanding, Understood } from "@/api/types.ts";
import { wholeList } from "@/lib/slice.ts";

const TYPING_PAUSE = 220;
const SHORTEST = 3;

export interface ReadWords {
  /** What Enter will do to the table, once the words so far are understood. */
  understood: Understood | null;
  /** Reads the words now, for somebody who sends faster than the pause. Unsure and out of reach mean "ask the agent". */
  read: (text: string) => Promise<Understood | null>;
}

/** Reads what is being typed against the last list of the conversation, as it is cut now, without a model. */
export function useUnderstanding(answer: Answer | null, text: string): ReadWords {
  const client = useQueryClient();
  const settled = useSettled(text.trim());
  const meaning = (words: string) => understandingQuery(answer?.id ?? "", answer?.slice ?? wholeList, words);
  const isReadable = (words: string) => answer !== null && words.length >= SHORTEST;
  const query = useQuery({ ...meaning(settled), enabled: isReadable(settled), retry: false });

  const read = async (words: string) => {
    if (!isReadable(words.trim())) return null;
    try {
      return asUnderstood(await client.fetchQuery({ ...meaning(words.trim()), retry: false }));
    } catch {
      return null;
    }
  };
  const isCurrent = settled === text.trim() && isReadable(settled);
  return { understood: isCurrent && query.data ? asUnderstood(query.data) : null, read };
}

function asUnderstood(understanding: Understanding): Understood | null {
  return understanding.outcome === "understood" ? understanding : null;
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
