import { screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import type { Provenance } from "@/api/types.ts";
import { accessibilityProblems } from "@/test/axe.ts";
import { drawScreen } from "@/test/draw-screen.tsx";
import { refusal } from "@/test/fake-server.ts";
import { makeAnswer } from "@/test/samples.ts";
import { AnswerFooter } from "./AnswerFooter.tsx";

const SOURCE: Provenance = {
  reading: "r",
  tool: "crm.list_customers",
  arguments: {},
  collected_at: "2026-11-30T12:00:00Z",
  status: "complete",
  declared: null,
  window: null,
  columns: {},
  repeatable: true,
  file: null,
};
const WINDOW = { argument: "days", days: [7, 30, 90], current: 30 };

function draw(provenance: Provenance | null, onRefetch = vi.fn(() => Promise.resolve())) {
  const answer = makeAnswer({ provenance });
  return { ...drawScreen(<AnswerFooter answer={answer} shown={null} onRefetch={onRefetch} onSave={vi.fn()} />), onRefetch };
}

const again = () => screen.queryByRole("button", { name: "Fetch again" });

describe("fetching again", () => {
  it("is not offered when nobody knows where the data came from", () => {
    draw(null);
    expect(again()).not.toBeInTheDocument();
    expect(screen.getByText("Data of this answer")).toBeInTheDocument();
  });

  it("is not offered when the tool does more than read", () => {
    draw({ ...SOURCE, repeatable: false });
    expect(again()).not.toBeInTheDocument();
    expect(screen.getByText("crm.list_customers")).toBeInTheDocument();
  });

  it("is one click for a tool without a window", async () => {
    const { person, onRefetch } = draw(SOURCE);
    await person.click(again() ?? document.body);
    expect(onRefetch).toHaveBeenCalledWith(null);
  });

  it("goes back 7, 30 or 90 days where the tool takes a number of days", async () => {
    const { person, onRefetch } = draw({ ...SOURCE, window: WINDOW });
    expect(await accessibilityProblems()).toEqual([]);
    await person.click(again() ?? document.body);
    const choices = await screen.findAllByRole("menuitem");
    expect(choices.map((one) => one.textContent)).toEqual(["Last 7 days", "Last 30 days", "Last 90 days"]);
    await person.click(choices[2] ?? document.body);
    expect(onRefetch).toHaveBeenCalledWith(90);
  });

  it("tells why it failed, and can be tried again", async () => {
    const { person, onRefetch } = draw(SOURCE, vi.fn(() => Promise.reject(refusal("tool_timeout"))));
    await person.click(again() ?? document.body);
    expect(await screen.findByRole("alert")).toBeInTheDocument();
    await person.click(again() ?? document.body);
    expect(onRefetch).toHaveBeenCalledTimes(2);
  });
});
