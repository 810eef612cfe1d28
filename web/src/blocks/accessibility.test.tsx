import { waitFor } from "@testing-library/react";
import axe from "axe-core";
import { describe, expect, it } from "vitest";

import { kinds } from "@/gallery/examples.ts";
import { customerFields, customers } from "@/gallery/rows.ts";
import { drawBlock } from "@/test/draw-block.tsx";

import { type BlockCan, nothingAllowed } from "./contract.ts";

/** Nothing is laid out here, so colours and sizes are checked in a browser instead. */
const rules = { "color-contrast": { enabled: false }, "target-size": { enabled: false }, region: { enabled: false } };

const everything: BlockCan = {
  rows: { add: true, edit: ["company", "revenue"], move: true, remove: true, annotate: true },
  buttons: { change_world: { press: true, why: null } },
};
const done = () => Promise.resolve();
const actions = { editCell: done, move: done, addRow: done, removeRow: done, openRow: () => undefined, press: done };

async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.body, { rules });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

describe("every kind can be used without seeing or pointing", () => {
  it.each(kinds)("%s, with everything allowed", async (kind) => {
    drawBlock(kind, { can: everything, actions });
    await settled();
    expect(await violations()).toEqual([]);
  });

  it.each(["table", "kanban", "card_grid"] as const)("%s, with many rows and nothing allowed", async (kind) => {
    drawBlock(kind, {
      data: { fields: customerFields, rows: customers(300) },
      can: nothingAllowed,
      slice: { search: "e" },
    });
    await settled();
    expect(await violations()).toEqual([]);
  });
});

/** The drawing has come: no grey shape is left. */
async function settled(): Promise<void> {
  await waitFor(() => expect(document.querySelector('[aria-label="Loading"]')).toBeNull());
}
