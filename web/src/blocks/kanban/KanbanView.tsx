import { IconLayoutKanban } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { cuts } from "@/lib/slice.ts";
import { stageOf } from "@/lib/values.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";

import type { BlockProps } from "../contract.ts";
import { BlockShell } from "../shared/BlockShell.tsx";
import { useShown } from "../shared/cut.ts";
import type { FilterOpening } from "../shared/FilterMenu.tsx";
import { SliceBar } from "../shared/SliceBar.tsx";
import { SliceChips } from "../shared/SliceChips.tsx";
import { useAct } from "../shared/use-act.ts";
import { Board } from "./Board.tsx";
import classes from "./Kanban.module.css";

const MAX_HEIGHT = { panel: 560, chat: 400 };

/** The rows of a collection as cards, one column per stage. In the chat it is a draft that nothing moves. */
export default function KanbanView(props: BlockProps<"kanban">) {
  const { block, data, mode, actions, can, slice, onSlice } = props;
  const { t } = useTranslation("blocks");
  const [opening, setOpening] = useState<FilterOpening>(null);
  // The stages are the groups of a board.
  const ungrouped = useMemo(() => ({ ...slice, group: null }), [slice]);
  const shown = useShown(block, data, ungrouped);
  const act = useAct();
  const stageField = stageOf(data.fields);
  const isPanel = mode === "panel";
  const { addRow, removeRow } = actions;

  const bar = (
    <SliceBar
      title={block.title}
      data={data}
      actions={actions}
      shown={shown}
      slice={slice}
      onSlice={onSlice}
      fields={data.fields}
      exported={data.fields}
      opening={opening}
      onOpening={setOpening}
    />
  );
  return (
    <BlockShell {...props} height={320} toolbar={shown.total > 0 || cuts(slice) ? bar : null} isBare>
      <SliceChips fields={data.fields} slice={slice} onSlice={onSlice} onEdit={() => setOpening({ field: null })} />
      {shown.total === 0 && stageField ? (
        <div className={classes["empty"]}>
          {t("empty.kanban")} {props.whenEmpty}
        </div>
      ) : null}
      {isPanel ? null : <p className={classes["draft"]}>{t("kanban.draft")}</p>}
      {stageField ? (
        <Board
          label={block.title || t("kanban.label")}
          rows={shown.rows}
          fields={data.fields}
          stageField={stageField}
          lines={block.lines}
          pages={data.pages}
          changed={data.changed}
          isSorted={slice.sort.length > 0}
          maxHeight={MAX_HEIGHT[mode]}
          move={isPanel && can.rows.move ? actions.move : undefined}
          openRow={actions.openRow}
          removeRow={isPanel && can.rows.remove && removeRow ? (row) => void act(() => removeRow(row)) : undefined}
          addRow={isPanel && can.rows.add && addRow ? (stage) => void act(() => addRow(stage)) : undefined}
        />
      ) : (
        <EmptyState
          icon={<IconLayoutKanban size={18} aria-hidden />}
          text={t("empty.noStages.what")}
          hint={t("empty.noStages.next")}
        >
          {props.whenEmpty}
        </EmptyState>
      )}
    </BlockShell>
  );
}
