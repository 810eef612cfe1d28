import { createRootRoute, createRoute, createRouter, rootRouteId, useMatches, useParams } from "@tanstack/react-router";
import { lazy, Suspense } from "react";

import { isHousePart } from "@/boss/parts.ts";
import { readSearch } from "./address.ts";
import { BrokenPage, NoPage } from "./pages.tsx";
import { Shell } from "./Shell.tsx";

const root = createRootRoute({
  component: Screen,
  validateSearch: readSearch,
  notFoundComponent: NoPage,
  errorComponent: BrokenPage,
});

/** The one page without the shell: who comes here answers a question and goes back to where it was asked. */
const DecidePage = lazy(() => import("@/decide/DecidePage.tsx"));

/** The shell draws both sides itself: what a route adds is only what its address says. */
function Screen() {
  const isKnown = useMatches().some(({ routeId }) => routeId !== rootRouteId);
  const { part, proposal } = useParams({ strict: false });
  if (proposal !== undefined) {
    return (
      <Suspense fallback={null}>
        <DecidePage key={proposal} proposal={proposal} />
      </Suspense>
    );
  }
  return isKnown && (part === undefined || isHousePart(part)) ? <Shell /> : <NoPage />;
}

const home = createRoute({ getParentRoute: () => root, path: "/" });
const panel = createRoute({ getParentRoute: () => root, path: "/panels/$panel" });
const hooks = createRoute({ getParentRoute: () => root, path: "/panels/$panel/webhooks" });
const house = createRoute({ getParentRoute: () => root, path: "/installation/$part" });
const decide = createRoute({ getParentRoute: () => root, path: "/decide/$proposal" });

export const router = createRouter({ routeTree: root.addChildren([home, panel, hooks, house, decide]), scrollRestoration: false });

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
