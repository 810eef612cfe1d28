import { useMatches, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

import { type HousePart, isHousePart } from "@/boss/parts.ts";
import type { GoTo, Place, RowPlace } from "@/panel/place.ts";
import { placeOf, type Search, withPlace, withThread } from "./address.ts";

export interface Address {
  panel: string | null;
  /** The part of the installation that stands in the place of the panel. */
  housePart: HousePart | null;
  /** Whether the webhooks of the panel stand in its place. */
  isAtHooks: boolean;
  thread: string | null;
  place: Place;
  goTo: GoTo;
  /** On one of its tabs, or with one of its rows open. A panel that is open already keeps the rest of its place. */
  openPanel: (panel: string, tab?: string, row?: RowPlace | null) => void;
  closePanel: () => void;
  openHousePart: (part: HousePart) => void;
  openHooks: () => void;
  /** Back from the webhooks, to the very tab and row. */
  closeHooks: () => void;
  openThread: (thread: string | null) => void;
}

/** Where this person is, and the ways to go elsewhere. Chat and panel change independently of each other. */
export function useAddress(): Address {
  const navigate = useNavigate();
  const { panel = null, part } = useParams({ strict: false });
  const isAtHooks = useMatches().some(({ routeId }) => routeId === "/panels/$panel/webhooks");
  const search: Search = useSearch({ strict: false });

  const goTo = useCallback<GoTo>(
    (change, how = "push") => {
      void navigate({ to: ".", search: (now: Search) => withPlace(now, change), replace: how === "replace" });
    },
    [navigate],
  );
  const openPanel = useCallback(
    (to: string, tab?: string, row: RowPlace | null = null) => {
      if (to === panel && row !== null) return goTo({ row });
      const asked = { ...(tab === undefined ? {} : { tab }), ...(row === null ? {} : { row: `${row.collection}/${row.row}` }) };
      const kept = (now: Search) => ({ ...threadOf(now), ...asked });
      void navigate({ to: "/panels/$panel", params: { panel: to }, search: kept });
    },
    [goTo, navigate, panel],
  );
  const closePanel = useCallback(() => void navigate({ to: "/", search: threadOf }), [navigate]);
  const openHousePart = useCallback(
    (to: HousePart) => void navigate({ to: "/installation/$part", params: { part: to }, search: threadOf }),
    [navigate],
  );
  const openHooks = useCallback(() => {
    if (panel !== null) void navigate({ to: "/panels/$panel/webhooks", params: { panel }, search: (now: Search) => now });
  }, [navigate, panel]);
  const closeHooks = useCallback(() => {
    if (panel !== null) void navigate({ to: "/panels/$panel", params: { panel }, search: (now: Search) => now });
  }, [navigate, panel]);
  const openThread = useCallback(
    (thread: string | null) => {
      void navigate({ to: ".", search: (now: Search) => withThread(now, thread) });
    },
    [navigate],
  );
  return {
    panel,
    housePart: isHousePart(part) ? part : null,
    isAtHooks,
    thread: search.thread ?? null,
    place: useMemo(() => placeOf(search), [search]),
    goTo,
    openPanel,
    closePanel,
    openHousePart,
    openHooks,
    closeHooks,
    openThread,
  };
}

function threadOf({ thread }: Search): Search {
  return thread === undefined ? {} : { thread };
}
