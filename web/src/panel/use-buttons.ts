import { useQueryClient } from "@tanstack/react-query";

import { pressButton, settleReceipt } from "@/api/panels.ts";
import { keys } from "@/api/keys.ts";
import type { PanelView } from "@/api/types.ts";
import type { ButtonCan } from "@/lib/shapes.ts";
import { showToast } from "@/ui/toasts.ts";

/** The buttons of a block: which may be pressed, and pressing one. */
export function useButtons(view: PanelView, block: string) {
  const client = useQueryClient();
  const can: Record<string, ButtonCan> = {};
  for (const [name, button] of Object.entries(view.buttons)) {
    const [owner, id] = name.split(".");
    if (owner === block && id !== undefined) can[id] = button;
  }
  const press = async (button: string) => {
    const pressed = await pressButton(view.id, block, button);
    if (pressed.receipt) settleReceipt(client, pressed.receipt);
    else await client.invalidateQueries({ queryKey: keys.panel(view.id) });
    showToast({ text: pressed.sentence, tone: "good" });
  };
  return { can, press };
}
