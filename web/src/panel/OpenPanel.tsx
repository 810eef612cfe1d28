import { Tabs } from "@mantine/core";
import { lazy, Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";

import { useMyId } from "@/api/session.ts";
import type { PanelView } from "@/api/types.ts";
import type { Slice } from "@/lib/shapes.ts";
import { wholeList } from "@/lib/slice.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { ConfirmDialog } from "@/ui/ConfirmDialog.tsx";
import { announce } from "@/ui/live-region.ts";
import { AddRowDialog } from "./AddRowDialog.tsx";
import type { OpenConflict } from "./conflict.ts";
import { ConflictNotice } from "./ConflictNotice.tsx";
import { ContextSheet } from "./ContextSheet.tsx";
import { useExport } from "./use-export.ts";
import classes from "./Panel.module.css";
import { type PanelAct, PanelHeader } from "./PanelHeader.tsx";
import type { GoTo, Place } from "./place.ts";
import { PrintHead } from "./PrintHead.tsx";
import { outcomeOfRefresh, outcomeSentence, RefreshOutcome } from "./RefreshOutcome.tsx";
import { collectionOf, collectionWith } from "./row-titles.ts";
import { RowSheet } from "./row/RowSheet.tsx";
import { TabBar } from "./TabBar.tsx";
import { TabBlocks } from "./TabBlocks.tsx";
import { TabLine } from "./TabLine.tsx";
import { TrashDialog } from "./TrashDialog.tsx";
import { useConflicts } from "./use-conflicts.ts";
import { useRefresh } from "./use-refresh.ts";

const AlertsSheet = lazy(() => import("@/alerts/AlertsSheet.tsx"));
const HistorySheet = lazy(() => import("./history/HistorySheet.tsx"));
const TrashSheet = lazy(() => import("./TrashSheet.tsx"));
const TemplateDialog = lazy(() => import("./TemplateDialog.tsx"));

/** What is read beside the blocks takes the place of the row that stood there. */
const BESIDE: readonly PanelAct[] = ["history", "context", "alerts", "rowTrash"];

/** Ways out of a panel, which lead to rooms it does not know. */
export interface PanelExits {
  onClose: () => void;
  /** Puts a prompt into the conversation with the panel's agent, to be sent by the person. */
  onAskAgent: (agent: string, prompt: string) => void;
  /** Leads to what outside systems send to this panel. */
  onHooks: () => void;
}

interface OpenPanelProps extends PanelExits {
  view: PanelView;
  place: Place;
  goTo: GoTo;
}

type Opened = { what: PanelAct } | { what: "add"; collection: string; stage: string | null } | { what: "regenerate"; tab: string };

export function OpenPanel({ view, place, goTo, onClose, onAskAgent, onHooks }: OpenPanelProps) {
  const { t } = useTranslation("panel");
  const formats = useFormats();
  const me = useMyId();
  const refresh = useRefresh(view);
  const exportRows = useExport(view.id);
  const [opened, setOpened] = useState<Opened | null>(null);
  const conflicts = useConflicts();

  const tab = view.template.tabs.find(({ id }) => id === place.tab) ?? view.template.tabs[0];
  const age = view.tabs.find(({ id }) => id === tab?.id);
  const { slices } = place;
  const onSlice = useCallback(
    (block: string, slice: Slice) => goTo({ slices: withSlice(slices, block, slice) }, "replace"),
    [goTo, slices],
  );
  if (!tab || !age) return null;

  const runRefresh = async (name: string) => {
    const result = await refresh.tab(name);
    if (result?.kind === "done" && result.refreshed.status !== "error") {
      announce(outcomeSentence(outcomeOfRefresh(view, result.refreshed), t, formats));
    }
  };
  const startRefresh = () => {
    if (tab.refresh?.by === "agent") onAskAgent(view.agent, tab.refresh.prompt);
    else if (view.template.semantics === "generate") setOpened({ what: "regenerate", tab: tab.id });
    else void runRefresh(tab.id);
  };
  const onAct = (act: PanelAct) => {
    if (act === "print") window.print();
    else if (act === "hooks") onHooks();
    else setOpened({ what: act });
    if (BESIDE.includes(act)) goTo({ row: null });
  };
  const openRow = (collection: string | null, row: string) => {
    if (!collection) return;
    setOpened(null);
    goTo({ row: { collection, row } });
  };
  const result = refresh.results.get(tab.id);
  const close = () => setOpened(null);

  return (
    <div className={classes["panel"]}>
      <div className={classes["main"]}>
        <PanelHeader
          view={view}
          isRefreshing={refresh.running.size > 0}
          onRefreshAll={() => void refresh.all()}
          onAct={onAct}
          onExport={(collection) => void exportRows(collection, wholeList)}
          onClose={onClose}
        />
        <PrintHead tab={tab} age={age} />
        <Tabs className={classes["tabs"] ?? ""} value={tab.id} onChange={(name) => goTo({ tab: name, row: null })} keepMounted={false}>
          <TabBar view={view} />
          <Tabs.Panel value={tab.id} className={classes["tab"] ?? ""}>
            <TabLine tab={age} me={me} isRefreshing={refresh.running.has(tab.id)} onRefresh={startRefresh} />
            {result ? (
              <RefreshOutcome
                view={view}
                result={result}
                onRetry={() => void runRefresh(tab.id)}
                onClose={() => refresh.dismiss(tab.id)}
                onOpenRow={(row) => openRow(collectionWith(view, row), row)}
              />
            ) : null}
            {conflicts.open.map((conflict) => (
              <ConflictNotice
                key={`${conflict.row.id} ${conflict.field.id}`}
                view={view}
                conflict={conflict}
                onAgain={(again) => conflicts.add({ ...again, settle: conflict.settle })}
                onDecided={() => conflicts.decide(conflict)}
              />
            ))}
            <TabBlocks
              blocks={tab.blocks}
              view={view}
              tab={age}
              isRefreshing={refresh.running.has(tab.id)}
              onRefresh={age.refresh === null ? null : startRefresh}
              slices={slices}
              onSlice={onSlice}
              onOpenRow={openRow}
              onAddRow={(collection, stage) => setOpened({ what: "add", collection, stage })}
              onExport={(collection, slice) => void exportRows(collection, slice)}
              onConflict={conflicts.add}
            />
          </Tabs.Panel>
        </Tabs>
      </div>
      <OpenedBeside view={view} tab={tab.id} place={place} opened={opened} onClose={close} goTo={goTo} onConflict={conflicts.add} />
      <OpenedOver view={view} opened={opened} onClose={close} onRefresh={runRefresh} onTrashed={onClose} openRow={openRow} />
    </div>
  );
}

/** A slice that says nothing leaves no trace in the address. */
function withSlice(slices: Place["slices"], block: string, slice: Slice): Place["slices"] {
  const { [block]: _, ...others } = slices;
  return isWhole(slice) ? others : { ...others, [block]: slice };
}

function isWhole(slice: Slice): boolean {
  return JSON.stringify({ ...wholeList, ...slice }) === JSON.stringify(wholeList);
}

interface BesideProps {
  view: PanelView;
  tab: string;
  place: Place;
  opened: Opened | null;
  onClose: () => void;
  goTo: GoTo;
  onConflict: (conflict: OpenConflict) => void;
}

/** What is read while looking at the panel stands beside its blocks. */
function OpenedBeside({ view, tab, place, opened, onClose, goTo, onConflict }: BesideProps) {
  const collection = place.row ? collectionOf(view, place.row.collection) : undefined;
  if (place.row && collection) {
    return (
      <RowSheet
        key={place.row.row}
        view={view}
        collection={collection}
        place={place.row}
        onClose={() => goTo({ row: null })}
        onConflict={onConflict}
      />
    );
  }
  return (
    <Suspense fallback={null}>
      {opened?.what === "history" ? <HistorySheet view={view} tab={tab} onClose={onClose} /> : null}
      {opened?.what === "alerts" ? <AlertsSheet view={view} onClose={onClose} /> : null}
      {opened?.what === "rowTrash" ? <TrashSheet view={view} onClose={onClose} /> : null}
      {opened?.what === "context" ? <ContextSheet view={view} onClose={onClose} /> : null}
    </Suspense>
  );
}

interface OverProps {
  view: PanelView;
  opened: Opened | null;
  onClose: () => void;
  onRefresh: (tab: string) => Promise<void>;
  onTrashed: () => void;
  openRow: (collection: string | null, row: string) => void;
}

/** Short acts are dialogs. */
function OpenedOver({ view, opened, onClose, onRefresh, onTrashed, openRow }: OverProps) {
  const { t } = useTranslation("panel");
  if (opened?.what === "add") {
    const collection = collectionOf(view, opened.collection);
    if (!collection) return null;
    return (
      <AddRowDialog
        panel={view.id}
        collection={collection}
        editable={view.collections[collection.id]?.can.edit ?? []}
        stage={opened.stage}
        onClose={onClose}
        onAdded={(receipt) => {
          onClose();
          const [added] = receipt.added;
          if (added) openRow(collection.id, added);
        }}
      />
    );
  }
  if (opened?.what === "template") {
    return (
      <Suspense fallback={null}>
        <TemplateDialog template={view.template} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <>
      <TrashDialog view={view} isOpen={opened?.what === "trash"} onClose={onClose} onTrashed={onTrashed} />
      <ConfirmDialog
        isOpen={opened?.what === "regenerate"}
        title={t("refresh.regenerateTitle")}
        confirmLabel={t("refresh.regenerate")}
        onConfirm={async () => {
          if (opened?.what === "regenerate") void onRefresh(opened.tab);
        }}
        onClose={onClose}
      >
        {t("refresh.regenerateWhat")}
      </ConfirmDialog>
    </>
  );
}
