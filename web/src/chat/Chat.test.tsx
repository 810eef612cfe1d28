import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import { wholeList } from "@/lib/slice.ts";
import { agents, composer, converse as converseWith, saidToAgent } from "@/test/converse.tsx";
import { refusal } from "@/test/fake-server.ts";
import { makeAnswer, makeThread } from "@/test/samples.ts";

const byCity = { ...wholeList, where: [{ field: "city", op: "is" as const, value: "São Paulo" }] };
const understood = { outcome: "understood", slice: byCity, sentence: "City is São Paulo", shown: 2, total: 3 };
const ask = { outcome: "ask", reason: "unknown_words" };

const routes = {
  "POST /api/answers/a1/understand": ({ body }: { body: unknown }) => (JSON.stringify(body).includes("São Paulo") ? understood : ask),
  "POST /api/answers/a1/slice": () => makeAnswer({ slice: byCity }),
};
const converse: typeof converseWith = (thread, more = {}, wire = {}) => converseWith(thread, { ...routes, ...more }, wire);

beforeEach(() => localStorage.clear());

describe("words that only cut the table above", () => {
  it("say before sending what Enter will do, and what Ctrl+Enter will", async () => {
    const { person } = converse(makeThread());
    await screen.findByRole("grid");
    await person.type(composer(), "only São Paulo");
    const hint = await screen.findByText("filter the table above, City is São Paulo (2 of 3)");
    expect(hint.closest("p")).toHaveTextContent("Enter filter the table above, City is São Paulo (2 of 3)Ctrl+Enter ask the agent");
  });

  it("cut it with Enter, without the agent", async () => {
    const { person, server, start } = converse(makeThread());
    await screen.findByRole("grid");
    await person.type(composer(), "only São Paulo");
    await screen.findByText(/filter the table above/);
    await person.keyboard("{Enter}");
    await waitFor(() => expect(server.count("POST /api/answers/a1/slice")).toBe(1));
    expect(server.asked.find(({ path }) => path.endsWith("/slice"))?.body).toEqual({ slice: byCity, words: "only São Paulo" });
    expect(start).not.toHaveBeenCalled();
    await waitFor(() => expect(composer()).toHaveValue(""));
  });

  it("cut it even for somebody who sends before the pause of reading", async () => {
    const { person, server, start } = converse(makeThread());
    await screen.findByRole("grid");
    await person.type(composer(), "only São Paulo{Enter}");
    await waitFor(() => expect(server.count("POST /api/answers/a1/slice")).toBe(1));
    expect(start).not.toHaveBeenCalled();
  });

  it("go to the agent with Ctrl+Enter", async () => {
    const { person, server, start } = converse(makeThread());
    await screen.findByRole("grid");
    await person.type(composer(), "only São Paulo");
    await person.keyboard("{Control>}{Enter}{/Control}");
    await waitFor(() => expect(saidToAgent(start)).toEqual(["only São Paulo"]));
    expect(server.count("POST /api/answers/a1/slice")).toBe(0);
  });

  it("say how many of how many are left", async () => {
    converse(makeThread({ answers: { a1: makeAnswer({ slice: byCity }) } }));
    expect(await screen.findByText("2 of 3 of this answer")).toBeInTheDocument();
  });

  it("stay in the thread with what was done, to be undone or asked of the agent", async () => {
    const thread = makeThread({ answers: { a1: makeAnswer({ slice: byCity }) } });
    const body = { kind: "sliced", answer: "a1", words: "only São Paulo", slice: byCity, shown: 2, total: 3 } as const;
    thread.messages.push({ id: "m3", thread: "t1", seq: 3, run: null, at: "2026-11-30T12:01:00Z", body });
    const { person, server, start } = converse(thread);
    expect(await screen.findByText(/In the table above, without the model: .+São Paulo.+\(2 of 3\)/)).toBeInTheDocument();
    await person.click(screen.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(server.asked.at(-1)?.body).toEqual({ slice: wholeList, words: null }));
    await person.click(screen.getByRole("button", { name: "Ask the agent" }));
    await waitFor(() => expect(saidToAgent(start)).toEqual(["only São Paulo"]));
  });
});

describe("words the table does not know", () => {
  it("go to the agent", async () => {
    const { person, start } = converse(makeThread());
    await screen.findByRole("grid");
    await person.type(composer(), "why is that?{Enter}");
    await waitFor(() => expect(saidToAgent(start)).toEqual(["why is that?"]));
  });
});

describe("the footer of a block", () => {
  it("says data of this answer, and offers no fetching again, when no reading is proven", async () => {
    converse(makeThread());
    expect(await screen.findByText("Data of this answer")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Fetch again" })).toBeNull();
  });

  it("names the tool, the age and how complete it is when one is", async () => {
    const provenance = {
      reading: "r",
      tool: "crm.list_customers",
      arguments: {},
      collected_at: new Date().toISOString(),
      status: "complete" as const,
      declared: 3,
      window: { argument: "days", days: [7, 30, 90], current: 30 },
      columns: {},
      repeatable: true,
      file: null,
    };
    const { person, server } = converse(makeThread({ answers: { a1: makeAnswer({ provenance }) } }), {
      "POST /api/answers/a1/refetch": () => makeAnswer({ id: "a2" }),
    });
    const footer = (await screen.findByText("crm.list_customers")).closest("p");
    expect(footer).toHaveTextContent("From crm.list_customers · now · complete 3 of 3 · last 30 days");
    await person.click(screen.getByRole("button", { name: "Fetch again" }));
    await person.click(await screen.findByRole("menuitem", { name: "Last 90 days" }));
    await waitFor(() => expect(server.asked.find(({ path }) => path.endsWith("/refetch"))?.body).toEqual({ days: 90 }));
  });

  it("leads to saving with the slice the person sees", async () => {
    const { person, onSave } = converse(makeThread({ answers: { a1: makeAnswer({ slice: byCity }) } }));
    await person.click(await screen.findByRole("button", { name: "Save to panel" }));
    await waitFor(() => expect(onSave).toHaveBeenCalledWith(expect.objectContaining({ id: "a1", slice: byCity }), agents[0]));
  });
});

describe("a new conversation", () => {
  it("offers what the agent can do, and says a chip that is clicked", async () => {
    const { person, start, onThread } = converse(null);
    await person.click(screen.getByRole("button", { name: "Show the customers" }));
    await waitFor(() => expect(saidToAgent(start)).toEqual(["Show the customers"]));
    expect(onThread).toHaveBeenCalledWith(start.mock.calls[0]?.[0].thread);
  });

  it("says that the demonstration has no model", () => {
    converse(null);
    expect(screen.getByText("Offline demo, no model")).toBeInTheDocument();
  });

  it("keeps what was typed when the message is refused", async () => {
    const { person } = converse(makeThread(), {}, { start: async () => Promise.reject(refusal("run_busy")) });
    await screen.findByRole("grid");
    await person.type(composer(), "hello{Control>}{Enter}{/Control}");
    const alert = await screen.findByRole("alert");
    expect(alert).toHaveTextContent("The message was not sent.");
    await person.click(within(alert).getByRole("button", { name: "Edit" }));
    expect(composer()).toHaveValue("hello");
  });
});

describe("a draft", () => {
  it("is kept for its thread", async () => {
    const { person } = converse(makeThread());
    await screen.findByRole("grid");
    await person.type(composer(), "half a");
    expect(localStorage.getItem("liveapps.draft.t1")).toBe("half a");
  });
});
