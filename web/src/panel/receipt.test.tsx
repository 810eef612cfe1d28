import { screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { Receipt, Refreshed } from "@/api/types.ts";
import { setLanguage } from "@/lib/i18n.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { embraer, makePanel, makeReceipt, riotur } from "@/test/samples.ts";
import { RefreshOutcome } from "./RefreshOutcome.tsx";

function refreshed(receipts: Partial<Receipt>[], more: Partial<Refreshed> = {}): Refreshed {
  return {
    tab: "main",
    status: "complete",
    tool: "crm.list_customers",
    reading: null,
    receipts: receipts.map(makeReceipt),
    code: null,
    message: null,
    next_step: null,
    facts: {},
    ...more,
  };
}

function draw(answer: Refreshed) {
  const acts = { onRetry: vi.fn(), onClose: vi.fn(), onOpenRow: vi.fn() };
  return { ...acts, ...drawScreen(<RefreshOutcome view={makePanel()} result={{ kind: "done", refreshed: answer }} {...acts} />) };
}

afterEach(() => setLanguage("en"));

describe("the receipt of a refresh", () => {
  it("is one sentence that tells only what happened", () => {
    draw(refreshed([{ added: ["x"], changed: [riotur.id], unconfirmed: [embraer.id], unchanged: 3 }]));
    expect(screen.getByText("1 new, 1 changed, 1 not confirmed, 3 unchanged")).toBeInTheDocument();
  });

  it("counts in Portuguese as Portuguese does", async () => {
    await setLanguage("pt-BR");
    draw(refreshed([{ added: ["x", "y"], changed: [riotur.id], unconfirmed: [embraer.id], unchanged: 53 }]));
    expect(screen.getByText("2 novos, 1 alterado, 1 não confirmado, 53 sem mudança")).toBeInTheDocument();
  });

  it("adds up the targets of the tab", () => {
    draw(refreshed([{ unchanged: 2 }, { changed: [riotur.id], unchanged: 1 }]));
    expect(screen.getByText("1 changed, 3 unchanged")).toBeInTheDocument();
  });

  it("says so when nothing changed", () => {
    draw(refreshed([{}]));
    expect(screen.getByText("Nothing changed")).toBeInTheDocument();
  });

  it("of numbers and charts says that the content is new", () => {
    draw(refreshed([{ targets: ["sales_numbers"] }]));
    expect(screen.getByText("Content refreshed")).toBeInTheDocument();
  });

  it("opens the list of rows, and a row from it", async () => {
    const { person, onOpenRow } = draw(refreshed([{ changed: [riotur.id], unconfirmed: [embraer.id] }]));
    await person.click(screen.getByRole("button", { name: "1 changed, 1 not confirmed" }));
    await person.click(await screen.findByRole("button", { name: "Embraer" }));
    expect(onOpenRow).toHaveBeenCalledWith(embraer.id);
  });
});

describe("a refresh that failed", () => {
  it("says why and can be tried again", async () => {
    const { person, onRetry } = draw(refreshed([], { status: "error", code: "tool_timeout", message: "late", next_step: "wait" }));
    expect(screen.getByRole("alert")).toHaveTextContent("The refresh did not work.");
    await person.click(screen.getByRole("button", { name: "Try again" }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it("says until when its source is paused", () => {
    const facts = { source: "crm", failures: 3, opens_again_at: "2026-11-30T15:00:30+00:00" };
    draw(refreshed([], { status: "error", code: "source_failed", message: "paused", next_step: "wait", facts }));
    expect(screen.getByRole("alert")).toHaveTextContent(
      /The source “crm” is paused after 3 failures in a row; it is tried again at .*2026.*\./,
    );
  });
});
