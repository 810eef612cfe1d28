import type { QueryClient } from "@tanstack/react-query";

import { keys } from "./keys.ts";

const REST = 2_000;
const resting = new WeakMap<QueryClient, { again: boolean }>();

/**
 * Reads again the lists that tell of all panels: at once, and then at most once in a while, however much is
 * written. Their last state is always read in the end.
 */
export function listsMovedOn(client: QueryClient): void {
  const rest = resting.get(client);
  if (rest) {
    rest.again = true;
    return;
  }
  const mine = { again: false };
  resting.set(client, mine);
  for (const queryKey of [keys.panels, keys.inbox, keys.trashedPanels]) void client.invalidateQueries({ queryKey });
  setTimeout(() => {
    resting.delete(client);
    if (mine.again) listsMovedOn(client);
  }, REST);
}
