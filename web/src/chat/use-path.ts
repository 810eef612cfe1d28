import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";

import { attemptQuery } from "@/api/threads.ts";
import type { ThreadView } from "@/api/types.ts";
import type { ShownThread } from "./thread-messages.ts";
import type { Chosen } from "./use-chosen.ts";
import { type Path, pathAlong } from "./versions.ts";

const NO_HEADS: ThreadView["attempts"] = [];

/** The conversation along the earlier attempts that the person wants to read; those are fetched then. */
export function usePath(stored: ThreadView | null, shown: ShownThread, chosen: Chosen): Path {
  const thread = stored?.thread.id ?? "";
  const heads = stored?.attempts ?? NO_HEADS;
  const numbers = [...chosen.values()].filter((number) => number !== null);
  const queries = useQueries({ queries: numbers.map((number) => attemptQuery(thread, number)) });
  const attempts = queries.flatMap(({ data }) => (data ? [data] : []));
  const loaded = attempts.map(({ number }) => number).join();
  return useMemo(
    () => pathAlong(shown, { heads, attempt: (number) => attempts.find((one) => one.number === number) ?? null, chosen }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- an attempt never changes: which are there is what counts
    [shown, heads, chosen, loaded],
  );
}
