import { screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";

import { ProblemError } from "@/lib/problem.ts";
import { drawBlock } from "@/test/draw-block.tsx";

import { nothingAllowed } from "../contract.ts";

const allowed = { ...nothingAllowed, buttons: { change_world: { press: true, why: null } } };

describe("an action button", () => {
  it("that may not be pressed is no button: it says why and whom to ask", () => {
    const press = vi.fn();
    const can = { ...nothingAllowed, buttons: { change_world: { press: false, why: "tool_not_granted" } } };
    drawBlock("action_buttons", { can, actions: { press } });
    expect(screen.queryByRole("button")).toBeNull();
    expect(
      screen.getByText(/“crm.change_world” has not been allowed in this panel yet. Ask the agent's boss/),
    ).toBeInTheDocument();
  });

  it("without a way to press it is not drawn as working", () => {
    drawBlock("action_buttons", { can: allowed });
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("asks first when the template says so, then runs", async () => {
    const press = vi.fn(() => Promise.resolve());
    const { person } = drawBlock("action_buttons", { can: allowed, actions: { press } });
    await person.click(screen.getByRole("button", { name: "Mudar o mundo" }));
    const dialog = await screen.findByRole("dialog");
    expect(dialog).toHaveTextContent("Altera os dados da fonte de demonstração.");
    expect(press).not.toHaveBeenCalled();
    await person.click(within(dialog).getByRole("button", { name: "Mudar o mundo" }));
    expect(press).toHaveBeenCalledExactlyOnceWith("change_world");
  });

  it("that was refused keeps the dialog open and says why", async () => {
    const problem = { code: "tool_failed", message: "", nextStep: "", facts: {} };
    const press = () => Promise.reject(new ProblemError(problem));
    const { person } = drawBlock("action_buttons", { can: allowed, actions: { press } });
    await person.click(screen.getByRole("button", { name: "Mudar o mundo" }));
    const dialog = await screen.findByRole("dialog");
    await person.click(within(dialog).getByRole("button", { name: "Mudar o mundo" }));
    expect(await within(dialog).findByRole("alert")).toHaveTextContent("The tool answered with an error.");
  });
});
