import { queryOptions } from "@tanstack/react-query";

import { api, take } from "./client.ts";
import { keys } from "./keys.ts";
import type { VersionView } from "./types.ts";

const VERSIONS_AT_ONCE = 50;
const startOfHistory: number | null = null;

/** Newest first; `getNextPageParam` is the version below which the next page starts. */
export function versionsQuery(panel: string) {
  return {
    queryKey: keys.versions(panel),
    queryFn: ({ pageParam }: { pageParam: number | null }) =>
      take(
        api.GET("/api/panels/{panel}/versions", {
          params: { path: { panel }, query: { before: pageParam, limit: VERSIONS_AT_ONCE } },
        }),
      ),
    initialPageParam: startOfHistory,
    getNextPageParam: (page: VersionView[]) =>
      page.length < VERSIONS_AT_ONCE ? null : (page.at(-1)?.version ?? null),
  };
}

/** What one version changed, as it was before it. That never changes any more. */
export function versionQuery(panel: string, version: number) {
  return queryOptions({
    queryKey: keys.version(panel, version),
    queryFn: () =>
      take(api.GET("/api/panels/{panel}/versions/{version}", { params: { path: { panel, version } } })),
  });
}

export function comparisonQuery(panel: string, older: number, newer: number) {
  return queryOptions({
    queryKey: keys.comparison(panel, older, newer),
    queryFn: () =>
      take(
        api.GET("/api/panels/{panel}/versions/{version}/compare/{other}", {
          params: { path: { panel, version: older, other: newer } },
        }),
      ),
  });
}

/** What goes back: all of the panel with its template, only what a tab shows, or only one row. */
export type RestoredPart = { tab?: string; row?: string };

export function restoreVersion(panel: string, version: number, part: RestoredPart) {
  return take(
    api.POST("/api/panels/{panel}/versions/{version}/restore", {
      params: { path: { panel, version } },
      body: { tab: part.tab ?? null, row: part.row ?? null },
    }),
  );
}
