import { ActionIcon, Button, Skeleton } from "@mantine/core";
import { IconArrowDown, IconEdit, IconMessages } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";

import { refetchAnswer } from "@/api/answers.ts";
import { keys } from "@/api/keys.ts";
import type { AgentView, Answer, Understood } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import type { Slice } from "@/lib/shapes.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { announce } from "@/ui/live-region.ts";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./Chat.module.css";
import { Chips } from "./Chips.tsx";
import { Composer } from "./Composer.tsx";
import { isOver, type LiveMessage } from "./live-run.ts";
import { NotSent } from "./NotSent.tsx";
import type { Runs } from "./runs.ts";
import { RunLine } from "./RunLine.tsx";
import { lastRowsAnswer, openChips } from "./thread-messages.ts";
import { useDraft } from "./use-draft.ts";
import { useSlices } from "./use-slices.ts";
import { useSpokenEnd } from "./use-spoken-end.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";
import { useThread } from "./use-thread.ts";
import { Welcome } from "./Welcome.tsx";

/** Blocks, markdown and all: fetched with the first message there is to show. */
const MessageList = lazy(() => import("./MessageList.tsx"));

export interface ChatProps {
  runs: Runs;
  /** Null while they are being fetched. */
  agents: AgentView[] | null;
  /** The agent a new conversation is with. */
  agent: string;
  onAgent: (agent: string) => void;
  /** Null is a conversation that has not begun. */
  thread: string | null;
  onThread: (thread: string | null) => void;
  onThreads: () => void;
  onSave: (answer: Answer, agent: AgentView | undefined) => void;
  /** Text put into the composer from elsewhere, to be sent by the person. */
  prompt: Prompt | null;
}

export interface Prompt {
  number: number;
  text: string;
}

export function Chat(props: ChatProps) {
  const { runs, agents, thread, onThread, onThreads, prompt } = props;
  const { t } = useTranslation("chat");
  const open = useThread(runs, thread);
  const agentId = open.agent ?? props.agent;
  const agent = agents?.find(({ id }) => id === agentId);
  const input = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(thread, prompt, input);
  const { shown, live, reread } = open;
  const isRunning = live !== null && !isOver(live) && live.phase !== "refused";
  const chat = useChatActs({ ...props, agent: agentId }, reread, isRunning, () => draft.put(""));
  useSpokenEnd(live);

  const scroller = useRef<HTMLDivElement>(null);
  const end = useStickToEnd(scroller);
  const isNew = thread === null || (shown.messages.length === 0 && !open.isLoading && !open.problem);
  const chips = isNew ? (agent?.chips ?? []) : isRunning ? [] : openChips(shown);

  return (
    <section className={classes["chat"]} aria-label={t("title")}>
      <ChatHeader title={isNew ? t("new") : open.title || t("untitled")} onThreads={onThreads} onNew={isNew ? null : () => onThread(null)} />
      {agent?.runtime === "offline" ? <p className={classes["banner"]}>{t("offline")}</p> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={classes["scroller"]} ref={scroller} role="log" aria-live="off" aria-label={t("messages")} tabIndex={0}>
        <div className={classes["messages"]}>
          {open.isLoading ? <WaitingThread /> : null}
          {open.problem ? <ErrorState problem={open.problem} onRetry={() => void reread()} /> : null}
          {isNew && !isRunning && agents ? <Welcome agents={agents} agent={agent} onAgent={props.onAgent} /> : null}
          {shown.messages.length > 0 ? (
            <Suspense fallback={<WaitingThread />}>
              <MessageList shown={shown} {...chat.messages} canAsk={!isRunning} />
            </Suspense>
          ) : null}
          {live ? <RunLine live={live} /> : null}
          {live?.phase === "refused" && live.problem ? (
            <NotSent problem={live.problem} onRetry={() => chat.retry(live.said)} onEdit={() => chat.takeBack(live.said, draft.put)} />
          ) : null}
        </div>
      </div>
      <div className={classes["foot"]}>
        {end.isAway ? (
          <Button className={classes["toEnd"] ?? ""} size="compact-sm" variant="default" radius="xl" leftSection={<IconArrowDown size={14} stroke={1.75} aria-hidden />} onClick={end.toEnd}>
            {t("toEnd")}
          </Button>
        ) : null}
        <Chips chips={chips} onChip={chat.ask} />
        {agents?.length === 0 ? null : (
          <Composer
            text={draft.text}
            onText={draft.put}
            target={lastRowsAnswer(shown)}
            isRunning={isRunning}
            isStopping={live?.stopping ?? false}
            onAsk={(text) => {
              end.toEnd();
              chat.ask(text);
            }}
            onSlice={chat.sliceByWords}
            onStop={() => thread !== null && void runs.stop(thread)}
            input={input}
          />
        )}
      </div>
    </section>
  );
}

/** What can be done in a conversation. */
function useChatActs(props: ChatProps, reread: () => Promise<void>, isRunning: boolean, clearDraft: () => void) {
  const { runs, agents, agent, thread, onThread, onSave } = props;
  const { t } = useTranslation("chat");
  const words = useProblemWords();
  const client = useQueryClient();
  const slices = useSlices(thread, reread);

  const tell = (thrown: unknown) => {
    const { what, next } = words(problemFrom(thrown));
    showToast({ text: `${what} ${next}`, tone: "bad" });
  };
  const ask = (text: string) => {
    if (isRunning || agent === "") return;
    clearDraft();
    const to = thread ?? crypto.randomUUID();
    // A thread begins with its first message: until then there is nothing to fetch.
    if (thread === null) client.setQueryData(keys.thread(to), null);
    const say = () => runs.say(agent, to, text);
    slices.settle().then(say, say);
    if (thread === null) onThread(to);
  };
  const sliceByWords = async (answer: Answer, { slice, sentence }: Understood, spoken: string) => {
    try {
      await slices.say(answer.id, slice, spoken);
      clearDraft();
      announce(sentence);
    } catch (thrown) {
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
  const takeBack = (said: LiveMessage | null, put: (text: string) => void) => {
    if (thread !== null) runs.dismiss(thread);
    put(textOf(said));
  };
  return {
    ask,
    sliceByWords,
    takeBack,
    retry: (said: LiveMessage | null) => ask(textOf(said)),
    messages: {
      sliceOf: slices.of,
      onSlice: slices.put,
      onUnslice: (answer: string, slice: Slice) => void slices.say(answer, slice, null).catch(tell),
      onRefetch: refetch,
      onSave: (answer: Answer, slice: Slice) => void save(answer, slice),
      onAsk: ask,
    },
  };
}

function textOf(said: LiveMessage | null): string {
  return said?.body.kind === "said" ? said.body.text : "";
}

interface ChatHeaderProps {
  title: string;
  onThreads: () => void;
  onNew: (() => void) | null;
}

function ChatHeader({ title, onThreads, onNew }: ChatHeaderProps) {
  const { t } = useTranslation("chat");
  return (
    <header className={classes["header"]}>
      <ActionIcon aria-label={t("threads.title")} title={t("threads.title")} onClick={onThreads}>
        <IconMessages size={17} stroke={1.75} />
      </ActionIcon>
      <h1 className={classes["title"]}>{title}</h1>
      {onNew ? (
        <ActionIcon aria-label={t("new")} title={t("new")} onClick={onNew}>
          <IconEdit size={17} stroke={1.75} />
        </ActionIcon>
      ) : null}
    </header>
  );
}

function WaitingThread() {
  return (
    <div className={classes["waiting"]}>
      <Skeleton height={36} width="55%" ml="auto" radius="lg" />
      <Skeleton height={14} width="80%" />
      <Skeleton height={140} />
    </div>
  );
}
