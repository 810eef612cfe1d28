import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** True while the page is being printed: what scrolls on screen must stand whole on paper. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const start = () => flushSync(() => setPrinting(true));
    const stop = () => setPrinting(false);
    window.addEventListener("beforeprint", start);
    window.addEventListener("afterprint", stop);
    return () => {
      window.removeEventListener("beforeprint", start);
      window.removeEventListener("afterprint", stop);
    };
  }, []);
  return isPrinting;
}
