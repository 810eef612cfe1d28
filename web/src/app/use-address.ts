import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

import type { GoTo, Place } from "@/panel/place.ts";
import { placeOf, type Search, withPlace, withThread } from "./address.ts";

export interface Address {
  panel: string | null;
  thread: string | null;
  place: Place;
  goTo: GoTo;
  openPanel: (panel: string, tab?: string) => void;
  closePanel: () => void;
  openThread: (thread: string | null) => void;
}

/** Where this person is, and the ways to go elsewhere. Chat and panel change independently of each other. */
export function useAddress(): Address {
  const navigate = useNavigate();
  const { panel = null } = useParams({ strict: false });
  const search: Search = useSearch({ strict: false });

  const goTo = useCallback<GoTo>(
    (change, how = "push") => {
      void navigate({ to: ".", search: (now: Search) => withPlace(now, change), replace: how === "replace" });
    },
    [navigate],
  );
  const openPanel = useCallback(
    (to: string, tab?: string) => {
      const kept = (now: Search) => ({ ...threadOf(now), ...(tab === undefined ? {} : { tab }) });
      void navigate({ to: "/panels/$panel", params: { panel: to }, search: kept });
    },
    [navigate],
  );
  const closePanel = useCallback(() => void navigate({ to: "/", search: threadOf }), [navigate]);
  const openThread = useCallback(
    (thread: string | null) => {
      void navigate({ to: ".", search: (now: Search) => withThread(now, thread) });
    },
    [navigate],
  );
  return {
    panel,
    thread: search.thread ?? null,
    place: useMemo(() => placeOf(search), [search]),
    goTo,
    openPanel,
    closePanel,
    openThread,
  };
}

function threadOf({ thread }: Search): Search {
  return thread === undefined ? {} : { thread };
}
