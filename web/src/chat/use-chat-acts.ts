import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { refetchAnswer } from "@/api/answers.ts";
import { keys } from "@/api/keys.ts";
import { rewindThread } from "@/api/threads.ts";
import type { Answer, Understood } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import type { Slice } from "@/lib/shapes.ts";
import { announce } from "@/ui/live-region.ts";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import type { ChatProps } from "./Chat.tsx";
import { readDraft } from "./drafts.ts";
import type { LiveMessage } from "./live-run.ts";
import type { Saying } from "./runs.ts";
import type { SaidMessage } from "./turns.ts";
import { useSlices } from "./use-slices.ts";
import type { Tray } from "./use-tray.ts";

interface Around {
  reread: () => Promise<void>;
  isRunning: boolean;
  draft: { put: (text: string) => void };
  tray: Tray;
}

/** What can be done in a conversation. */
export function useChatActs(props: ChatProps, { reread, isRunning, draft, tray }: Around) {
  const { runs, agents, agent, thread, onThread, onSave } = props;
  const { t } = useTranslation("chat");
  const words = useProblemWords();
  const client = useQueryClient();
  const slices = useSlices(thread, reread);

  const tell = (thrown: unknown) => {
    const { what, next } = words(problemFrom(thrown));
    showToast({ text: `${what} ${next}`, tone: "bad" });
  };
  const isReady = !isRunning && agent !== "";
  const say = (saying: Saying) => {
    if (!isReady) return;
    const to = thread ?? crypto.randomUUID();
    // A thread begins with its first message: until then there is nothing to fetch.
    if (thread === null) client.setQueryData(keys.thread(to), null);
    const begin = () => runs.say(agent, to, saying);
    slices.settle().then(begin, begin);
    if (thread === null) onThread(to);
  };
  /** What is in the composer, with its files. */
  const send = (text: string) => {
    if (!isReady) return;
    const files = tray.take(thread);
    draft.put("");
    say({ text, files });
  };
  const resend = async (message: SaidMessage, text: string) => {
    if (thread === null || isRunning) return;
    try {
      await rewindThread(thread, message.id);
      await reread();
    } catch (thrown) {
      tell(thrown);
      return;
    }
    say({ text, files: message.body.files });
  };
  const sliceByWords = async (answer: Answer, { slice, sentence }: Understood, spoken: string) => {
    // What is typed meanwhile is the next message: these words only come back when they were refused.
    draft.put("");
    try {
      await slices.say(answer.id, slice, spoken);
      announce(sentence);
    } catch (thrown) {
      if (readDraft(thread) === "") draft.put(spoken);
      tell(thrown);
    }
  };
  const refetch = async (answer: string, days: number | null) => {
    await refetchAnswer(answer, days);
    await reread();
    announce(t("spoken.fetched"));
  };
  // What is saved is the slice the server knows: one made by a click just now is told first.
  const save = async (answer: Answer, slice: Slice) => {
    try {
      await slices.settle();
      onSave({ ...answer, slice }, agents?.find(({ id }) => id === agent));
    } catch (thrown) {
      tell(thrown);
    }
  };
  /** A message that was not sent goes back into the composer, with its files. */
  const takeBack = (said: LiveMessage | null) => {
    const saying = sayingOf(said);
    if (thread !== null) runs.dismiss(thread);
    draft.put(saying.text);
    tray.putBack(thread, saying.files);
  };
  return {
    send,
    ask: (text: string) => say({ text, files: [] }),
    sliceByWords,
    takeBack,
    retry: (said: LiveMessage | null) => say(sayingOf(said)),
    messages: {
      sliceOf: slices.of,
      onSlice: slices.put,
      onUnslice: (answer: string, slice: Slice) => void slices.say(answer, slice, null).catch(tell),
      onRefetch: refetch,
      onSave: (answer: Answer, slice: Slice) => void save(answer, slice),
      onAsk: (text: string) => say({ text, files: [] }),
      onResend: (message: SaidMessage, text: string) => void resend(message, text),
    },
  };
}

function sayingOf(said: LiveMessage | null): Saying {
  return said?.body.kind === "said" ? { text: said.body.text, files: said.body.files } : { text: "", files: [] };
}
