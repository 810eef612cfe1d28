import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";

import { panelQuery } from "@/api/panels.ts";

/** The name of the open panel in the title of the browser tab. The panel itself fetches it. */
export function usePageTitle(panel: string | null): void {
  const title = useQuery({ ...panelQuery(panel ?? ""), enabled: false }).data?.template.title;
  useEffect(() => {
    document.title = title && panel !== null ? `${title} · Live Apps` : "Live Apps";
  }, [panel, title]);
}
