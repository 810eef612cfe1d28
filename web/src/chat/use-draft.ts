import { type RefObject, useEffect, useRef, useState } from "react";

import type { Prompt } from "./Chat.tsx";
import { keepDraft, readDraft } from "./drafts.ts";

interface Draft {
  text: string;
  put: (text: string) => void;
}

/** The text of the composer, one per thread. A prompt from elsewhere takes its place and gets the focus. */
export function useDraft(thread: string | null, prompt: Prompt | null, input: RefObject<HTMLTextAreaElement | null>): Draft {
  const [draft, setDraft] = useState(() => ({ thread, text: readDraft(thread) }));
  if (draft.thread !== thread) setDraft({ thread, text: readDraft(thread) });

  const put = (text: string) => {
    keepDraft(thread, text);
    setDraft({ thread, text });
  };
  const used = useRef(prompt?.number ?? 0);
  useEffect(() => {
    if (!prompt || prompt.number === used.current) return;
    used.current = prompt.number;
    keepDraft(thread, prompt.text);
    setDraft({ thread, text: prompt.text });
    input.current?.focus();
  }, [prompt, thread, input]);
  return { text: draft.thread === thread ? draft.text : readDraft(thread), put };
}
