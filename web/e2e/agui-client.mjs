// Talks to an agent with the real AG-UI client, and prints what the client made of it as one line of JSON.
// usage: node agui-client.mjs ADDRESS TOKEN AGENT TEXT
import { randomUUID } from "node:crypto";

import { HttpAgent } from "@ag-ui/client";

const [address, token, agentId, text] = process.argv.slice(2);
const agent = new HttpAgent({
  url: `${address}/api/agents/${agentId}/agui`,
  headers: { Authorization: `Bearer ${token}` },
  threadId: randomUUID(),
});
agent.addMessage({ id: randomUUID(), role: "user", content: text });

const warnings = [];
console.warn = (...parts) => warnings.push(parts.map(String).join(" "));
const seen = [];
await agent.runAgent({}, { onEvent: ({ event }) => void seen.push(event.type) });

process.stdout.write(
  JSON.stringify({
    events: seen,
    warnings,
    state: agent.state,
    messages: agent.messages.map(({ role, content, activityType, toolCalls }) => ({
      role,
      content,
      activityType,
      tools: toolCalls?.map((call) => call.function.name),
    })),
  }),
);
