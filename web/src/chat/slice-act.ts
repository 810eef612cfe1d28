import type { Slice } from "@/lib/shapes.ts";
import { cuts } from "@/lib/slice.ts";

/** A cut leaves rows out; other slices only look at them differently. */
export function sliceAct(slice: Slice): "filter" | "arrange" {
  return cuts(slice) ? "filter" : "arrange";
}
