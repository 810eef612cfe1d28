import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { Collection, PanelView, TabView } from "@/api/types.ts";
import { BlockView } from "@/blocks/BlockView.tsx";
import { type BlockActions, type BlockData, noData, nothingAllowed } from "@/blocks/contract.ts";
import { asked } from "@/blocks/shared/cut.ts";
import type { Block, Slice } from "@/lib/shapes.ts";
import { wholeList } from "@/lib/slice.ts";
import { useNow } from "@/lib/use-formats.ts";
import { BlockMenu } from "./BlockMenu.tsx";
import type { OpenConflict } from "./conflict.ts";
import { isOlderThanExpected, isToldByTab } from "./staleness.ts";
import { useButtons } from "./use-buttons.ts";
import { useRowActs } from "./use-row-acts.ts";
import { useChangedCells, useRows } from "./use-rows.ts";

export type RowsBlock = Extract<Block, { of: string }>;

/** What a block of a panel needs of its surroundings. */
export interface BlockSurroundings {
  view: PanelView;
  tab: TabView;
  isRefreshing: boolean;
  /** Fills an empty block; null where nothing refreshes the tab. */
  onRefresh: (() => void) | null;
  slices: Readonly<Record<string, Slice>>;
  onSlice: (block: string, slice: Slice) => void;
  onOpenRow: (collection: string, row: string) => void;
  onAddRow: (collection: string, stage: string | null) => void;
  onExport: (collection: string, slice: Slice) => void;
  onConflict: (conflict: OpenConflict) => void;
}

interface PanelBlockProps extends BlockSurroundings {
  block: Block;
}

export function PanelBlock({ block, ...around }: PanelBlockProps) {
  return "of" in block ? <BlockOfRows block={block} {...around} /> : <BlockOfContent block={block} {...around} />;
}

function BlockOfContent({ block, ...around }: PanelBlockProps) {
  const { view, slices, onSlice } = around;
  const { state, common } = useCommon(block.id, around);
  const buttons = useButtons(view, block.id);
  const data: BlockData = { ...noData, ...common, content: state?.content ?? null };
  return (
    <BlockView
      block={block}
      data={data}
      mode="panel"
      actions={{ press: buttons.press }}
      can={{ ...nothingAllowed, buttons: buttons.can }}
      slice={slices[block.id] ?? wholeList}
      onSlice={(slice) => onSlice(block.id, slice)}
      whenEmpty={<RefreshWhenEmpty {...around} />}
      menu={block.kind === "action_buttons" || block.kind === "callout" ? undefined : <BlockMenu block={block} />}
    />
  );
}

/** The next act of a block without data. */
function RefreshWhenEmpty({ tab, onRefresh, isRefreshing }: BlockSurroundings) {
  const { t } = useTranslation("panel");
  if (!onRefresh) return null;
  return (
    <Button onClick={onRefresh} loading={isRefreshing}>
      {t(tab.refresh === "agent" ? "refresh.agent" : "refresh.tool")}
    </Button>
  );
}

/** What is true of any block that holds data. */
function useCommon(target: string, { view, tab, isRefreshing }: BlockSurroundings) {
  const now = useNow();
  const state = view.states[target];
  const age = state?.freshness ?? null;
  const expected = view.template.tabs.find(({ id }) => id === tab.id)?.refresh?.expect_minutes ?? null;
  // What the line of the tab says of this very data is not said by each of its blocks again.
  const freshness = isToldByTab(age, tab.oldest) ? null : age;
  const isStale = tab.stale && isOlderThanExpected(freshness, expected, now);
  return { state, common: { freshness, isRefreshing, isStale } };
}

function BlockOfRows({ block, ...around }: BlockSurroundings & { block: RowsBlock }) {
  const { view, slices, onSlice, onConflict, onOpenRow, onAddRow, onExport } = around;
  const { common } = useCommon(block.of, around);
  const [asTable, setAsTable] = useState(false);
  const drawn = asTable ? tableOf(block) : block;
  const slice = slices[block.id] ?? wholeList;
  const ask = asked(drawn, slice);
  const shown = useRows(view, block.of, ask);
  const collection = view.template.collections.find(({ id }) => id === block.of) ?? emptyCollection(block.of);
  const changed = useChangedCells(view.id, collection, shown.stored);
  const acts = useRowActs({ view, collection, rows: shown.rows, onConflict });
  const can = view.collections[block.of]?.can ?? nothingAllowed.rows;

  const data: BlockData = {
    ...noData,
    ...common,
    fields: collection.fields,
    rows: shown.rows,
    total: shown.total,
    pages: shown.pages,
    isLoading: shown.isLoading,
    problem: shown.problem,
    changed,
  };
  // An act the server does not allow is not handed over: what is not there cannot be drawn.
  const actions: BlockActions = {
    openRow: (row) => onOpenRow(block.of, row),
    retry: shown.retry,
    ...(shown.pages ? { exportCsv: () => onExport(block.of, ask) } : {}),
    ...(can.edit.length > 0 ? { editCell: acts.edit } : {}),
    ...(can.move ? { move: acts.move } : {}),
    ...(can.remove ? { removeRow: acts.remove } : {}),
    ...(can.add ? { addRow: async (stage: string | null) => onAddRow(block.of, stage) } : {}),
  };
  return (
    <BlockView
      block={drawn}
      data={data}
      mode="panel"
      actions={actions}
      can={{ rows: can, buttons: {} }}
      slice={slice}
      onSlice={(next) => onSlice(block.id, next)}
      whenEmpty={<RefreshWhenEmpty {...around} />}
      menu={
        <BlockMenu
          block={block}
          isTable={asTable}
          onTable={block.kind === "table" ? undefined : () => setAsTable(!asTable)}
          onExport={() => onExport(block.of, ask)}
        />
      }
    />
  );
}

/** The same rows as a table: what a board cannot say of them, such as every field. */
function tableOf({ id, title, of, where, width }: RowsBlock): Extract<Block, { kind: "table" }> {
  return { kind: "table", id, title, of, where, width, columns: [], sort: [] };
}

/** A template always has the collections its blocks name; a page older than its template might not. */
function emptyCollection(id: string): Collection {
  return { id, title: id, rows: "inline", key: [], fields: [], private_rows: false };
}
