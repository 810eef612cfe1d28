import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { composer, converse, limits, saidToAgent } from "@/test/converse.tsx";
import { refusal } from "@/test/fake-server.ts";
import { makeSaid, makeThread } from "@/test/samples.ts";

const quiet = makeThread({
  messages: [{ id: "m1", thread: "t1", seq: 1, run: "r1", at: "2026-11-30T12:00:00Z", body: makeSaid("Hello") }],
  answers: {},
});
const open = (...more: [Parameters<typeof converse>[1]?, Parameters<typeof converse>[2]?]) => converse(quiet, ...more);
const send = () => screen.getByRole("button", { name: "Send" });

/** An upload as a browser makes it: the test says how it ends. */
class Upload {
  static last: Upload | null = null;
  readonly upload = new EventTarget();
  readonly ends = new EventTarget();
  status = 0;
  response: unknown = null;
  responseType = "";
  address = "";
  constructor() {
    Upload.last = this;
  }
  open(_method: string, address: string) {
    this.address = address;
  }
  setRequestHeader() {}
  addEventListener(name: string, listener: EventListener) {
    this.ends.addEventListener(name, listener);
  }
  send() {}
  abort() {
    this.ends.dispatchEvent(new Event("abort"));
  }
  finish(status: number, response: unknown) {
    Object.assign(this, { status, response });
    this.ends.dispatchEvent(new Event("load"));
  }
}
const made = { id: "at1", owner: "ana", name: "list.csv", size: 3, digest: "", at: "", kind: "rows", sheets: [{ title: "", columns: ["a"], row_count: 7, kept: 7 }], characters: 0 };
const listed = () => new File(["a;b"], "list.csv");

async function attach(person: ReturnType<typeof open>["person"], file = listed()) {
  await screen.findByText("Hello");
  await waitFor(() => expect(document.querySelector("input[type=file]")).toHaveAttribute("accept", ".csv,.txt"));
  const chooser = document.querySelector<HTMLInputElement>("input[type=file]");
  if (chooser) await person.upload(chooser, file);
}

beforeEach(() => {
  localStorage.clear();
  Upload.last = null;
  vi.stubGlobal("XMLHttpRequest", Upload);
});

describe("the composer", () => {
  it("leaves Enter to the keyboard while a word is being composed", async () => {
    const { person, start } = open();
    await screen.findByText("Hello");
    await person.type(composer(), "にほん");
    fireEvent.keyDown(composer(), { key: "Enter", isComposing: true });
    expect(start).not.toHaveBeenCalled();
    fireEvent.keyDown(composer(), { key: "Enter" });
    await waitFor(() => expect(saidToAgent(start)).toEqual(["にほん"]));
  });

  it("breaks the line with Shift+Enter", async () => {
    const { person, start } = open();
    await screen.findByText("Hello");
    await person.type(composer(), "a{Shift>}{Enter}{/Shift}b");
    expect(composer()).toHaveValue("a\nb");
    expect(start).not.toHaveBeenCalled();
  });

  it("stops the answer with Escape", async () => {
    const { person, cancel } = open();
    await screen.findByText("Hello");
    await person.type(composer(), "Go{Enter}");
    await screen.findByRole("button", { name: "Stop the answer" });
    await person.keyboard("{Escape}");
    await waitFor(() => expect(cancel).toHaveBeenCalledOnce());
  });

  it("says how much room is left before there is none, and then why nothing is sent", async () => {
    const { person, start } = open();
    await screen.findByText("Hello");
    fireEvent.change(composer(), { target: { value: "x".repeat(190) } });
    expect(await screen.findByText("190 of 200 characters")).toBeInTheDocument();
    fireEvent.change(composer(), { target: { value: "x".repeat(201) } });
    expect(await screen.findByText("The message is too long.")).toBeInTheDocument();
    expect(send()).toBeDisabled();
    await person.type(composer(), "{Enter}");
    expect(start).not.toHaveBeenCalled();
  });

  it("makes a file of what is too long for a message", async () => {
    const { person } = open();
    await screen.findByText("Hello");
    fireEvent.change(composer(), { target: { value: "x".repeat(300) } });
    await person.click(await screen.findByRole("button", { name: "Attach it as a file" }));
    expect(Upload.last?.address).toContain("pasted%20text.txt");
    expect(composer()).toHaveValue("");
  });

  it("sends nothing without a network, and keeps what is written", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    const { person } = open();
    await screen.findByText("Hello");
    await person.type(composer(), "later");
    expect(screen.getByText("No connection. What you write is kept.")).toBeInTheDocument();
    expect(send()).toBeDisabled();
    expect(localStorage.getItem("liveapps.draft.t1")).toBe("later");
    vi.restoreAllMocks();
  });
});

describe("a message that was not sent", () => {
  it("is kept over a reload", async () => {
    const { person } = open({}, { start: async () => Promise.reject(new TypeError("away")) });
    await screen.findByText("Hello");
    await person.type(composer(), "Precious{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("The server could not be reached.");
    expect(localStorage.getItem("liveapps.draft.t1")).toBe("Precious");
  });

  it("leads to signing in when the session is over", async () => {
    const { person, client } = open({}, { start: async () => Promise.reject(refusal("sign_in_required")) });
    await screen.findByText("Hello");
    await person.type(composer(), "Precious{Enter}");
    expect(await screen.findByRole("alert")).toHaveTextContent("The message is kept.");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    await person.click(screen.getByRole("button", { name: "Sign in again" }));
    expect(client.getQueryData(["me"])).toBeNull();
  });

  it("is not offered to be sent again when it would be refused just the same", async () => {
    const { person } = open({}, { start: async () => Promise.reject(refusal("payload_too_large")) });
    await screen.findByText("Hello");
    await person.type(composer(), "Big{Enter}");
    await screen.findByRole("alert");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    await person.click(screen.getByRole("button", { name: "Edit" }));
    expect(composer()).toHaveValue("Big");
  });
});

describe("a file", () => {
  it("goes with the message once it is up, with or without words", async () => {
    const { person, start } = open();
    await attach(person);
    expect(await screen.findByText("Waiting for the files to go up.")).toBeInTheDocument();
    expect(send()).toBeDisabled();
    Upload.last?.finish(201, made);
    expect(await screen.findByText("7 rows")).toBeInTheDocument();
    await person.click(send());
    await waitFor(() => expect(start.mock.calls[0]?.[0].message).toMatchObject({ text: "", files: ["at1"] }));
    expect(await screen.findByRole("link", { name: /list\.csv/ })).toHaveAttribute("href", "/api/attachments/at1");
  });

  it("says why it was refused, and holds the message until it is taken out", async () => {
    const { person } = open();
    await attach(person);
    Upload.last?.finish(422, { code: "file_unreadable", title: "", facts: { reason: "protected", name: "list.csv" }, next_step: "" });
    expect(await screen.findByRole("alert")).toHaveTextContent("It is protected by a password.");
    await person.type(composer(), "Look");
    expect(send()).toBeDisabled();
    await person.click(screen.getByRole("button", { name: "Remove list.csv" }));
    expect(send()).toBeEnabled();
  });

  it("over the limit never leaves the browser", async () => {
    const { person } = open();
    await attach(person, new File(["x".repeat(limits.file_bytes + 1)], "big.csv"));
    expect(await screen.findByRole("alert")).toHaveTextContent("larger than");
    expect(Upload.last).toBeNull();
  });

  it("can be dropped anywhere on the conversation", async () => {
    open();
    await screen.findByText("Hello");
    const section = screen.getByRole("region", { name: "Chat" });
    const dataTransfer = { types: ["Files"], files: [listed()] };
    fireEvent.dragEnter(section, { dataTransfer });
    expect(screen.getByText("Drop to attach")).toBeInTheDocument();
    fireEvent.drop(section, { dataTransfer });
    expect(screen.queryByText("Drop to attach")).toBeNull();
    expect(Upload.last?.address).toContain("list.csv");
  });

  it("is made of cells that are pasted, which can still be written instead", async () => {
    const { person } = open();
    await screen.findByText("Hello");
    const cells = "a\tb\n1\t2\n3\t4";
    await person.click(composer());
    await person.paste(cells);
    expect(composer()).toHaveValue("");
    Upload.last?.finish(201, { ...made, name: "pasted table.tsv" });
    await person.click(await screen.findByRole("button", { name: "Write it in the message instead" }));
    expect(composer()).toHaveValue(cells);
  });

  it("comes back into the composer with a message that was not sent", async () => {
    const { person } = open({}, { start: async () => Promise.reject(refusal("run_busy")) });
    await attach(person);
    Upload.last?.finish(201, made);
    await screen.findByText("7 rows");
    await person.type(composer(), "Look{Enter}");
    await person.click(await screen.findByRole("button", { name: "Edit" }));
    expect(composer()).toHaveValue("Look");
    expect(await screen.findByRole("button", { name: "Remove list.csv" })).toBeInTheDocument();
  });
});
