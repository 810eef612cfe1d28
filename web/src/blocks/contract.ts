import type { ReactNode } from "react";

import type { Problem } from "@/lib/problem.ts";
import type {
  Block,
  BlockKind,
  BlockOf,
  ButtonCan,
  Content,
  Field,
  Freshness,
  Group,
  Row,
  RowsCan,
  Slice,
} from "@/lib/shapes.ts";

/** Where a block stands. In the chat it is a draft: it can be looked at in every way and changes nothing. */
export type Mode = "panel" | "chat";

/** What a person entered into a cell: text as typed (the server reads it in their language), or a choice. */
export type Typed = string | boolean | string[] | null;

/** Rows that come in pages. The server has already cut, sorted and grouped them by `asked(block, slice)`. */
export interface Pages {
  matching: number;
  groups: Group[];
  hasMore: boolean;
  isLoading: boolean;
  loadMore: () => void;
}

export interface BlockData {
  fields: Field[];
  /** The whole list, or with `pages` the part loaded so far. */
  rows: Row[];
  content: Content | null;
  freshness: Freshness | null;
  /** Where "today" is for conditions such as "the last 30 days"; null is where the viewer is. */
  timeZone: string | null;
  /** How many rows this reader may see before any slice. */
  total: number;
  pages: Pages | null;
  isLoading: boolean;
  /** A refresh is running: the old data stays and a thin line moves. */
  isRefreshing: boolean;
  /** The data could not be fetched at all. A failed refresh is told by `freshness` instead. */
  problem: Problem | null;
  /** Older than its template expects. */
  isStale: boolean;
  /** Cells written just now by somebody else or by a refresh: field ids by row id. */
  changed: ReadonlyMap<string, readonly string[]>;
}

/**
 * Each act rejects with a ProblemError when it was refused, and is done when `data` already shows it.
 * An act that is absent is not offered.
 */
export interface BlockActions {
  /** `seen` is the version of the row when the editor opened: the row may have moved on while the person typed. */
  editCell?: (row: string, field: string, typed: Typed, seen?: number) => Promise<void>;
  /** `before` is the card that will follow, or null for the end of the column. */
  move?: (row: string, stage: string | null, before: string | null) => Promise<void>;
  addRow?: (stage: string | null) => Promise<void>;
  removeRow?: (row: string) => Promise<void>;
  openRow?: (row: string) => void;
  press?: (button: string) => Promise<void>;
  /** Fetches the data again. */
  retry?: () => void;
  /** Rows that come in pages are written to a file by the server, since the screen does not hold them all. */
  exportCsv?: () => void;
}

/** What the server allows this reader. `buttons` is keyed by button id. */
export interface BlockCan {
  rows: RowsCan;
  buttons: Record<string, ButtonCan>;
}

/** What the surroundings add around a block. */
export interface BlockSlots {
  /** Entries of the block's menu (`Menu.Item`). */
  menu?: ReactNode;
  /** The line of truth under a block of the chat. */
  footer?: ReactNode;
  /** Next acts offered when the block is empty. */
  whenEmpty?: ReactNode;
}

interface Surroundings extends BlockSlots {
  data: BlockData;
  mode: Mode;
  actions: BlockActions;
  can: BlockCan;
  slice: Slice;
  onSlice: (slice: Slice) => void;
}

export interface BlockProps<Kind extends BlockKind = BlockKind> extends Surroundings {
  block: BlockOf<Kind>;
}

export interface AnyBlockProps extends Surroundings {
  block: Block;
}

export const nothingAllowed: BlockCan = {
  rows: { add: false, edit: [], move: false, remove: false, annotate: false },
  buttons: {},
};

export const noData: BlockData = {
  fields: [],
  rows: [],
  content: null,
  freshness: null,
  timeZone: null,
  total: 0,
  pages: null,
  isLoading: false,
  isRefreshing: false,
  problem: null,
  isStale: false,
  changed: new Map(),
};
