import { screen } from "@testing-library/react";
import { vi } from "vitest";

import { uploadFile } from "@/api/attachments.ts";
import type { AgentView, ChatLimits, ThreadView } from "@/api/types.ts";
import { Chat } from "@/chat/Chat.tsx";
import { Runs, type Wire } from "@/chat/runs.ts";
import { Trays } from "@/chat/trays.ts";
import { drawScreen } from "./draw-screen.tsx";
import { fakeServer, refusal } from "./fake-server.ts";

export const agents: AgentView[] = [
  { id: "commercial", name: "Commercial", description: "", runtime: "offline", chips: ["Show the customers"], stages: [] },
];
export const limits: ChatLimits = { message_characters: 200, files_a_message: 2, file_bytes: 1_000, person_bytes: 9_000, types: ["csv", "txt"] };

/** A conversation on screen. The agent says nothing unless the test plays it; `becomes` is what the server has next. */
export function converse(thread: ThreadView | null, routes: Parameters<typeof fakeServer>[0] = {}, wire: Partial<Wire> = {}) {
  let stored = thread;
  const server = fakeServer({
    "GET /api/threads/t1": () => {
      if (!stored) throw refusal("thread_not_found");
      return stored;
    },
    "GET /api/threads": () => [],
    "GET /api/chat/limits": () => limits,
    "POST /api/threads/t1/seen": () => stored?.thread,
    "POST /api/threads/t1/rewind": () => stored?.thread,
    ...routes,
  });
  const start = vi.fn<Wire["start"]>(() => new Promise(() => undefined));
  const cancel = vi.fn<Wire["cancel"]>(async () => undefined);
  const runs = new Runs({ wire: { start, follow: async () => undefined, cancel, ...wire }, reread: async () => undefined });
  const trays = new Trays({ upload: uploadFile, drop: async () => undefined });
  const acts = { onThread: vi.fn(), onThreads: vi.fn(), onSave: vi.fn(), onAgent: vi.fn() };
  const drawn = drawScreen(
    <Chat runs={runs} trays={trays} agents={agents} agent="commercial" thread={thread ? "t1" : null} prompt={null} {...acts} />,
  );
  const becomes = (next: ThreadView) => {
    stored = next;
  };
  return { ...drawn, ...acts, server, runs, start, cancel, becomes };
}

export const composer = () => screen.getByRole("textbox", { name: "Message" });

export const saidToAgent = (start: ReturnType<typeof vi.fn<Wire["start"]>>) => start.mock.calls.map(([{ message }]) => message.text);
