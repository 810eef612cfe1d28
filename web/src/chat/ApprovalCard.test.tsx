import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { accessibilityProblems } from "@/test/axe.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, later, refusal } from "@/test/fake-server.ts";
import { useSpoken } from "@/ui/live-region.ts";
import { ApprovalCard, type AskedCall } from "./ApprovalCard.tsx";

const ROUTE = "POST /api/approvals/ap1";

function asked(more: Partial<AskedCall> = {}, approval: Partial<AskedCall["approval"]> = {}): AskedCall {
  return {
    kind: "called",
    call: "c1",
    tool: "crm.send_mail",
    arguments: { to: "embraer@example.com", copies: 1 },
    status: "waiting",
    rows: null,
    seconds: null,
    preview: "",
    reading: null,
    approval: {
      id: "ap1",
      title: "Send letter",
      expires_at: "2099-12-07T15:00:00Z",
      decided_by: "",
      reason: "",
      edited: false,
      goes_on: null,
      ...approval,
    },
    ...more,
  };
}

function Heard() {
  return <output data-testid="heard">{useSpoken().text}</output>;
}

function draw(called: AskedCall, answer: () => unknown = () => ({ approval: {}, run: "r2" })) {
  const server = fakeServer({ [ROUTE]: answer });
  const whole = (one: AskedCall) => (
    <>
      <ApprovalCard called={one} />
      <Heard />
    </>
  );
  const drawn = drawScreen(whole(called));
  return { ...drawn, server, becomes: (next: AskedCall) => drawn.redraw(whole(next)) };
}

const card = () => screen.getByRole("region", { name: /Send letter/ });
const allow = () => within(card()).getByRole("button", { name: "Allow" });
const decline = () => within(card()).getByRole("button", { name: "Decline" });

describe("a call that waits", () => {
  it("says what would be called with exactly what, and until when", async () => {
    draw(asked());
    expect(card()).toHaveTextContent("crm.send_mail");
    expect(card()).toHaveTextContent('{ "to": "embraer@example.com", "copies": 1 }');
    expect(card()).toHaveTextContent(/Expires/);
    expect(await accessibilityProblems()).toEqual([]);
  });

  it("draws what comes from outside as text, whatever it says", () => {
    draw(asked({ arguments: { to: "<img src=x onerror=alert(1)>" } }, { title: "Send letter" }));
    expect(card().querySelector("img")).toBeNull();
    expect(card()).toHaveTextContent("<img src=x onerror=alert(1)>");
  });

  it("is allowed with one press, once", async () => {
    const answer = later<unknown>();
    const { person, server } = draw(asked(), () => answer.promise);
    await person.click(allow());
    expect(decline()).toBeDisabled();
    await person.click(allow());
    expect(server.asked.map(({ body }) => body)).toEqual([{ approve: true, reason: "", arguments: null }]);
    answer.keep({ approval: {}, run: "r2" });
  });

  it("reads the thread again once it is decided", async () => {
    const { person, client } = draw(asked());
    const reread = vi.spyOn(client, "invalidateQueries");
    await person.click(allow());
    await waitFor(() => expect(reread).toHaveBeenCalledWith({ queryKey: ["thread"] }));
  });

  it("is declined with a reason, by keyboard alone", async () => {
    const { person, server } = draw(asked());
    decline().focus();
    await person.keyboard("{Enter}");
    expect(screen.getByRole("textbox", { name: "Why not?" })).toHaveFocus();
    await person.keyboard("Not yet{Tab}{Enter}");
    await waitFor(() => expect(server.asked.at(-1)?.body).toEqual({ approve: false, reason: "Not yet", arguments: null }));
  });

  it("is not declined by who goes back", async () => {
    const { person, server } = draw(asked());
    await person.click(decline());
    await person.keyboard("{Escape}");
    expect(allow()).toBeEnabled();
    expect(server.asked).toEqual([]);
  });

  it("says why it could not be decided, and still waits", async () => {
    const { person } = draw(asked(), () => {
      throw refusal("run_busy");
    });
    await person.click(allow());
    expect(await screen.findByRole("alert")).toHaveTextContent("The agent is still answering in this thread.");
    expect(allow()).toBeEnabled();
  });

  it("is no longer to be decided when its time is over", () => {
    draw(asked({}, { expires_at: "2020-01-01T00:00:00Z" }));
    expect(within(card()).queryByRole("button", { name: "Allow" })).toBeNull();
    expect(card()).toHaveTextContent("Not called: it waited too long for a decision.");
  });
});

describe("what came of it", () => {
  it("is spoken when it changes, and who was at a button is led to the title", async () => {
    const { person, becomes } = draw(asked());
    expect(screen.getByTestId("heard")).toHaveTextContent("");
    await person.click(allow());
    becomes(asked({ status: "running" }, { decided_by: "Ana", goes_on: "r2" }));
    expect(screen.getByTestId("heard")).toHaveTextContent("Send letter: It is being called.");
    await waitFor(() => expect(within(card()).getByRole("heading")).toHaveFocus());
    becomes(asked({ status: "done", preview: "sent" }, { decided_by: "Ana", goes_on: "r2" }));
    expect(card()).toHaveTextContent("Done. Allowed by Ana.");
    expect(card()).toHaveTextContent("sent");
  });

  it.each([
    ["declined", "Declined. It was not called. By Ana."],
    ["withdrawn", "Not called: the conversation went on without a decision."],
    ["failed", "It failed."],
    ["unknown", "It is not known whether it took effect."],
  ] as const)("is told plainly when it is %s", async (status, text) => {
    draw(asked({ status, preview: "x" }, { decided_by: status === "declined" ? "Ana" : "", reason: "Not yet" }));
    expect(card()).toHaveTextContent(text);
    expect(card()).toHaveTextContent("Reason: Not yet");
    expect(await accessibilityProblems()).toEqual([]);
  });

  it("says that the person changed the arguments", () => {
    draw(asked({ status: "done" }, { edited: true }));
    expect(card()).toHaveTextContent("Arguments, as they were changed");
  });
});
