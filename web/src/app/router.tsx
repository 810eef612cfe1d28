import { createRootRoute, createRoute, createRouter, rootRouteId, useMatches } from "@tanstack/react-router";

import { readSearch } from "./address.ts";
import { BrokenPage, NoPage } from "./pages.tsx";
import { Shell } from "./Shell.tsx";

const root = createRootRoute({
  component: Screen,
  validateSearch: readSearch,
  notFoundComponent: NoPage,
  errorComponent: BrokenPage,
});

/** The shell draws both sides itself: what a route adds is only what its address says. */
function Screen() {
  const isKnown = useMatches().some(({ routeId }) => routeId !== rootRouteId);
  return isKnown ? <Shell /> : <NoPage />;
}

const home = createRoute({ getParentRoute: () => root, path: "/" });
const panel = createRoute({ getParentRoute: () => root, path: "/panels/$panel" });

export const router = createRouter({ routeTree: root.addChildren([home, panel]), scrollRestoration: false });

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
