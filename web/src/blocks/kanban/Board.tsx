import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { sumOf } from "@/lib/slice.ts";
import type { Field, Row } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { valueOf } from "@/lib/values.ts";
import { announce } from "@/ui/live-region.ts";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";

import type { Pages } from "../contract.ts";
import { cardFields, summedField } from "../shared/card-fields.ts";
import { usePrinting } from "../shared/use-printing.ts";
import { scrollWhileDragging } from "./auto-scroll.ts";
import { type Column, columnKey, columnsOf, isSamePlace, type Move, stageOfRow } from "./board.ts";
import { BoardColumn } from "./BoardColumn.tsx";
import { Card, type CardActs } from "./Card.tsx";
import { carried, type Edge } from "./drag.ts";
import classes from "./Kanban.module.css";
import { type Lifted, useBoardKeys } from "./use-board-keys.ts";
import { useMoves } from "./use-moves.ts";

export interface BoardProps {
  label: string;
  rows: readonly Row[];
  fields: readonly Field[];
  stageField: Field;
  lines: readonly string[];
  pages: Pages | null;
  changed: ReadonlyMap<string, readonly string[]>;
  /** Cards follow a field, so a place above or below another one means nothing. */
  isSorted: boolean;
  maxHeight: number;
  move: ((row: string, stage: string | null, before: string | null) => Promise<void>) | undefined;
  openRow: ((row: string) => void) | undefined;
  removeRow: ((row: string) => void) | undefined;
  addRow: ((stage: string | null) => void) | undefined;
}

const CARD_HEIGHT = 74;
const LINE_HEIGHT = 20;
const BARE_HEIGHT = 150;
const ROOM_PER_CARD = 130;

export function Board(props: BoardProps) {
  const { label, rows, fields, stageField, lines, pages, changed, isSorted, move, openRow, removeRow, addRow } = props;
  const canMove = move !== undefined;
  const canOpen = openRow !== undefined;
  const canRemove = removeRow !== undefined;
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const [carriedRow, setCarriedRow] = useState<string | null>(null);
  const moves = useMoves(move);
  const parts = useMemo(() => cardFields(fields, lines), [fields, lines]);

  const columnsBefore = useMemo(() => columnsOf(rows, stageField, moves.pending), [rows, stageField, moves.pending]);
  const columns = useMemo(
    () =>
      lifted ? columnsOf(rows, stageField, new Map([...moves.pending, [lifted.row, lifted.move]])) : columnsBefore,
    [rows, stageField, moves.pending, lifted, columnsBefore],
  );
  const nameOfRow = (row: Row | undefined) =>
    (row && parts.title && formats.value(parts.title, valueOf(row, parts.title))) || t("card.untitled");
  const nameOf = (id: string) => nameOfRow(rows.find((each) => each.id === id));
  const stageName = ({ stage }: Column) => stage?.title ?? t("kanban.noStage");
  const sendMove = (row: string, to: Move) => {
    if (!isSamePlace(columnsBefore, row, to)) moves.send(row, isSorted ? { ...to, before: null } : to);
  };
  const keys = useBoardKeys({
    board: place,
    columns,
    columnsBefore,
    lifted,
    onLift: setLifted,
    send: move ? sendMove : undefined,
    openRow,
    nameOf,
    stageName,
  });
  useEffect(() => {
    if (!place.current || !move) return;
    return scrollWhileDragging(place.current, (data) => carried(data)?.board === id);
  }, [id, move]);

  const dropOn = (column: Column, row: string, beside: { row: string; edge: Edge } | null) => {
    const others = column.rows.filter((each) => each.id !== row);
    const at = others.findIndex((each) => each.id === beside?.row);
    const before = at < 0 ? null : (others[beside?.edge === "bottom" ? at + 1 : at]?.id ?? null);
    sendMove(row, { stage: column.stage?.id ?? null, before });
  };
  const moveToStage = (row: string, stage: string | null) => {
    sendMove(row, { stage, before: null });
    keys.focusCard(row);
    const column = columns.find((each) => (each.stage?.id ?? null) === stage);
    if (column) announce(t("kanban.say.moved", { card: nameOf(row), stage: stageName(column) }));
  };
  const can = useMemo(() => ({ move: canMove, open: canOpen, remove: canRemove }), [canMove, canOpen, canRemove]);
  const acts = useCardActs({
    moveTo: moveToStage,
    openRow: (row) => openRow?.(row),
    removeRow: (row) => removeRow?.(row),
    focus: keys.onFocusCard,
    carry: (row, isCarried) => setCarriedRow(isCarried ? row : null),
  });
  const summed = summedField(parts);
  const countOf = (column: Column) => {
    const known = pages?.groups.find(({ value }) => value === (column.stage?.id ?? null));
    if (known && moves.pending.size === 0) return formats.number(known.count);
    return `${formats.number(column.rows.length)}${pages?.hasMore ? "+" : ""}`;
  };
  const sumText = (column: Column) => {
    if (!summed || column.rows.length === 0) return null;
    const known = pages?.groups.find(({ value }) => value === (column.stage?.id ?? null))?.sums[summed.id];
    const sum = known ?? (pages?.hasMore ? null : sumOf(summed, column.rows));
    return sum === null ? null : formats.value(summed, sum);
  };
  return (
    <>
      <VisuallyHidden id={`${id}-help`}>{t(move ? "kanban.help" : "kanban.helpReadOnly")}</VisuallyHidden>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the cards inside take the focus; their keys are handled once, here */}
      <div
        ref={place}
        role="group"
        aria-label={label}
        className={classes["board"]}
        style={isPrinting ? {} : { height: Math.min(props.maxHeight, heightFor(columns)) }}
        onKeyDown={keys.onKeyDown}
        onBlur={keys.onBlur}
      >
        {columns.map((column) => (
          <BoardColumn
            key={columnKey(column)}
            column={column}
            name={stageName(column)}
            board={id}
            count={countOf(column)}
            sum={sumText(column)}
            canMove={canMove}
            kept={[keys.tabStopOf(column), carriedRow, lifted?.row]}
            isPrinting={isPrinting}
            estimate={CARD_HEIGHT + LINE_HEIGHT * lines.length}
            onDrop={(row, beside) => dropOn(column, row, beside)}
            onNearEnd={pages?.hasMore && !pages.isLoading ? pages.loadMore : undefined}
            onAdd={addRow && column.stage ? () => addRow(column.stage?.id ?? null) : undefined}
            renderCard={(row) => (
              <Card
                row={row}
                name={nameOfRow(row)}
                board={id}
                fields={parts}
                allFields={fields}
                stageField={stageField}
                stage={
                  lifted?.row === row.id
                    ? lifted.move.stage
                    : (moves.pending.get(row.id)?.stage ?? stageOfRow(row, stageField))
                }
                isSorted={isSorted}
                isTabStop={keys.tabStopOf(column) === row.id}
                isLifted={lifted?.row === row.id}
                isPending={moves.pending.has(row.id)}
                isChanged={changed.has(row.id)}
                refused={moves.refused.get(row.id)}
                helpId={`${id}-help`}
                can={can}
                acts={acts}
              />
            )}
          />
        ))}
      </div>
    </>
  );
}

/** A board of few cards is not taller than they are. */
function heightFor(columns: readonly Column[]): number {
  const most = Math.max(...columns.map(({ rows }) => rows.length));
  return BARE_HEIGHT + most * ROOM_PER_CARD;
}

/** The same acts at every drawing, each doing what its latest version does, so that cards are not drawn anew for them. */
function useCardActs(given: CardActs): CardActs {
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  return useMemo<CardActs>(
    () => ({
      moveTo: (row, stage) => latest.current.moveTo(row, stage),
      openRow: (row) => latest.current.openRow(row),
      removeRow: (row) => latest.current.removeRow(row),
      focus: (row) => latest.current.focus(row),
      carry: (row, isCarried) => latest.current.carry(row, isCarried),
    }),
    [],
  );
}
