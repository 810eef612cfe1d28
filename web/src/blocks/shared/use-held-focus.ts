import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";

export interface HeldFocus {
  /** The focus goes to the chosen element once it is drawn. */
  request: () => void;
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
}

interface HeldFocusOptions {
  container: RefObject<HTMLElement | null>;
  /** Finds what should hold the focus. */
  selector: string | null;
  /** Leave it to whoever scrolls already. */
  scrolls: boolean;
}

/**
 * Keeps the focus in a windowed list. What holds it may be drawn anew elsewhere (a card in another column, a row
 * that moved): the browser then drops the focus on the page, and it is brought back.
 */
export function useHeldFocus({ container, selector, scrolls }: HeldFocusOptions): HeldFocus {
  const holds = useRef(false);
  const wants = useRef(false);
  useLayoutEffect(() => {
    const isLost = holds.current && document.activeElement === document.body;
    const element =
      selector !== null && (wants.current || isLost) ? container.current?.querySelector<HTMLElement>(selector) : null;
    if (!element) return;
    if (scrolls && wants.current) element.scrollIntoView({ block: "nearest", inline: "nearest" });
    wants.current = false;
    element.focus({ preventScroll: true });
  });
  return {
    request: () => {
      wants.current = true;
    },
    onFocus: () => {
      holds.current = true;
    },
    onBlur: ({ target }) => {
      // Someone went elsewhere only if what lost the focus is still there.
      queueMicrotask(() => {
        if (target.isConnected && !container.current?.contains(document.activeElement)) holds.current = false;
      });
    },
  };
}
