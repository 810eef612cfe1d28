import { Button, Skeleton } from "@mantine/core";
import { IconArrowDown, IconPaperclip } from "@tabler/icons-react";
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { AgentView, Answer } from "@/api/types.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import classes from "./Chat.module.css";
import { ChatHeader } from "./ChatHeader.tsx";
import { Chips } from "./Chips.tsx";
import { Composer } from "./Composer.tsx";
import { isOver, type LiveRun } from "./live-run.ts";
import type { MessageListProps } from "./MessageList.tsx";
import type { Runs } from "./runs.ts";
import { RunLine } from "./RunLine.tsx";
import { lastRowsAnswer, lastSaid, openChips } from "./thread-messages.ts";
import type { Trays } from "./trays.ts";
import { useChatActs } from "./use-chat-acts.ts";
import { useDraft } from "./use-draft.ts";
import { useChosen } from "./use-chosen.ts";
import { useSeen } from "./use-seen.ts";
import { asItIsCut } from "./use-slices.ts";
import { useSpokenEnd } from "./use-spoken-end.ts";
import { useStickToEnd } from "./use-stick-to-end.ts";
import { useThread } from "./use-thread.ts";
import { useDropping, useTray } from "./use-tray.ts";
import { Welcome } from "./Welcome.tsx";

/** Blocks, markdown and all: fetched with the first message there is to show. */
const MessageList = lazy(() => import("./MessageList.tsx"));
const NotSent = lazy(() => import("./NotSent.tsx"));

export interface ChatProps {
  runs: Runs;
  trays: Trays;
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
  const { shown, live, reread, stored } = open;
  const agentId = open.agent ?? props.agent;
  const agent = agents?.find(({ id }) => id === agentId);
  const input = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(thread, prompt, live, input);
  const tray = useTray(props.trays, thread);
  const isRunning = live !== null && !isOver(live) && live.phase !== "refused";
  const chat = useChatActs({ ...props, agent: agentId }, { reread, isRunning, draft, tray });
  const { chosen, isEarlier, onWay, onBack } = useChosen(thread);
  const [editing, setEditing] = useState<string | null>(null);
  const stop = () => thread !== null && void runs.stop(thread);
  useSpokenEnd(live);
  useSeen(stored);
  useFocusAt(thread, input);

  const scroller = useRef<HTMLDivElement>(null);
  const end = useStickToEnd(scroller);
  const isNew = thread === null || (shown.messages.length === 0 && !open.isLoading && !open.problem);
  const chips = isNew ? (agent?.chips ?? []) : isRunning ? [] : openChips(shown);
  const isWritable = agents?.length !== 0 && !isEarlier;
  const dropping = useDropping(isWritable ? tray.add : null);
  const list: MessageListProps = {
    ...chat.messages,
    stored,
    shown,
    chosen,
    streaming: streamingIn(live),
    editing,
    onEdit: (message) => {
      setEditing(message);
      if (message === null) input.current?.focus();
    },
    onResend: (message, text) => {
      setEditing(null);
      end.toEnd();
      input.current?.focus();
      chat.messages.onResend(message, text);
    },
    onWay,
    canAsk: !isRunning,
  };

  return (
    <section className={classes["chat"]} aria-label={t("title")} {...dropping.on}>
      <ChatHeader title={open.title || (isNew ? t("new") : t("untitled"))} thread={thread} onThreads={onThreads} onNew={isNew ? null : () => onThread(null)} />
      {agent?.runtime === "offline" ? <p className={classes["banner"]}>{t("offline")}</p> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={classes["scroller"]} ref={scroller} role="log" aria-live="off" aria-label={t("messages")} tabIndex={0}>
        <div className={classes["messages"]}>
          {open.isLoading ? <WaitingThread /> : null}
          {open.problem ? <ErrorState problem={open.problem} onRetry={() => void reread()} /> : null}
          {isNew && !isRunning && agents ? <Welcome agents={agents} agent={agent} onAgent={props.onAgent} /> : null}
          {shown.messages.length > 0 ? (
            <Suspense fallback={<WaitingThread />}>
              <MessageList {...list} />
            </Suspense>
          ) : null}
          {live && !isEarlier ? <RunLine live={live} /> : null}
          {live?.phase === "refused" && live.problem ? (
            <Suspense fallback={null}>
              <NotSent problem={live.problem} onRetry={() => chat.retry(live.said)} onEdit={() => chat.takeBack(live.said)} />
            </Suspense>
          ) : null}
        </div>
      </div>
      <div className={classes["foot"]}>
        {end.isAway ? (
          <Button className={classes["toEnd"] ?? ""} size="compact-sm" variant="default" radius="xl" leftSection={<IconArrowDown size={14} stroke={1.75} aria-hidden />} onClick={end.toEnd}>
            {t("toEnd")}
          </Button>
        ) : null}
        {isEarlier ? <EarlierBar onBack={onBack} /> : <Chips chips={chips} onChip={chat.ask} />}
        {isWritable ? (
          <Composer
            text={draft.text}
            onText={draft.put}
            tray={tray}
            isReady={agentId !== ""}
            target={asItIsCut(lastRowsAnswer(shown), chat.messages.sliceOf)}
            isRunning={isRunning}
            isStopping={live?.stopping ?? false}
            onAsk={(text) => {
              end.toEnd();
              chat.send(text);
            }}
            onSlice={chat.sliceByWords}
            onStop={stop}
            onEditLast={() => setEditing(lastSaid(shown.messages))}
            input={input}
          />
        ) : null}
      </div>
      {dropping.isOver ? (
        <div className={classes["drop"]} aria-hidden>
          <IconPaperclip size={22} stroke={1.5} />
          <p>{t("files.drop")}</p>
        </div>
      ) : null}
    </section>
  );
}

/** The message that is being written right now: what is half written in it is not drawn as it stands. */
function streamingIn(live: LiveRun | null): string | null {
  const last = live && !isOver(live) ? live.messages.at(-1) : null;
  return last?.body.kind === "answered" ? last.id : null;
}

/** Who goes to another conversation is about to write. Where the keyboard would cover half the screen, not yet. */
function useFocusAt(thread: string | null, input: RefObject<HTMLTextAreaElement | null>): void {
  const before = useRef(thread);
  useEffect(() => {
    if (before.current === thread) return;
    before.current = thread;
    if (window.matchMedia("(pointer: fine)").matches) input.current?.focus();
  }, [thread, input]);
}

function EarlierBar({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation("chat");
  return (
    <div className={classes["earlier"]} role="status">
      <p>{t("versions.note")}</p>
      <Button size="compact-sm" variant="default" onClick={onBack}>
        {t("versions.back")}
      </Button>
    </div>
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
