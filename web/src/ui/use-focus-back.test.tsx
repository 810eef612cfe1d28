import { ActionIcon, Menu } from "@mantine/core";
import { screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";

import { drawScreen } from "@/test/draw-screen.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { PanelSheet } from "./PanelSheet.tsx";

function Opening() {
  const [open, setOpen] = useState<"sheet" | "dialog" | null>(null);
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon aria-label="Options">…</ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setOpen("sheet")}>Sheet</Menu.Item>
          <Menu.Item onClick={() => setOpen("dialog")}>Dialog</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === "sheet" ? (
        <PanelSheet title="Sheet" onClose={() => setOpen(null)}>
          inside
        </PanelSheet>
      ) : null}
      <ConfirmDialog
        isOpen={open === "dialog"}
        title="Dialog"
        confirmLabel="Do it"
        onConfirm={() => Promise.resolve()}
        onClose={() => setOpen(null)}
      >
        inside
      </ConfirmDialog>
    </>
  );
}

describe("what was opened from a menu", () => {
  it.each(["Sheet", "Dialog"])("gives the focus back to the button of the menu when Esc closes it: %s", async (name) => {
    const { person } = drawScreen(<Opening />);
    await person.click(screen.getByRole("button", { name: "Options" }));
    await person.click(await screen.findByRole("menuitem", { name }));
    await screen.findByRole(name === "Sheet" ? "complementary" : "dialog", { name });
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    await person.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Options" })).toHaveFocus());
  });
});
