import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";

import { sliceAnswer } from "@/api/answers.ts";
import { keys } from "@/api/keys.ts";
import type { Answer, ThreadView } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import type { Slice } from "@/lib/shapes.ts";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";

const CLICKS_SETTLE = 500;

export interface Slices {
  /** How an answer is looked at now, told or not yet told to the server. */
  of: (answer: Answer) => Slice;
  /** By clicking: shown at once, sent when the clicks settle. */
  put: (answer: string, slice: Slice) => void;
  /** By words, or back: sent at once. Rejects when it was refused. */
  say: (answer: string, slice: Slice, words: string | null) => Promise<void>;
  /** Sends what was clicked and still waits: whoever is asked next, agent or panel, goes by the server's copy. */
  settle: () => Promise<void>;
}

interface Waiting {
  slice: Slice;
  timer: ReturnType<typeof setTimeout>;
}

/** Slices of the answers of one thread. A late reply never brings an earlier slice back. */
export function useSlices(thread: string | null, reread: () => Promise<void>): Slices {
  const client = useQueryClient();
  const words = useProblemWords();
  const [pending, setPending] = useState<ReadonlyMap<string, Slice>>(new Map());
  const waiting = useRef(new Map<string, Waiting>());
  const latest = useRef(new Map<string, Slice>());

  const show = useCallback((answer: string, slice: Slice) => {
    latest.current.set(answer, slice);
    setPending((now) => new Map(now).set(answer, slice));
  }, []);
  const say = useCallback(
    async (answer: string, slice: Slice, spoken: string | null) => {
      clearTimeout(waiting.current.get(answer)?.timer);
      waiting.current.delete(answer);
      show(answer, slice);
      const isLatest = () => latest.current.get(answer) === slice;
      try {
        const stored = await sliceAnswer(answer, slice, spoken);
        if (isLatest() && thread) {
          client.setQueryData<ThreadView | null>(keys.thread(thread), (view) => view && withAnswer(view, stored));
        }
        if (spoken !== null) await reread();
      } finally {
        if (isLatest()) setPending((now) => new Map([...now].filter(([id]) => id !== answer)));
      }
    },
    [client, reread, show, thread],
  );

  const put = (answer: string, slice: Slice) => {
    show(answer, slice);
    clearTimeout(waiting.current.get(answer)?.timer);
    const later = () => {
      say(answer, slice, null).catch((thrown: unknown) => showToast({ text: words(problemFrom(thrown)).what, tone: "bad" }));
    };
    waiting.current.set(answer, { slice, timer: setTimeout(later, CLICKS_SETTLE) });
  };
  const settle = async () => {
    await Promise.all([...waiting.current].map(([answer, { slice }]) => say(answer, slice, null)));
  };
  return { of: (answer) => pending.get(answer.id) ?? answer.slice, put, say, settle };
}

/** Words are read against what is on the screen, which a click may have cut a moment ago. */
export function asItIsCut(answer: Answer | null, sliceOf: Slices["of"]): Answer | null {
  return answer && { ...answer, slice: sliceOf(answer) };
}

function withAnswer(view: ThreadView, answer: Answer): ThreadView {
  return { ...view, answers: { ...view.answers, [answer.id]: answer } };
}
