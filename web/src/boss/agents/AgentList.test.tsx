import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { describe, expect, it } from "vitest";

import type { AgentSetup } from "@/api/types.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, refusal } from "@/test/fake-server.ts";
import { AgentList } from "./AgentList.tsx";

function setup(more: Partial<AgentSetup> = {}): AgentSetup {
  return {
    id: "sales",
    name: "Comercial",
    runtime: "model",
    model: "anthropic:claude",
    base_url: null,
    tools: ["crm.list"],
    instructions: "",
    limits: { requests: 20, tokens: 300_000, tool_calls: 40, seconds: 300 },
    needs_key: true,
    key: "environment",
    variable: "ANTHROPIC_API_KEY",
    variables: ["ANTHROPIC_API_KEY"],
    problem: null,
    ...more,
  };
}

const withoutKey = setup({
  key: null,
  variable: null,
  problem: { code: "model_key_missing", message: "No key.", next_step: "Set it.", facts: {} },
});

function draw(agents: AgentSetup[], routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ "GET /api/agents/setups": () => agents, ...routes });
  return { ...drawScreen(<AgentList />), server };
}

const card = () => screen.findByRole("region", { name: "Comercial" });

describe("an agent", () => {
  it.each([
    ["with a key of the environment", setup(), "ready, with the key from ANTHROPIC_API_KEY"],
    ["with a key that was set here", setup({ key: "kept", variable: null }), "ready, with the key set here"],
    ["that needs no key", setup({ key: null, needs_key: false }), "ready, no key needed"],
    ["without its key", withoutKey, "cannot answer"],
    ["without a model", setup({ runtime: "offline", model: "" }), "answers without a model"],
  ])("says in words how it stands: %s", async (_, agent, words) => {
    draw([agent]);
    expect(within(await card()).getByText(words)).toBeInTheDocument();
  });

  it("says what one answer may take, in the numbers of the reader", async () => {
    draw([setup()]);
    expect(await card()).toHaveTextContent("20 requests to the model, 40 uses of tools, 300,000 tokens, 300 seconds");
  });

  it("that cannot answer says why, and is not offered to be tried", async () => {
    draw([withoutKey]);
    const agent = within(await card());
    expect(agent.getByRole("alert")).toHaveTextContent("This agent's model has no key.");
    expect(agent.queryByRole("button", { name: /^Try/ })).toBeNull();
  });

  it("whose model no key could help takes none", async () => {
    const problem = { code: "model_not_configured", message: "No model.", next_step: "Name one.", facts: {} };
    draw([setup({ model: "nobody:x", key: null, problem })]);
    expect(await card()).toHaveTextContent("No model that can be used is configured for this agent.");
    expect(screen.queryByLabelText("Key of the model")).toBeNull();
  });

  it("gets a key that goes to the server and is forgotten here", async () => {
    const { person, server } = draw([withoutKey], {
      "PUT /api/agents/sales/key": () => setup({ key: "kept", variable: null }),
    });
    await person.type(await screen.findByLabelText("Key of the model"), "sk-secret");
    await person.click(screen.getByRole("button", { name: "Keep the key of Comercial" }));
    expect(await screen.findByText("ready, with the key set here")).toBeInTheDocument();
    expect(server.count("PUT /api/agents/sales/key")).toBe(1);
    expect(screen.getByLabelText("New key of the model")).toHaveValue("");
    expect(document.body.innerHTML).not.toContain("sk-secret");
  });

  it("keeps what was typed where it was refused, with the reason", async () => {
    const { person } = draw([withoutKey], { "PUT /api/agents/sales/key": () => Promise.reject(refusal("forbidden")) });
    const field = await screen.findByLabelText("Key of the model");
    await person.type(field, "sk-secret");
    await person.click(screen.getByRole("button", { name: "Keep the key of Comercial" }));
    expect(await screen.findByText(/You are not allowed to do this/)).toBeInTheDocument();
    expect(field).toHaveValue("sk-secret");
  });

  it("loses its key only after one more question", async () => {
    const { person, server } = draw([setup({ key: "kept", variable: null })], { "DELETE /api/agents/sales/key": () => withoutKey });
    await person.click(await screen.findByRole("button", { name: "Remove the key of Comercial" }));
    expect(server.count("DELETE /api/agents/sales/key")).toBe(0);
    await person.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Remove the key" }));
    expect(await screen.findByText("cannot answer")).toBeInTheDocument();
  });

  it("is tried with one request, and says what that took", async () => {
    const { person, server } = draw([setup()], {
      "POST /api/agents/sales/try": () => ({ model: "anthropic:claude", seconds: 0.84, input_tokens: 9, output_tokens: 3 }),
    });
    await person.click(await screen.findByRole("button", { name: "Try the model of Comercial" }));
    expect(await screen.findByText("It answered in 0.8 s, for 12 tokens.")).toBeInTheDocument();
    expect(server.count("POST /api/agents/sales/try")).toBe(1);
  });

  it("that fails its trial says what to do", async () => {
    const { person } = draw([setup()], { "POST /api/agents/sales/try": () => Promise.reject(refusal("model_key_refused")) });
    await person.click(await screen.findByRole("button", { name: "Try the model of Comercial" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The model's provider refused the key.");
  });
});

it("says so where no agent is configured", async () => {
  draw([]);
  expect(await screen.findByText("No agent is configured")).toBeInTheDocument();
});

it("can be used without seeing or pointing", async () => {
  const { client } = draw([setup({ key: "kept" }), setup({ ...withoutKey, id: "code", name: "Código" })]);
  await card();
  await waitFor(() => expect(client.isFetching()).toBe(0));
  const rules = { "color-contrast": { enabled: false }, "target-size": { enabled: false }, region: { enabled: false } };
  const { violations } = await axe.run(document.body, { rules });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
});
