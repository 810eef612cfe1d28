import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Row } from "@/lib/shapes.ts";

import { Chip } from "../shared/Chip.tsx";
import type { Column } from "./board.ts";
import { type Edge, makeColumnDroppable } from "./drag.ts";
import classes from "./Kanban.module.css";

interface BoardColumnProps {
  column: Column;
  name: string;
  board: string;
  count: string;
  /** The total of the value field, as it is read. */
  sum: string | null;
  canMove: boolean;
  /** Cards that stay drawn wherever the column is scrolled: one holds the focus, one is being carried. */
  kept: readonly (string | null | undefined)[];
  isPrinting: boolean;
  estimate: number;
  renderCard: (row: Row) => ReactNode;
  onDrop: (row: string, beside: { row: string; edge: Edge } | null) => void;
  onNearEnd: (() => void) | undefined;
  onAdd: (() => void) | undefined;
}

const GAP = 8;

export function BoardColumn(props: BoardColumnProps) {
  const { column, name, board, count, sum, canMove, kept, isPrinting, estimate, renderCard, onDrop, onNearEnd, onAdd } =
    props;
  const { t } = useTranslation("blocks");
  const heading = useId();
  const list = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLElement>(null);
  const [isOver, setOver] = useState(false);
  const { rows, stage } = column;

  const windowed = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current,
    estimateSize: () => estimate,
    getItemKey: (index) => rows[index]?.id ?? index,
    gap: GAP,
    overscan: 4,
    paddingStart: 2,
    paddingEnd: 8,
    rangeExtractor: (range) => {
      const always = kept.flatMap((id) => {
        const index = rows.findIndex((row) => row.id === id);
        return index < 0 ? [] : [index];
      });
      return [...new Set([...defaultRangeExtractor(range), ...always])].toSorted((one, other) => one - other);
    },
  });
  const items = windowed.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (onNearEnd && last >= rows.length - 5) onNearEnd();
  }, [onNearEnd, last, rows.length]);

  const drop = useRef(onDrop);
  useEffect(() => {
    drop.current = onDrop;
  });
  useEffect(() => {
    if (!place.current || !canMove) return;
    return makeColumnDroppable({
      element: place.current,
      board,
      onOver: setOver,
      onDrop: (row, beside) => drop.current(row, beside),
    });
  }, [board, canMove]);

  return (
    <section
      ref={place}
      className={classes["column"]}
      aria-labelledby={heading}
      data-over={isOver || undefined}
      data-none={stage === null || undefined}
    >
      <header className={classes["columnHead"]}>
        <h4 id={heading} className={classes["columnName"]}>
          {stage ? <Chip text={name} colour={stage.colour} hasDot /> : name}
          <span className={classes["count"]}>{count}</span>
        </h4>
        {sum === null ? null : <span className={classes["sum"]}>{sum}</span>}
      </header>
      <div ref={list} className={classes["list"]} data-column-list>
        {isPrinting ? (
          <ul className={classes["printed"]}>
            {rows.map((row) => (
              <li key={row.id}>{renderCard(row)}</li>
            ))}
          </ul>
        ) : (
          <ul className={classes["cards"]} style={{ height: windowed.getTotalSize() }}>
            {items.map(({ index, start, key }) => {
              const row = rows[index];
              return row ? (
                <li
                  key={key}
                  ref={windowed.measureElement}
                  data-index={index}
                  aria-setsize={rows.length}
                  aria-posinset={index + 1}
                  className={classes["place"]}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {renderCard(row)}
                </li>
              ) : null;
            })}
          </ul>
        )}
      </div>
      {onAdd ? (
        <Button
          className={classes["add"] ?? ""}
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          justify="flex-start"
          onClick={onAdd}
        >
          {t("kanban.add")}
        </Button>
      ) : null}
    </section>
  );
}
