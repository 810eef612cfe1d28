import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";

import type { Attempt, Message, ThreadView } from "@/api/types.ts";
import { composer, converse, saidToAgent } from "@/test/converse.tsx";
import { refusal } from "@/test/fake-server.ts";
import { makeSaid } from "@/test/samples.ts";
import { makeThread } from "@/test/samples.ts";

const at = "2026-11-30T12:00:00Z";
const message = (id: string, body: Message["body"], seq = 1): Message => ({ id, thread: "t1", seq, run: "r1", at, body });
const answered = (text: string): Message["body"] => ({ kind: "answered", text });
const broke: Message["body"] = { kind: "broke", code: "model_busy", message: "Busy.", next_step: "Try again." };

function thread(messages: Message[], more: Partial<ThreadView> = {}): ThreadView {
  return makeThread({ messages, answers: {}, ...more });
}

const first = [message("m1", makeSaid("Hello"), 1), message("m2", answered("Hi there"), 2)];
const both = [...first, message("m3", makeSaid("How are sales?"), 3), message("m4", answered("**Up** by 12 %"), 4)];
const rewound = (server: ReturnType<typeof converse>["server"]) => server.asked.filter(({ path }) => path.endsWith("/rewind")).map(({ body }) => body);
const turnOf = async (text: string) => (await screen.findByText(text)).closest("li") ?? document.body;

beforeEach(() => localStorage.clear());

describe("a message of one's own", () => {
  it("is edited in its place and sent again, with what came of it set aside", async () => {
    const { person, server, start, becomes } = converse(thread(both));
    await person.click(within(await turnOf("How are sales?")).getByRole("button", { name: "Edit and send again" }));
    const editor = screen.getByRole("textbox", { name: "Your message" });
    expect(editor).toHaveFocus();
    await person.clear(editor);
    await person.type(editor, "How are costs?");
    becomes(thread(first));
    await person.keyboard("{Enter}");
    await waitFor(() => expect(saidToAgent(start)).toEqual(["How are costs?"]));
    expect(rewound(server)).toEqual([{ message: "m3" }]);
    expect(screen.queryByText("How are sales?")).toBeNull();
  });

  it("can be any of them, not only the last", async () => {
    const { person, server } = converse(thread(both));
    await person.click(within(await turnOf("Hello")).getByRole("button", { name: "Edit and send again" }));
    await person.keyboard("{Enter}");
    await waitFor(() => expect(rewound(server)).toEqual([{ message: "m1" }]));
  });

  it("stays as it was when editing is given up", async () => {
    const { person, server } = converse(thread(both));
    await person.click(within(await turnOf("How are sales?")).getByRole("button", { name: "Edit and send again" }));
    await person.keyboard(" and more{Escape}");
    expect(await screen.findByText("How are sales?")).toBeInTheDocument();
    expect(rewound(server)).toEqual([]);
    expect(composer()).toHaveFocus();
  });

  it("is reached with the up arrow from an empty composer", async () => {
    const { person } = converse(thread(both));
    await screen.findByText("How are sales?");
    await person.click(composer());
    await person.keyboard("{ArrowUp}");
    expect(screen.getByRole("textbox", { name: "Your message" })).toHaveValue("How are sales?");
  });

  it("is not left for it while something is written", async () => {
    const { person } = converse(thread(both));
    await screen.findByText("How are sales?");
    await person.type(composer(), "half a{ArrowUp}");
    expect(screen.queryByRole("textbox", { name: "Your message" })).toBeNull();
  });

  it("cannot be said anew while the agent answers", async () => {
    const { person } = converse(thread(both));
    await screen.findByText("How are sales?");
    await person.type(composer(), "And now?{Enter}");
    await waitFor(() => expect(screen.queryByRole("button", { name: "Edit and send again" })).toBeNull());
  });

  it("stays where it is, with the reason, when it cannot be set aside", async () => {
    const { person, start } = converse(thread(both), { "POST /api/threads/t1/rewind": () => Promise.reject(refusal("run_busy")) });
    await person.click(within(await turnOf("How are sales?")).getByRole("button", { name: "Answer again" }));
    expect(await screen.findByText(/The agent is still answering/)).toBeInTheDocument();
    expect(start).not.toHaveBeenCalled();
  });
});

describe("an answer", () => {
  it("is asked for again in its place, if it is the last", async () => {
    const { person, server, start } = converse(thread(both));
    expect(within(await turnOf("Hello")).queryByRole("button", { name: "Answer again" })).toBeNull();
    await person.click(within(await turnOf("How are sales?")).getByRole("button", { name: "Answer again" }));
    await waitFor(() => expect(saidToAgent(start)).toEqual(["How are sales?"]));
    expect(rewound(server)).toEqual([{ message: "m3" }]);
  });

  it("is copied as words, and as markdown", async () => {
    const { person } = converse(thread(both));
    const turn = within(await turnOf("How are sales?"));
    await person.click(turn.getByRole("button", { name: "Copy as Markdown, with its tables" }));
    expect(await navigator.clipboard.readText()).toBe("**Up** by 12 %");
    await person.click(turn.getByRole("button", { name: "Copy the answer" }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe("Up by 12 %"));
  });
});

describe("a failed run", () => {
  it("is tried again in its place", async () => {
    const { person, server, start } = converse(thread([...first, message("m3", makeSaid("Again"), 3), message("m4", broke, 4)]));
    await person.click(await screen.findByRole("button", { name: "Try again" }));
    await waitFor(() => expect(saidToAgent(start)).toEqual(["Again"]));
    expect(rewound(server)).toEqual([{ message: "m3" }]);
  });
});

describe("an earlier attempt", () => {
  const attempt: Attempt = { number: 1, messages: [message("a1", makeSaid("How were sales?"), 3), message("a2", answered("Down"), 4)], answers: {} };
  const open = () => converse(thread(both, { attempts: [{ number: 1, after: "m2" }] }), { "GET /api/threads/t1/attempts/1": () => attempt });

  it("is one step back from what was said instead, and only read", async () => {
    const { person } = open();
    const turn = within(await turnOf("How are sales?"));
    expect(turn.getByRole("group", { name: "Attempts" })).toHaveTextContent("2/2");
    await person.click(turn.getByRole("button", { name: "Earlier attempt" }));
    expect(await screen.findByText("Down")).toBeInTheDocument();
    expect(screen.queryByText("How are sales?")).toBeNull();
    expect(screen.getByText("Hi there")).toBeInTheDocument();
    expect(screen.queryByRole("textbox", { name: "Message" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Edit|Answer again/ })).toBeNull();
  });

  it("leads back to the one that counts", async () => {
    const { person } = open();
    await person.click(within(await turnOf("How are sales?")).getByRole("button", { name: "Earlier attempt" }));
    await screen.findByText("Down");
    await person.click(screen.getByRole("button", { name: "Back to the current one" }));
    expect(await screen.findByText("How are sales?")).toBeInTheDocument();
    expect(composer()).toBeInTheDocument();
  });
});
