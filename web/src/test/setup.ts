import "@testing-library/jest-dom/vitest";

import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeAll } from "vitest";

import { startI18n } from "@/lib/i18n.ts";

/** jsdom lays nothing out. The virtual lists read client sizes, so those are given; offset sizes are not enough. */
const VIEWPORT = { clientWidth: 1200, clientHeight: 720, offsetWidth: 1200, offsetHeight: 720 };
for (const [name, size] of Object.entries(VIEWPORT)) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size });
}

/** A menu hides when what it belongs to has no place on the screen. */
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, VIEWPORT.clientWidth, VIEWPORT.clientHeight);

class StillObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver = StillObserver;

window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => undefined,
  removeListener: () => undefined,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  dispatchEvent: () => false,
});
/** Nor does it paint: what measures with a canvas falls back. */
Object.defineProperty(HTMLCanvasElement.prototype, "getContext", { value: () => null });
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;

// Blocks come in files of their own, which a busy machine takes a while to read.
configure({ asyncUtilTimeout: 8000 });
beforeAll(() => startI18n("en"));
afterEach(cleanup);
