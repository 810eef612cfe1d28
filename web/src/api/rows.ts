import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

import type { Slice } from "@/lib/shapes.ts";
import { api, take } from "./client.ts";
import { keys } from "./keys.ts";
import { wholePage } from "./listed.ts";

interface RowPlace {
  panel: string;
  collection: string;
  row: string;
}

const PAGE = 100;
const start: string | null = null;

/** A slice as the query of an address or request: fields by comma, "-" before one for descending. */
export function sliceQuery(slice: Slice) {
  return {
    where: JSON.stringify(slice.where),
    sort: slice.sort.map(({ field, descending }) => (descending ? `-${field}` : field)).join(","),
    search: slice.search,
    unconfirmed: slice.unconfirmed,
    group: slice.group,
  };
}

/** The rows of a paged collection, already cut and sorted by the server. */
export function rowsQuery(panel: string, collection: string, slice: Slice) {
  return infiniteQueryOptions({
    queryKey: keys.rows(panel, collection, slice),
    queryFn: async ({ pageParam }) =>
      wholePage(
        await take(
          api.GET("/api/panels/{panel}/collections/{collection}/rows", {
            params: { path: { panel, collection }, query: { ...sliceQuery(slice), limit: PAGE, cursor: pageParam } },
          }),
        ),
      ),
    initialPageParam: start,
    getNextPageParam: (page) => page.next,
  });
}

export function rowQuery({ panel, collection, row }: RowPlace) {
  return queryOptions({
    queryKey: keys.row(panel, collection, row),
    queryFn: () =>
      take(
        api.GET("/api/panels/{panel}/collections/{collection}/rows/{row}", {
          params: { path: { panel, collection, row } },
        }),
      ),
  });
}

export function patchRow(path: RowPlace, set: Record<string, unknown>, basedOn: number | null) {
  return take(
    api.PATCH("/api/panels/{panel}/collections/{collection}/rows/{row}", {
      params: { path },
      body: { set, add: {}, based_on: basedOn },
    }),
  );
}

export function moveRow(path: RowPlace, stage: string | null, before: string | null, basedOn: number | null) {
  return take(
    api.POST("/api/panels/{panel}/collections/{collection}/rows/{row}/move", {
      params: { path },
      body: { stage, before, based_on: basedOn },
    }),
  );
}

export function removeRow(path: RowPlace) {
  return take(api.DELETE("/api/panels/{panel}/collections/{collection}/rows/{row}", { params: { path } }));
}

export function restoreRow(path: RowPlace) {
  return take(api.POST("/api/panels/{panel}/collections/{collection}/rows/{row}/restore", { params: { path } }));
}

/** `key` makes impatient clicks one row. */
export function addRow(
  path: { panel: string; collection: string },
  body: { values: Record<string, unknown>; stage: string | null },
  key: string,
) {
  return take(
    api.POST("/api/panels/{panel}/collections/{collection}/rows", {
      params: { path, header: { "Idempotency-Key": key } },
      body,
    }),
  );
}

export function annotateRow(path: RowPlace, text: string, key: string) {
  return take(
    api.POST("/api/panels/{panel}/collections/{collection}/rows/{row}/annotations", {
      params: { path, header: { "Idempotency-Key": key } },
      body: { text },
    }),
  );
}

export function settleSuggestion(path: RowPlace & { field: string }, accept: boolean) {
  return take(
    api.POST("/api/panels/{panel}/collections/{collection}/rows/{row}/suggestions/{field}", {
      params: { path },
      body: { accept },
    }),
  );
}
