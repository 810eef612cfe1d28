import { useSpoken } from "./live-region.ts";
import { VisuallyHidden } from "./VisuallyHidden.tsx";

/** Speaks what `announce` says. One for the whole page, always mounted: a region that appears with its text is not read. */
export function LiveRegion() {
  const { text, number } = useSpoken();
  return (
    <VisuallyHidden role="status" aria-live="polite" data-testid="live-region">
      <span key={number}>{text}</span>
    </VisuallyHidden>
  );
}
