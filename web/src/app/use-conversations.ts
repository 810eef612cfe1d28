import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { dropAttachment, uploadFile } from "@/api/attachments.ts";
import { keys } from "@/api/keys.ts";
import { cancelRun, threadQuery } from "@/api/threads.ts";
import type { AgentView, ThreadView } from "@/api/types.ts";
import type { Prompt } from "@/chat/Chat.tsx";
import { Runs, type Wire } from "@/chat/runs.ts";
import { hearTabs, tellTabs } from "@/chat/tabs.ts";
import { Trays } from "@/chat/trays.ts";
import type { Address } from "./use-address.ts";

interface Conversations {
  runs: Runs;
  trays: Trays;
  /** The agent a new conversation would be with. */
  agent: string;
  setAgent: (agent: string) => void;
  prompt: Prompt | null;
  /** Puts words for an agent into the composer; the person sends them. */
  ask: (agent: string, text: string) => void;
}

/** The protocol's client is fetched with the first message: looking at panels does without it. */
const wire: Wire = {
  start: async (...run) => (await import("@/chat/stream.ts")).startRun(...run),
  follow: async (...run) => (await import("@/chat/stream.ts")).followRun(...run),
  cancel: cancelRun,
};

/** The other tabs of this browser learn that a run began; this one's own list shows it too. */
function toldWire(client: QueryClient): Wire {
  const start: Wire["start"] = async (asked, onEvent, signal) => {
    let isTold = false;
    const tell = () => {
      if (isTold) return;
      isTold = true;
      void client.invalidateQueries({ queryKey: keys.allThreads });
      tellTabs(asked.thread);
    };
    await wire.start(
      asked,
      (event) => {
        tell();
        onEvent(event);
      },
      signal,
    );
  };
  return { ...wire, start };
}

export function useConversations({ thread, openThread }: Address, agents: readonly AgentView[]): Conversations {
  const client = useQueryClient();
  const [chosen, setAgent] = useState<string | null>(null);
  const [prompt, setPrompt] = useState<Prompt | null>(null);
  const [runs] = useState(() => {
    const reread = async (of: string) => {
      await client.fetchQuery({ ...threadQuery(of), staleTime: 0 });
      void client.invalidateQueries({ queryKey: keys.allThreads });
      tellTabs(of);
    };
    return new Runs({ wire: toldWire(client), reread });
  });
  const [trays] = useState(() => new Trays({ upload: uploadFile, drop: dropAttachment }));
  useEffect(
    () =>
      hearTabs((of) => {
        void client.invalidateQueries({ queryKey: keys.allThreads });
        if (of !== null) void client.invalidateQueries({ queryKey: keys.thread(of) });
      }),
    [client],
  );

  const ask = (agent: string, text: string) => {
    const current = thread === null ? null : client.getQueryData<ThreadView | null>(keys.thread(thread));
    if (current?.thread.agent !== agent) {
      setAgent(agent);
      openThread(null);
    }
    setPrompt({ number: (prompt?.number ?? 0) + 1, text });
  };
  return { runs, trays, agent: chosen ?? agents[0]?.id ?? "", setAgent, prompt, ask };
}
