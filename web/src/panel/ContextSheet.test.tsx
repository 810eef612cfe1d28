import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { accessibilityProblems } from "@/test/axe.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, refusal } from "@/test/fake-server.ts";
import { makePanel, makeReceipt } from "@/test/samples.ts";
import { ContextSheet } from "./ContextSheet.tsx";

const TEXT = "3 of 3 rows shown: São João";
const agents = [
  { id: "commercial", name: "Comercial" },
  { id: "finance", name: "Finanças" },
];

function open(view = makePanel({}), routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({ "GET /api/panels/p1/context": () => TEXT, "GET /api/agents": () => agents, ...routes });
  return { ...drawScreen(<ContextSheet view={view} onClose={vi.fn()} />), server };
}

const given = (...others: string[]) => {
  const view = { ...makePanel({}), agent: "commercial" };
  const { template } = view;
  return { ...view, template: { ...template, audience: { ...template.audience, agents: others } } };
};

describe("what agents see", () => {
  it("is shown to the letter, with its size against its budget and who reads it", async () => {
    open(given("finance"));
    expect(await screen.findByText(/3 of 3 rows shown: São João/)).toBeInTheDocument();
    expect(screen.getByText(/About 8 of at most 2,000 tokens/)).toBeInTheDocument();
    expect(await screen.findByText("Read by: Comercial, Finanças")).toBeInTheDocument();
    expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
    expect(await accessibilityProblems()).toEqual([]);
  });

  it("is nothing for a panel of one person", async () => {
    const view = given();
    const alone = { ...view.template.audience, who: "only_me" as const };
    open({ ...view, template: { ...view.template, audience: alone } });
    expect(await screen.findByText(/agents are told nothing of it/)).toBeInTheDocument();
  });
});

describe("a boss", () => {
  const boss = (...others: string[]) => {
    const view = given(...others);
    return { ...view, can: { ...view.can, give: true } };
  };

  it("lets another agent read the panel", async () => {
    const put = "PUT /api/panels/p1/agents/finance";
    const { person, server } = open(boss(), { [put]: () => makeReceipt(), "GET /api/panels": () => [] });
    await person.click(await screen.findByRole("checkbox", { name: "Finanças" }));
    await waitFor(() => expect(server.count(put)).toBe(1));
    expect(screen.queryByRole("checkbox", { name: "Comercial" })).not.toBeInTheDocument();
    expect(await accessibilityProblems()).toEqual([]);
  });

  it("takes it back, and is told when that was refused", async () => {
    const refused = () => Promise.reject(refusal("forbidden"));
    const { person, server } = open(boss("finance"), { "DELETE /api/panels/p1/agents/finance": refused });
    const box = await screen.findByRole("checkbox", { name: "Finanças" });
    expect(box).toBeChecked();
    await person.click(box);
    await waitFor(() => expect(server.count("DELETE /api/panels/p1/agents/finance")).toBe(1));
    expect(box).toBeChecked();
  });
});
