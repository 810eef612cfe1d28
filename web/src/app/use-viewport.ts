import { useEffect } from "react";

/** How much of the page is left above a keyboard that lies over it, for browsers that do not make it smaller. */
export function useViewport(): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (!seen) return;
    const measure = () => {
      // Enlarged by hand it shows a part of the page, and the page stays as it is.
      const height = seen.scale === 1 && seen.height < window.innerHeight - 1 ? `${seen.height}px` : "";
      document.documentElement.style.setProperty("--la-viewport", height || "100dvh");
    };
    measure();
    seen.addEventListener("resize", measure);
    return () => seen.removeEventListener("resize", measure);
  }, []);
}
