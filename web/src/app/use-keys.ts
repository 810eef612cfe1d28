import { useEffect } from "react";

interface Keys {
  onPalette: () => void;
  /** Null when the person switched single-key shortcuts off. */
  onHelp: (() => void) | null;
}

/** The shortcuts of the whole page. Those of a table or a board belong to them. */
export function useKeys({ onPalette, onHelp }: Keys): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
      } else if (onHelp && event.key === "?" && !isTyping(event.target)) {
        event.preventDefault();
        onHelp();
      }
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onPalette, onHelp]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}
