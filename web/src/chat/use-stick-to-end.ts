import { type RefObject, useEffect, useRef, useState } from "react";

const NEAR = 80;

interface StickToEnd {
  isAway: boolean;
  toEnd: () => void;
}

function scrollToEnd(area: HTMLElement | null): void {
  area?.scrollTo({ top: area.scrollHeight });
}

/** Who writes in the list is not pulled away from there. */
function isWrittenIn(area: HTMLElement): boolean {
  const { activeElement: active } = area.ownerDocument;
  return (active instanceof HTMLTextAreaElement || active instanceof HTMLInputElement) && area.contains(active);
}

/** Keeps a growing list at its end, unless the person scrolled up to read. */
export function useStickToEnd(scroller: RefObject<HTMLElement | null>): StickToEnd {
  const isStuck = useRef(true);
  const [isAway, setAway] = useState(false);

  useEffect(() => {
    const area = scroller.current;
    if (!area) return;
    const onScroll = () => {
      isStuck.current = area.scrollHeight - area.scrollTop - area.clientHeight < NEAR;
      setAway(!isStuck.current);
    };
    area.addEventListener("scroll", onScroll, { passive: true });
    // Messages arrive and blocks take their size after they are drawn: both are growth of what is inside.
    const observer = new ResizeObserver(() => {
      if (isStuck.current && !isWrittenIn(area)) scrollToEnd(area);
    });
    for (const child of area.children) observer.observe(child);
    return () => {
      area.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, [scroller]);

  const toEnd = () => {
    isStuck.current = true;
    setAway(false);
    scrollToEnd(scroller.current);
  };
  return { isAway, toEnd };
}
