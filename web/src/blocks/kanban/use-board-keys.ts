import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/ui/live-region.ts";

import { useHeldFocus } from "../shared/use-held-focus.ts";
import { type Column, isSamePlace, type Move, moveTo, spotOf } from "./board.ts";

export interface Lifted {
  row: string;
  move: Move;
}

interface BoardKeysOptions {
  board: RefObject<HTMLElement | null>;
  /** As they are drawn: with the lifted card in its new place. */
  columns: readonly Column[];
  /** As they are without it. */
  columnsBefore: readonly Column[];
  lifted: Lifted | null;
  onLift: (lifted: Lifted | null) => void;
  send: ((row: string, move: Move) => void) | undefined;
  openRow: ((row: string) => void) | undefined;
  nameOf: (row: string) => string;
  stageName: (column: Column) => string;
}

export interface BoardKeys {
  /** The card that holds the tab stop of its column. */
  tabStopOf: (column: Column) => string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocusCard: (row: string) => void;
  onBlur: (event: FocusEvent) => void;
  focusCard: (row: string) => void;
}

const ARROWS: Record<string, readonly [column: number, index: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** Arrows go from card to card; Space lifts one, arrows carry it, Space drops it, Esc puts it back. Every step is spoken. */
export function useBoardKeys(options: BoardKeysOptions): BoardKeys {
  const { board, columns, columnsBefore, lifted, onLift, send, openRow, nameOf, stageName } = options;
  const { t } = useTranslation("blocks");
  const [active, setActive] = useState<string | null>(null);
  const selector = active === null ? null : `[data-card="${CSS.escape(active)}"]`;
  const focus = useHeldFocus({ container: board, selector, scrolls: true });
  const focusCard = (row: string) => {
    focus.request();
    setActive(row);
  };
  const say = (key: "lifted" | "carried" | "dropped", row: string, move: Move) => {
    const index = columns.findIndex(({ stage }) => (stage?.id ?? null) === move.stage);
    const column = columns[index];
    if (!column) return;
    const others = column.rows.filter(({ id }) => id !== row);
    const at = others.findIndex(({ id }) => id === move.before);
    const facts = {
      card: nameOf(row),
      stage: stageName(column),
      position: (at < 0 ? others.length : at) + 1,
      count: others.length + 1,
    };
    announce(t(`kanban.say.${key}`, facts));
  };

  const lift = (row: string) => {
    const spot = spotOf(columns, row);
    const move = spot ? moveTo(columns, row, spot.column, spot.index) : null;
    if (!move) return;
    onLift({ row, move });
    say("lifted", row, move);
  };
  const carry = (row: string, [across, down]: readonly [number, number]) => {
    const spot = spotOf(columns, row);
    if (!spot) return;
    const column = clamp(spot.column + across, columns.length - 1);
    const target = columns[column];
    if (!target) return;
    const room = target.rows.length - (column === spot.column ? 1 : 0);
    const move = moveTo(columns, row, column, clamp(spot.index + down, room));
    if (!move) return;
    onLift({ row, move });
    focusCard(row);
    say("carried", row, move);
  };
  const drop = ({ row, move }: Lifted) => {
    onLift(null);
    focusCard(row);
    say("dropped", row, move);
    if (!isSamePlace(columnsBefore, row, move)) send?.(row, move);
  };
  const putBack = (row: string) => {
    onLift(null);
    focusCard(row);
    announce(t("kanban.say.putBack", { card: nameOf(row) }));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const row = event.target instanceof HTMLElement ? event.target.dataset["card"] : undefined;
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    if (event.key === " " && send) {
      if (lifted) drop(lifted);
      else lift(row);
    } else if (event.key === "Escape" && lifted) putBack(lifted.row);
    else if (event.key === "Enter") {
      if (lifted) drop(lifted);
      else openRow?.(row);
    } else if (arrow && lifted) carry(lifted.row, arrow);
    else if (arrow) {
      const next = neighbour(columns, row, arrow);
      if (next) focusCard(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    tabStopOf: (column) => (column.rows.find(({ id }) => id === active) ?? column.rows[0])?.id,
    onKeyDown,
    onFocusCard: (row) => {
      focus.onFocus();
      setActive(row);
    },
    onBlur: (event) => {
      focus.onBlur(event);
      const goesElsewhere = event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget);
      if (lifted && goesElsewhere) onLift(null);
    },
    focusCard,
  };
}

/** The card an arrow leads to: beside it in the next column that has any. */
export function neighbour(
  columns: readonly Column[],
  row: string,
  [across, down]: readonly [number, number],
): string | null {
  const spot = spotOf(columns, row);
  if (!spot) return null;
  if (down !== 0) return columns[spot.column]?.rows[spot.index + down]?.id ?? null;
  for (let column = spot.column + across; column >= 0 && column < columns.length; column += across) {
    const rows = columns[column]?.rows ?? [];
    const found = rows[clamp(spot.index, rows.length - 1)];
    if (found) return found.id;
  }
  return null;
}

function clamp(value: number, last: number): number {
  return Math.min(Math.max(value, 0), Math.max(last, 0));
}
