import { screen, waitFor, within } from "@testing-library/react";
import axe from "axe-core";
import { describe, expect, it, vi } from "vitest";

import type { JobView, Me, SourceState } from "@/api/types.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, refusal } from "@/test/fake-server.ts";
import { HouseEntries } from "./HouseEntries.tsx";
import HousePage from "./HousePage.tsx";
import type { HousePart } from "./parts.ts";

const NEVER = "2999-01-01T12:00:00Z";

function source(more: Partial<SourceState> = {}): SourceState {
  return {
    name: "crm",
    kind: "stdio",
    state: "ready",
    since: "2026-11-30T12:00:00Z",
    opens_again_at: null,
    failures: 0,
    last_error: null,
    last_success_at: "2026-11-30T12:00:00Z",
    tools: [{ name: "crm.list_customers", title: "Clientes", power: "read", paused_until: null }],
    ...more,
  };
}

const paused = source({
  name: "billing",
  state: "paused",
  failures: 3,
  opens_again_at: NEVER,
  last_error: { code: "source_failed", message: "Nothing answers at its address.", at: "2026-11-30T12:00:00Z" },
  last_success_at: null,
});

function job(more: Partial<JobView> = {}): JobView {
  return {
    id: "j1",
    kind: "refresh_tab",
    panel: "p1",
    status: "dead",
    run_at: "2026-11-30T12:00:00Z",
    attempts: 8,
    error: "tool_timeout: It took longer than 20 seconds.",
    created_at: "2026-11-30T11:00:00Z",
    ended_at: "2026-11-30T12:00:00Z",
    ...more,
  };
}

const retention = {
  versions_days: 365,
  trash_days: 1,
  deliveries_days: 30,
  readings_days: 90,
  jobs_days: 14,
  idempotency_days: 7,
  notices_days: null,
  attachments_days: 30,
  hosts_days: 30,
};
const panelSummary = { id: "p1", title: "Carteira", agent: "commercial", agent_name: "Comercial" };
const meAs = (role: Me["user"]["role"]) => ({ user: { id: "bruno", login: "bruno", name: "Bruno", role, teams: [], locale: "en", email: null }, demo: true });

interface Given {
  sources?: SourceState[];
  jobs?: JobView[];
  routes?: Parameters<typeof fakeServer>[0];
}

function draw(part: HousePart, { sources = [source()], jobs = [], routes = {} }: Given = {}) {
  let now = jobs;
  const server = fakeServer({
    "GET /api/me": () => meAs("boss"),
    "GET /api/panels": () => [panelSummary],
    "GET /api/sources": () => sources,
    "GET /api/jobs": ({ query }) => now.filter(({ status }) => status === query.get("status")),
    "GET /api/retention": () => retention,
    ...routes,
  });
  const becomes = (next: JobView[]) => {
    now = next;
  };
  const onPart = vi.fn();
  return { ...drawScreen(<HousePage part={part} onPart={onPart} onBack={vi.fn()} />), server, becomes, onPart };
}

describe("the ways to the installation", () => {
  it.each(["boss", "admin"] as const)("are there for the role %s", async (role) => {
    fakeServer({ "GET /api/me": () => meAs(role) });
    const onPart = vi.fn();
    const { person } = drawScreen(<HouseEntries onPart={onPart} />);
    await person.click(await screen.findByRole("button", { name: "Data sources" }));
    await person.click(screen.getByRole("button", { name: "Jobs" }));
    await person.click(screen.getByRole("button", { name: "How long things are kept" }));
    expect(onPart.mock.calls).toEqual([["sources"], ["jobs"], ["retention"]]);
  });

  it("are never there for anybody else", async () => {
    const server = fakeServer({ "GET /api/me": () => meAs("user") });
    const { client } = drawScreen(<HouseEntries onPart={vi.fn()} />);
    await waitFor(() => expect(server.count("GET /api/me")).toBe(1));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(screen.queryByRole("button")).toBeNull();
  });
});

describe("a source", () => {
  const card = (name: string) => screen.findByRole("region", { name });

  it.each([
    ["ready", source(), "ready"],
    ["connecting for the first time", source({ state: "connecting", last_success_at: null }), "connecting"],
    ["closed by itself", source({ state: "connecting" }), "not connected; the next call connects"],
    ["failing", source({ state: "failing" }), "failing"],
    ["paused", source({ state: "paused", opens_again_at: NEVER }), /^paused until .*2999/],
    ["paused until a time that has passed", source({ state: "paused", opens_again_at: "2020-01-01T12:00:00Z" }), "paused; the next call tries again"],
  ])("says in words that it is %s", async (_, state, words) => {
    draw("sources", { sources: [state] });
    expect(within(await card("crm")).getByText(words)).toBeInTheDocument();
  });

  it("tells what went wrong last, how often in a row, and that it never answered", async () => {
    draw("sources", { sources: [paused] });
    const billing = await card("billing");
    expect(billing).toHaveTextContent("Nothing answers at its address.");
    expect(billing).toHaveTextContent("3 failures in a row");
    expect(billing).toHaveTextContent("Last good answernone yet");
  });

  it("lists its tools with what each may do", async () => {
    const { person } = draw("sources");
    const crm = within(await card("crm"));
    await person.click(crm.getByText("1 tool"));
    expect(crm.getByRole("listitem")).toHaveTextContent("crm.list_customersClientesonly reads");
  });

  it("is tried at once, and shows the state that came of it", async () => {
    const { person } = draw("sources", {
      sources: [paused, source()],
      routes: { "POST /api/sources/billing/retry": () => source({ name: "billing" }) },
    });
    await person.click(await screen.findByRole("button", { name: "Try now: billing" }));
    expect(await within(await card("billing")).findByText("ready")).toBeInTheDocument();
    await waitFor(() => expect(screen.getByTestId("live-region")).toHaveTextContent("billing: ready"));
  });

  it("says why it could not be tried", async () => {
    const { person } = draw("sources", { routes: { "POST /api/sources/crm/retry": () => Promise.reject(refusal("forbidden")) } });
    await person.click(await screen.findByRole("button", { name: "Try now: crm" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("You are not allowed to do this.");
  });

  it("is missed with words where none is configured", async () => {
    draw("sources", { sources: [] });
    expect(await screen.findByText("No source is configured")).toBeInTheDocument();
  });
});

describe("jobs", () => {
  it("that failed for good come before those that run and those that wait", async () => {
    draw("jobs", {
      jobs: [job({ id: "w", status: "waiting", attempts: 0, error: null }), job({ id: "r", status: "running" }), job()],
    });
    await screen.findByRole("region", { name: "Did not work: 1" });
    expect(screen.getAllByRole("heading", { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      "Did not work: 1",
      "Running: 1",
      "Waiting: 1",
    ]);
  });

  it("say what they are about, with the panel by title, how often they were tried and why they failed", async () => {
    draw("jobs", { jobs: [job()] });
    const dead = await screen.findByRole("region", { name: "Did not work: 1" });
    expect(await within(dead).findByText("Refresh a tab of “Carteira”")).toBeInTheDocument();
    expect(dead).toHaveTextContent("8 attempts");
    expect(dead).toHaveTextContent("It took longer than 20 seconds.");
  });

  it("do not name a panel that this person does not see", async () => {
    draw("jobs", { jobs: [job({ kind: "judge_alerts", panel: "secret" })] });
    expect(await screen.findByText("Judge the alerts of a panel that you do not see")).toBeInTheDocument();
  });

  it("that failed for good are tried again, and those that wait are not offered it", async () => {
    const waiting = job({ id: "w", kind: "keep_house", panel: null, status: "waiting", error: null });
    const { person, becomes, server } = draw("jobs", {
      jobs: [job(), waiting],
      routes: {
        "POST /api/jobs/j1/retry": () => {
          becomes([job({ status: "waiting", attempts: 0, error: null, ended_at: null }), waiting]);
          return null;
        },
      },
    });
    await screen.findByText("Refresh a tab of “Carteira”");
    expect(screen.getAllByRole("button", { name: /^Try again/ })).toHaveLength(1);
    await person.click(screen.getByRole("button", { name: "Try again: Refresh a tab of “Carteira”" }));
    expect(await screen.findByRole("region", { name: "Waiting: 2" })).toBeInTheDocument();
    expect(screen.queryByText(/^Did not work/)).toBeNull();
    expect(server.count("POST /api/jobs/j1/retry")).toBe(1);
  });

  it("say so when there are none", async () => {
    draw("jobs");
    expect(await screen.findByText("No job failed or waits")).toBeInTheDocument();
  });

  it("are refused to whoever comes by the address without the role", async () => {
    draw("jobs", { routes: { "GET /api/jobs": () => Promise.reject(refusal("forbidden")) } });
    expect(await screen.findByRole("alert")).toHaveTextContent("You are not allowed to do this.");
  });
});

describe("how long things are kept", () => {
  it("is told in one sentence for each kind of thing", async () => {
    draw("retention");
    const sentences = await screen.findAllByRole("listitem");
    const texts = sentences.map(({ textContent }) => textContent);
    expect(texts).toHaveLength(Object.keys(retention).length);
    expect(texts).toContain("Earlier versions of a panel are kept for 365 days; the newest always stays.");
    expect(texts).toContain("Rows and panels in the trash, and deleted conversations, are kept for 1 day and can come back until then.");
  });

  it("says for ever where nothing is erased", async () => {
    draw("retention");
    expect(await screen.findByText(/What people were told is kept/)).toHaveTextContent("What people were told is kept for ever.");
  });
});

describe("the page of the installation", () => {
  it.each(["sources", "jobs", "retention"] as const)("can be used without seeing or pointing: %s", async (part) => {
    const { client } = draw(part, { sources: [paused, source()], jobs: [job(), job({ id: "w", status: "waiting" })] });
    await waitFor(() => expect(document.querySelector('[aria-label="Loading"]')).toBeNull());
    await waitFor(() => expect(client.isFetching()).toBe(0));
    // Nothing is laid out here: colours and sizes are checked in a browser.
    const rules = { "color-contrast": { enabled: false }, "target-size": { enabled: false }, region: { enabled: false } };
    const { violations } = await axe.run(document.body, { rules });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
  });

  it("is walked through by keyboard", async () => {
    const { person, onPart } = draw("sources");
    (await screen.findByRole("tab", { name: "Sources" })).focus();
    await person.keyboard("{ArrowRight}");
    expect(onPart).toHaveBeenCalledWith("runs");
  });
});
