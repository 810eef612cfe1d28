import { type RefObject, useEffect, useRef, useState } from "react";

import type { Prompt } from "./Chat.tsx";
import { keepDraft, readDraft } from "./drafts.ts";
import type { LiveRun } from "./live-run.ts";

interface Draft {
  text: string;
  put: (text: string) => void;
}

/** The text of the composer, one per thread. A prompt from elsewhere takes its place and gets the focus. */
export function useDraft(thread: string | null, prompt: Prompt | null, live: LiveRun | null, input: RefObject<HTMLTextAreaElement | null>): Draft {
  const [draft, setDraft] = useState(() => ({ thread, text: readDraft(thread) }));
  if (draft.thread !== thread) setDraft({ thread, text: readDraft(thread) });
  const text = draft.thread === thread ? draft.text : readDraft(thread);

  // What was said is kept as a draft until the server has it: a page that closes before loses nothing.
  const unsent = live && (live.phase === "starting" || live.phase === "refused") && live.said?.body.kind === "said" ? live.said.body.text : "";
  useEffect(() => {
    if (text === "") keepDraft(thread, unsent);
  }, [thread, text, unsent]);

  const put = (next: string) => {
    keepDraft(thread, next);
    setDraft({ thread, text: next });
  };
  const used = useRef(prompt?.number ?? 0);
  useEffect(() => {
    if (!prompt || prompt.number === used.current) return;
    used.current = prompt.number;
    keepDraft(thread, prompt.text);
    setDraft({ thread, text: prompt.text });
    input.current?.focus();
  }, [prompt, thread, input]);
  return { text, put };
}
