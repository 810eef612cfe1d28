import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";

import { covered } from "@/api/row-desk.ts";
import { rowsQuery } from "@/api/rows.ts";
import type { Collection, CollectionView, PanelView } from "@/api/types.ts";
import type { Pages } from "@/blocks/contract.ts";
import { type Problem, problemFrom } from "@/lib/problem.ts";
import type { Row, Slice } from "@/lib/shapes.ts";
import { type ChangedCells, changedCells } from "./changed-cells.ts";
import { deskOf, useCovers } from "./use-row-desk.ts";

export interface ShownRows {
  rows: Row[];
  /** The server's own copy, without what is under way here. */
  stored: Row[];
  pages: Pages | null;
  total: number;
  isLoading: boolean;
  problem: Problem | null;
  retry: () => void;
}

const none: Row[] = [];

/** The rows of a collection as this person sees them: the server's copy under what they just did to it. */
export function useRows(view: PanelView, collection: string, ask: Slice): ShownRows {
  const shown = view.collections[collection];
  const covers = useCovers(view.id);
  const paged = usePagedRows(view.id, collection, ask, isPaged(shown));
  const rows = shown?.rows ?? paged.rows;
  const covering = useMemo(() => covered(rows, covers), [rows, covers]);
  return { ...paged, rows: covering, stored: rows, total: shown?.count ?? 0 };
}

function isPaged(shown: CollectionView | undefined): boolean {
  return shown !== undefined && shown.rows === null;
}

function usePagedRows(panel: string, collection: string, ask: Slice, isUsed: boolean) {
  // What is hidden or how many are kept is a matter of drawing and asks for no other page.
  const slice = { ...ask, hidden: [], limit: null };
  const query = useInfiniteQuery({ ...rowsQuery(panel, collection, slice), enabled: isUsed, placeholderData: (old) => old });
  const loaded = query.data?.pages;
  const rows = useMemo(() => loaded?.flatMap((page) => page.rows) ?? none, [loaded]);
  const first = loaded?.[0];
  const pages: Pages | null = isUsed
    ? {
        matching: first?.matching ?? 0,
        groups: first?.groups ?? [],
        hasMore: query.hasNextPage,
        isLoading: query.isFetching,
        loadMore: () => void query.fetchNextPage(),
      }
    : null;
  return {
    rows,
    pages,
    isLoading: isUsed && query.isPending,
    problem: query.isError && !loaded ? problemFrom(query.error) : null,
    retry: () => void query.refetch(),
  };
}

const SHOWN_FOR = 6_000;
const noChange: ChangedCells = new Map();

/** The cells that somebody else, or a refresh, changed a moment ago. One's own edits need no pointing out. */
export function useChangedCells(panel: string, collection: Collection | undefined, stored: Row[]): ChangedCells {
  const client = useQueryClient();
  const [changed, setChanged] = useState(noChange);
  const before = useRef(stored);
  useEffect(() => {
    const old = before.current;
    before.current = stored;
    if (old === stored || old.length === 0) return;
    const desk = deskOf(client, panel);
    const now = changedCells(old, stored, (row, field, since) => desk.isOwn(row, field, since));
    if (now.size > 0) setChanged(now);
  }, [client, panel, stored]);
  useEffect(() => {
    if (changed.size === 0) return;
    const timer = setTimeout(() => setChanged(noChange), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [changed]);
  const stage = collection?.fields.find((field) => field.type === "stage")?.id;
  return useMemo(() => withStageName(changed, stage), [changed, stage]);
}

/** On the wire it is "stage"; the block knows it by the id of its field. */
function withStageName(changed: ChangedCells, stage: string | undefined): ChangedCells {
  if (!stage || stage === "stage") return changed;
  return new Map([...changed].map(([row, fields]) => [row, fields.map((name) => (name === "stage" ? stage : name))]));
}
