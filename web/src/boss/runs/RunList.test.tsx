import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { RunLine, RunPage, RunStep } from "@/api/types.ts";
import { accessibilityProblems } from "@/test/axe.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, refusal } from "@/test/fake-server.ts";
import { RunList } from "./RunList.tsx";

const use = { model: "openai:small", requests: 2, input_tokens: 1500, output_tokens: 20, cached_tokens: 0, cost: 0.25 };

function line(more: Partial<RunLine> = {}): RunLine {
  return {
    id: "r1",
    agent: "sales",
    person: "Ana",
    status: "finished",
    started_at: "2026-11-30T12:00:00Z",
    ended_at: "2026-11-30T12:00:10Z",
    code: null,
    usage: [use],
    ...more,
  };
}

function step(more: Partial<RunStep>): RunStep {
  return {
    kind: "tool",
    name: "crm.list",
    started_at: "2026-11-30T12:00:00Z",
    seconds: 1,
    outcome: "done",
    arguments_bytes: null,
    result_bytes: null,
    rows: null,
    use: null,
    panel: null,
    ...more,
  };
}

const page: RunPage = {
  run: line(),
  trace: "4bf92f3577b34da6a3ce929d0e0e4736",
  steps: [
    step({ kind: "model", name: "openai:small", seconds: 4, use }),
    step({ started_at: "2026-11-30T12:00:05Z", seconds: 2.5, arguments_bytes: 2, result_bytes: 12_400, rows: 59 }),
    step({ name: "crm.send", started_at: "2026-11-30T12:00:08Z", seconds: null, outcome: null }),
  ],
};

function draw(runs: RunLine[] = [line()], routes: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    "GET /api/agents": () => [{ id: "sales", name: "Sales", description: "", runtime: "model", chips: [], stages: [] }],
    "GET /api/runs": () => runs,
    "GET /api/runs/r1": () => page,
    ...routes,
  });
  return { ...drawScreen(<RunList />), server };
}

const open = () => screen.findByRole("button", { name: /Ana asked Sales/ });

describe("the runs of agents", () => {
  it("say who asked whom, how it ended, how long it took, and what it cost", async () => {
    draw();
    const run = await open();
    expect(run).toHaveTextContent("10 s · 1,500 tokens in, 20 out · $0.25");
    expect(run).toHaveTextContent("Finished");
  });

  it("give no cost where a part of it is not known", async () => {
    draw([line({ usage: [use, { ...use, model: "own", cost: null }] })]);
    expect(await open()).not.toHaveTextContent("$");
  });

  it("say why one failed", async () => {
    draw([line({ status: "failed", code: "tool_timeout" })]);
    expect(await open()).toHaveTextContent("Failed");
    expect(screen.getByText(/took too long|in time/i)).toBeInTheDocument();
  });

  it("can be those of one agent", async () => {
    const { person, server } = draw();
    await open();
    await person.selectOptions(screen.getByRole("combobox", { name: "Agent" }), "Sales");
    await waitFor(() => expect(server.asked.at(-1)?.query.get("agent")).toBe("sales"));
  });

  it("say so when there are none, and when they cannot be read", async () => {
    draw([]);
    expect(await screen.findByText("No runs yet")).toBeInTheDocument();
  });

  it("say why they cannot be read", async () => {
    draw([], {
      "GET /api/runs": () => {
        throw refusal("forbidden");
      },
    });
    expect(await screen.findByRole("alert")).toBeInTheDocument();
  });
});

describe("one run", () => {
  const opened = async () => {
    const { person } = draw();
    await person.click(await open());
    return within(await screen.findByRole("table", { name: "Steps of the run" })).getAllByRole("row").slice(1);
  };

  it("is told step by step, with what went in and came out", async () => {
    const rows = await opened();
    expect(rows.map((row) => row.textContent)).toEqual([
      "Modelopenai:small4 s1,500 tokens in, 20 out · $0.25done",
      "Toolcrm.list2.5 s2 B in · 12 kB out · 59 rowsdone",
      "Toolcrm.sendcut off",
    ]);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it("draws each step where it stood in the whole", async () => {
    const rows = await opened();
    const bars = rows.map((row) => row.querySelector<HTMLElement>('[style*="left"]')?.style);
    expect(bars.map((style) => [style?.left, style?.width])).toEqual([
      ["0%", "40%"],
      ["50%", "25%"],
      ["80%", "0%"],
    ]);
  });

  it("names its trace, for whoever keeps traces", async () => {
    await opened();
    expect(screen.getByText("4bf92f3577b34da6a3ce929d0e0e4736")).toBeInTheDocument();
  });
});
