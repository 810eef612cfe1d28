import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";

import type { Proposal } from "@/api/types.ts";
import { accessibilityProblems } from "@/test/axe.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { fakeServer, later, refusal } from "@/test/fake-server.ts";
import DecidePage from "./DecidePage.tsx";

const stages = [
  { id: "new", title: "Novo" },
  { id: "won", title: "Ganho" },
];
const plain = { role: null, options: [], currency: null, unit: null };
const revenue = { id: "revenue", title: "Receita", type: "money" as const, ...plain, currency: "BRL" };
const change: Proposal = {
  missed: [],
  proposal: "q1",
  kind: "set_values",
  question: "",
  status: "pending",
  panel: "p1",
  panel_title: "Carteira",
  version: 3,
  collection: "customers",
  row: "r1",
  row_title: "Embraer",
  diff: [{ field: revenue, before: 100, after: null }],
  stages: [],
  candidates: [],
  expires_at: "2026-12-01T12:00:00Z",
  decided_at: null,
  chosen: null,
  receipt: null,
  link: "https://apps.example.com/decide/q1",
};

function open(proposal: Proposal = change, answer: () => unknown = () => ({ ...proposal, status: "confirmed" })) {
  const server = fakeServer({ "GET /api/proposals/q1": () => proposal, "POST /api/proposals/q1": answer });
  return { ...drawScreen(<DecidePage proposal="q1" />), server };
}

const sent = (server: ReturnType<typeof fakeServer>) => server.asked.filter(({ method }) => method === "POST").map(({ body }) => body);

describe("the page of a decision", () => {
  it("shows what would change, as it is and as it would be", async () => {
    open();
    expect(await screen.findByText("Change “Embraer”?")).toBeInTheDocument();
    const cells = screen.getAllByRole("cell").map(({ textContent }) => textContent);
    expect(cells).toEqual(["R$100.00", "empty"]);
    expect(screen.getByText("Panel: Carteira")).toBeInTheDocument();
    expect(await accessibilityProblems()).toEqual([]);
  });

  it("sends one answer, and says that it is done", async () => {
    const kept = later<Proposal>();
    const { person, server } = open(change, () => kept.promise);
    await person.click(await screen.findByRole("button", { name: "Confirm" }));
    // While it is on its way there is no second one.
    expect(screen.getByRole("button", { name: "Cancel" })).toBeDisabled();
    kept.keep({ ...change, status: "confirmed" });
    expect(await screen.findByText("Done.")).toBeInTheDocument();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Open the panel" })).toHaveAttribute("href", "/panels/p1");
    expect(sent(server)).toEqual([expect.objectContaining({ event: "confirmed_change", proposal: "q1", schema_version: 1 })]);
  });

  it("cancels without a change", async () => {
    const { person, server } = open(change, () => ({ ...change, status: "cancelled" }));
    await person.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(await screen.findByText("Cancelled. Nothing was changed.")).toBeInTheDocument();
    expect(sent(server)).toEqual([expect.objectContaining({ event: "cancelled" })]);
  });

  it("offers the stages, with the suggested one chosen", async () => {
    const stage = { id: "stage", title: "Etapa", type: "stage" as const, ...plain, options: stages };
    const move = { ...change, kind: "move_to" as const, stages, diff: [{ field: stage, before: "new", after: "won" }] };
    const { person, server } = open(move);
    expect(await screen.findByRole("radio", { name: "Ganho" })).toBeChecked();
    await person.click(screen.getByRole("radio", { name: "Novo" }));
    await person.click(screen.getByRole("button", { name: "Move" }));
    await waitFor(() => expect(sent(server)).toEqual([expect.objectContaining({ event: "moved_card", stage: "new" })]));
    expect(await accessibilityProblems()).toEqual([]);
  });

  it("lets the person choose a row, and not before one is chosen", async () => {
    const candidates = [
      { id: "r1", title: "Embraer", subtitle: "São José" },
      { id: "r2", title: "Riotur", subtitle: "" },
    ];
    const { person, server } = open({ ...change, kind: "pick_one", question: "Qual cliente?", row: null, diff: [], candidates });
    expect(await screen.findByText("Qual cliente?")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Choose" })).toBeDisabled();
    await person.click(screen.getByRole("radio", { name: "Riotur" }));
    await person.click(screen.getByRole("button", { name: "Choose" }));
    await waitFor(() => expect(sent(server)).toEqual([expect.objectContaining({ event: "picked_row", row: "r2" })]));
  });

  it("accepts a suggestion or dismisses it", async () => {
    const { person, server } = open({ ...change, kind: "settle" });
    await person.click(await screen.findByRole("button", { name: "Dismiss" }));
    await waitFor(() =>
      expect(sent(server)).toEqual([expect.objectContaining({ event: "reviewed_suggestion", accept: false })]),
    );
  });

  it.each([
    ["stale", /has changed since/],
    ["expired", /unanswered for too long/],
    ["confirmed", "Done."],
  ] as const)("shows one that is %s with nothing to answer any more", async (status, said) => {
    open({ ...change, status });
    expect(await screen.findByText(said)).toBeInTheDocument();
    expect(screen.queryByRole("button")).not.toBeInTheDocument();
  });

  it("says why it was refused, and shows how things are now", async () => {
    const { person, server } = open(change, () => Promise.reject(refusal("proposal_stale", { field: "revenue" })));
    await person.click(await screen.findByRole("button", { name: "Confirm" }));
    expect(await screen.findByRole("alert")).toHaveTextContent("The row has changed since this was proposed.");
    await waitFor(() => expect(server.count("GET /api/proposals/q1")).toBe(2));
  });

  it("says when the question is not put to this person", async () => {
    fakeServer({ "GET /api/proposals/q1": () => Promise.reject(refusal("proposal_not_found")) });
    drawScreen(<DecidePage proposal="q1" />);
    expect(await screen.findByRole("alert")).toHaveTextContent("not put to you");
  });
});
