// Talks to an agent with the real AG-UI client, and prints what the client made of it as one line of JSON.
// usage: node agui-client.mjs VERSION ADDRESS TOKEN AGENT STEPS
// STEPS is JSON, in order: {"say": text} starts a run, {"answer": payload} resolves whatever interrupts it with that
// payload, {"cancel": true} cancels what interrupts it.
import { randomUUID } from "node:crypto";

const [version, address, token, agentId, steps] = process.argv.slice(2);
const OLDER = "./client-0.0.59/node_modules/@ag-ui/client/dist/index.mjs";
const { HttpAgent } = await import(version === "0.0.59" ? OLDER : "@ag-ui/client");

const agent = new HttpAgent({
  url: `${address}/api/agents/${agentId}/agui`,
  headers: { Authorization: `Bearer ${token}` },
  threadId: randomUUID(),
});

const warnings = [];
console.warn = (...parts) => warnings.push(parts.map(String).join(" "));

const runs = [];
let open = [];
for (const step of JSON.parse(steps)) {
  const seen = [];
  const parameters = {};
  if (step.say !== undefined) agent.addMessage({ id: randomUUID(), role: "user", content: step.say });
  else
    parameters.resume = open.map(({ id }) =>
      step.cancel ? { interruptId: id, status: "cancelled" } : { interruptId: id, status: "resolved", payload: step.answer },
    );
  await agent.runAgent(parameters, { onEvent: ({ event }) => void seen.push(event) });
  const last = seen.at(-1);
  open = last?.outcome?.type === "interrupt" ? last.outcome.interrupts : [];
  runs.push({ events: seen.map(({ type }) => type), outcome: last?.outcome?.type ?? null, interrupts: open });
}

process.stdout.write(
  JSON.stringify({
    runs,
    warnings,
    thread: agent.threadId,
    state: agent.state,
    messages: agent.messages.map(({ id, role, content, activityType, toolCalls }) => ({
      id,
      role,
      content,
      activityType,
      tools: toolCalls?.map((call) => call.function.name),
      arguments: toolCalls?.map((call) => call.function.arguments),
    })),
  }),
);
