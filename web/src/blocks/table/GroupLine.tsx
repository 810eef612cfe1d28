import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Field } from "@/lib/shapes.ts";
import type { RowGroup } from "@/lib/slice.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { isNumeric } from "@/lib/values.ts";

import { ValueText } from "../shared/ValueText.tsx";
import type { GridColumn } from "./columns.ts";
import classes from "./Grid.module.css";

interface GroupLineProps {
  group: RowGroup;
  grouping: Field | undefined;
  isOpen: boolean;
  rowIndex: number;
  columns: readonly GridColumn[];
  isTabStop: boolean;
  onToggle: () => void;
}

/** The head of a group: its value, how many rows, and the sum of each column of numbers under its heading. */
export function GroupLine({ group, grouping, isOpen, rowIndex, columns, isTabStop, onToggle }: GroupLineProps) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const firstSum = columns.findIndex(({ field }, index) => index > 0 && isNumeric(field));
  const label = firstSum < 0 ? columns : columns.slice(0, firstSum);
  const sums = firstSum < 0 ? [] : columns.slice(firstSum);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid handles the keys of its cells */}
      <div
        role="gridcell"
        aria-colindex={1}
        aria-colspan={label.length}
        aria-expanded={isOpen}
        data-cell={`${rowIndex}:0`}
        data-sticky
        tabIndex={isTabStop ? 0 : -1}
        className={classes["group"]}
        style={{ width: label.reduce((sum, { width }) => sum + width, 0) }}
        onClick={onToggle}
      >
        <Chevron size={15} stroke={1.75} aria-hidden />
        {group.value === null || !grouping ? (
          <span className={classes["none"]}>{t("table.emptyGroup")}</span>
        ) : (
          <ValueText field={grouping} value={group.value} tabIndex={-1} />
        )}
        <span className={classes["groupCount"]}>{formats.number(group.count)}</span>
      </div>
      {sums.map(({ field, width }, index) => {
        const sum = group.sums[field.id];
        return (
          <div
            key={field.id}
            role="gridcell"
            aria-colindex={label.length + index + 1}
            className={classes["groupSum"]}
            style={{ width }}
          >
            {typeof sum === "number" && field.type !== "percent" ? formats.value(field, sum) : null}
          </div>
        );
      })}
    </>
  );
}
