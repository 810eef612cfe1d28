import { queryOptions } from "@tanstack/react-query";

import type { Slice } from "@/lib/shapes.ts";
import { api, take } from "./client.ts";
import { keys } from "./keys.ts";
import type { SaveTo } from "./types.ts";

/** What words would do to the rows of an answer, without a model and without doing it. */
/** What words mean depends on the slice in force: the same words may mean something else a moment later. */
export function understandingQuery(answer: string, slice: Slice, text: string) {
  return queryOptions({
    queryKey: keys.understanding(answer, slice, text),
    queryFn: () =>
      take(api.POST("/api/answers/{answer}/understand", { params: { path: { answer } }, body: { text, slice } })),
    staleTime: 5_000,
    gcTime: 60_000,
  });
}

/** `words` is set when the slice was asked for in words: they become part of the thread. */
export function sliceAnswer(answer: string, slice: Slice, words: string | null) {
  return take(api.POST("/api/answers/{answer}/slice", { params: { path: { answer } }, body: { slice, words } }));
}

export function refetchAnswer(answer: string, days: number | null) {
  return take(api.POST("/api/answers/{answer}/refetch", { params: { path: { answer } }, body: { days } }));
}

export function savePreviewQuery(answer: string, to: SaveTo) {
  return queryOptions({
    queryKey: keys.savePreview(answer, to),
    queryFn: () => take(api.POST("/api/answers/{answer}/save/preview", { params: { path: { answer } }, body: { to } })),
    staleTime: 0,
  });
}

/** `key` makes impatient clicks one save. */
export function saveAnswer(answer: string, to: SaveTo, key: string) {
  return take(
    api.POST("/api/answers/{answer}/save", {
      params: { path: { answer }, header: { "Idempotency-Key": key } },
      body: { to },
    }),
  );
}
