import type { Slice } from "@/lib/shapes.ts";

/** Where a person stands in a panel. It lives in the address, so that a link opens the same view. */
export interface Place {
  tab: string | null;
  row: RowPlace | null;
  /** How each block is sliced, by block id. */
  slices: Readonly<Record<string, Slice>>;
}

export interface RowPlace {
  collection: string;
  row: string;
}

/** A change of place: walking to a tab or row can be walked back from, typing in a filter cannot. */
export type GoTo = (change: Partial<Place>, how?: "push" | "replace") => void;
