import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { type Connection, listenToPanels, type PanelEvent } from "@/api/events.ts";
import { listsMovedOn } from "@/api/lists.ts";
import { panelHeard } from "@/api/panels.ts";
import type { PanelView } from "@/api/types.ts";

/** Follows every panel on one stream, and fetches again what is on screen when it moved on. */
export function useLiveEvents(onPanel: (event: PanelEvent) => void): Connection {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>("connecting");
  useEffect(() => {
    return listenToPanels({
      have: () => versionsShown(client),
      onPanel: (event) => {
        panelHeard(client, event.panel, event.version);
        onPanel(event);
      },
      onConnection: (now) => {
        setConnection(now);
        // What has no version to compare, such as the list of panels, is simply read again.
        if (now !== "live") return;
        listsMovedOn(client);
        void client.invalidateQueries({ predicate: ({ queryKey: [, , part] }) => part === "alerts" });
      },
    });
  }, [client, onPanel]);
  return connection;
}

function versionsShown(client: QueryClient): ReadonlyMap<string, number> {
  const versions = new Map<string, number>();
  for (const [key, view] of client.getQueriesData<PanelView>({ queryKey: ["panel"] })) {
    const [, panel] = key;
    if (key.length === 2 && typeof panel === "string" && view) versions.set(panel, view.version);
  }
  return versions;
}
