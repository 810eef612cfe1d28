import { useElementSize, useMergedRef } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";

import type { Field, Row } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";

import type { Pages } from "../contract.ts";
import { type CardFields, cardFields, valueIn } from "../shared/card-fields.ts";
import { CardBody } from "../shared/CardBody.tsx";
import { usePrinting } from "../shared/use-printing.ts";
import classes from "./CardGrid.module.css";

interface CardWallProps {
  label: string;
  rows: readonly Row[];
  fields: readonly Field[];
  lines: readonly string[];
  pages: Pages | null;
  changed: ReadonlyMap<string, readonly string[]>;
  maxHeight: number;
  openRow: ((row: string) => void) | undefined;
}

const NARROWEST = 230;
const GAP = 10;
const LINE_HEIGHT = 20;
const CARD_HEIGHT = 90;

/** As many cards side by side as fit; only the lines in sight are drawn. */
export function CardWall({ label, rows, fields, lines, pages, changed, maxHeight, openRow }: CardWallProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useElementSize<HTMLDivElement>();
  const ref = useMergedRef(box, size.ref);
  const isPrinting = usePrinting();
  const parts = useMemo(() => cardFields(fields, lines), [fields, lines]);
  const across = Math.max(1, Math.floor((size.width + GAP) / (NARROWEST + GAP)));
  const shelves = Math.ceil(rows.length / across);

  const windowed = useVirtualizer({
    count: shelves,
    getScrollElement: () => box.current,
    estimateSize: () => CARD_HEIGHT + LINE_HEIGHT * lines.length,
    gap: GAP,
    overscan: 3,
  });
  const items = windowed.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (pages?.hasMore && !pages.isLoading && last >= shelves - 2) pages.loadMore();
  }, [pages, last, shelves]);

  const drawn = isPrinting ? Array.from({ length: shelves }, (_, index) => ({ index, start: null })) : items;
  return (
    <div
      ref={ref}
      role="group"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
      tabIndex={0}
      className={classes["wall"]}
      style={isPrinting ? {} : { maxHeight }}
    >
      <div className={classes["shelves"]} style={isPrinting ? {} : { height: windowed.getTotalSize() }}>
        {drawn.map(({ index, start }) => (
          <ul
            key={index}
            ref={isPrinting ? undefined : windowed.measureElement}
            data-index={index}
            className={classes["shelf"]}
            style={{
              gridTemplateColumns: `repeat(${across}, minmax(0, 1fr))`,
              ...(start === null ? {} : { position: "absolute", transform: `translateY(${start}px)` }),
            }}
          >
            {rows.slice(index * across, (index + 1) * across).map((row) => (
              <WallCard
                key={row.id}
                row={row}
                parts={parts}
                fields={fields}
                isChanged={changed.has(row.id)}
                openRow={openRow}
              />
            ))}
          </ul>
        ))}
      </div>
    </div>
  );
}

interface WallCardProps {
  row: Row;
  parts: CardFields;
  fields: readonly Field[];
  isChanged: boolean;
  openRow: CardWallProps["openRow"];
}

function WallCard({ row, parts, fields, isChanged, openRow }: WallCardProps) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const name = parts.title ? formats.value(parts.title, valueIn(row, parts.title)) : "";
  return (
    <li
      className={classes["card"]}
      data-changed={isChanged || undefined}
      data-unconfirmed={row.unconfirmed_since !== null || undefined}
    >
      <CardBody row={row} fields={parts} allFields={fields} />
      {openRow ? (
        <button
          type="button"
          className={classes["open"]}
          aria-label={t("table.open", { row: name || t("card.untitled") })}
          onClick={() => openRow(row.id)}
        />
      ) : null}
    </li>
  );
}
