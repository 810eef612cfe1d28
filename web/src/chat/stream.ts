import { HttpAgent } from "@ag-ui/client";

import { ownHeaders, readProblem } from "@/api/client.ts";
import { ProblemError } from "@/lib/problem.ts";

type OnEvent = (event: unknown) => void;

interface NewRun {
  agent: string;
  thread: string;
  run: string;
  message: { id: string; text: string; files: string[] };
}

/** Follows a run from its first event again, and then live. */
class RunningThread extends HttpAgent {
  protected override requestInit(): RequestInit {
    return { method: "GET", headers: { ...this.headers, Accept: "text/event-stream" }, signal: this.abortController.signal };
  }
}

/** A refusal keeps its code and next step; the client library would turn it into a line of text. */
async function fetchStream(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  throw new ProblemError(readProblem(body, response.status));
}

/** Starts a run and resolves when its stream ends, whether or not the run did. Only the new message is sent. */
export async function startRun(start: NewRun, onEvent: OnEvent, signal: AbortSignal): Promise<void> {
  const agent = new HttpAgent({
    url: `/api/agents/${encodeURIComponent(start.agent)}/agui`,
    threadId: start.thread,
    initialMessages: [{ id: start.message.id, role: "user", content: contentOf(start.message) }],
    headers: ownHeaders(),
    fetch: fetchStream,
  });
  await run(agent, start.run, onEvent, signal);
}

/** Words as they are; with files, parts that name what was uploaded before. */
function contentOf({ text, files }: NewRun["message"]) {
  if (files.length === 0) return text;
  const documents = files.map((value) => ({ type: "document" as const, source: { type: "file" as const, value, provider: "liveapps" } }));
  return text === "" ? documents : [{ type: "text" as const, text }, ...documents];
}

export async function followRun(thread: string, runId: string, onEvent: OnEvent, signal: AbortSignal): Promise<void> {
  const agent = new RunningThread({
    // The screen reads the thread by itself.
    url: `/api/threads/${encodeURIComponent(thread)}/connect?history=false`,
    threadId: thread,
    headers: ownHeaders(),
    fetch: fetchStream,
  });
  await run(agent, runId, onEvent, signal);
}

async function run(agent: HttpAgent, runId: string, onEvent: OnEvent, signal: AbortSignal): Promise<void> {
  const abort = () => agent.abortRun();
  signal.addEventListener("abort", abort);
  try {
    await agent.runAgent({ runId }, { onEvent: ({ event }) => onEvent(event) });
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
