import { ActionIcon, Menu } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconEyeOff,
  IconFilter,
  IconLayoutRows,
  IconX,
} from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";

import type { Field, Slice } from "@/lib/shapes.ts";
import { isNumeric } from "@/lib/values.ts";

import type { GridColumn } from "./columns.ts";
import classes from "./Grid.module.css";
import { sortAfterClick } from "./sorting.ts";

export interface HeadActions {
  slice: Slice;
  onSlice: (slice: Slice) => void;
  /** Opens the filter builder at this field. */
  onFilter: (field: string) => void;
}

interface HeadCellProps extends HeadActions {
  column: GridColumn;
  index: number;
  gap: number;
  isTabStop: boolean;
  isLastShown: boolean;
  isMenuOpen: boolean;
  onMenu: (isOpen: boolean) => void;
}

/** A heading: a click sorts, Shift adds, the menu does the rest, the edge changes the width. */
export function HeadCell({ column, index, gap, isTabStop, isLastShown, isMenuOpen, onMenu, ...acts }: HeadCellProps) {
  const { t } = useTranslation("blocks");
  const { field, width } = column;
  const { slice, onSlice } = acts;
  const place = slice.sort.findIndex((sort) => sort.field === field.id);
  const sort = slice.sort[place];
  const click = (event: MouseEvent) => {
    // The menu and the edge have clicks of their own.
    if (event.target instanceof Element && event.target.closest("button, [role=menu], [data-edge]")) return;
    onSlice({ ...slice, sort: sortAfterClick(slice.sort, field.id, event.shiftKey) });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid handles the keys of its cells
    <div
      role="columnheader"
      aria-colindex={index + 1}
      aria-sort={sort ? (sort.descending ? "descending" : "ascending") : "none"}
      data-cell={`-1:${index}`}
      data-sticky={index === 0 || undefined}
      data-number={isNumeric(field) || undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={classes["head"]}
      style={{ width, marginLeft: gap }}
      onClick={click}
    >
      <span className={classes["headText"]} title={field.title}>
        {field.title}
      </span>
      {sort ? (
        <span className={classes["sorted"]} aria-hidden>
          {sort.descending ? <IconArrowDown size={13} stroke={2} /> : <IconArrowUp size={13} stroke={2} />}
          {slice.sort.length > 1 ? place + 1 : null}
        </span>
      ) : null}
      <span className={classes["headTools"]}>
        <Menu opened={isMenuOpen} onChange={onMenu} returnFocus={false} position="bottom-start" width={220}>
          <Menu.Target>
            <ActionIcon size={24} tabIndex={-1} aria-label={t("table.columnMenu", { field: field.title })}>
              <IconChevronDown size={14} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <ColumnMenu field={field} isLastShown={isLastShown} {...acts} />
          </Menu.Dropdown>
        </Menu>
      </span>
      <span
        className={classes["resize"]}
        data-on={column.isResizing || undefined}
        data-edge
        aria-hidden
        onMouseDown={column.onResize}
        onTouchStart={column.onResize}
      />
    </div>
  );
}

function ColumnMenu({
  field,
  isLastShown,
  slice,
  onSlice,
  onFilter,
}: HeadActions & { field: Field; isLastShown: boolean }) {
  const { t } = useTranslation("blocks");
  const isSorted = slice.sort.some((sort) => sort.field === field.id);
  const sortBy = (descending: boolean) => onSlice({ ...slice, sort: [{ field: field.id, descending }] });
  const icon = { size: 15, stroke: 1.75 };
  return (
    <>
      <Menu.Item leftSection={<IconArrowUp {...icon} />} onClick={() => sortBy(false)}>
        {t("table.ascending")}
      </Menu.Item>
      <Menu.Item leftSection={<IconArrowDown {...icon} />} onClick={() => sortBy(true)}>
        {t("table.descending")}
      </Menu.Item>
      {isSorted ? (
        <Menu.Item
          leftSection={<IconX {...icon} />}
          onClick={() => onSlice({ ...slice, sort: slice.sort.filter((sort) => sort.field !== field.id) })}
        >
          {t("table.unsorted")}
        </Menu.Item>
      ) : null}
      <Menu.Divider />
      <Menu.Item leftSection={<IconFilter {...icon} />} onClick={() => onFilter(field.id)}>
        {t("table.filterBy")}
      </Menu.Item>
      {field.type === "long_text" || field.type === "image" || field.type === "file" ? null : (
        <Menu.Item
          leftSection={<IconLayoutRows {...icon} />}
          onClick={() => onSlice({ ...slice, group: slice.group === field.id ? null : field.id })}
        >
          {t(slice.group === field.id ? "table.ungroup" : "table.groupBy")}
        </Menu.Item>
      )}
      {isLastShown ? null : (
        <Menu.Item
          leftSection={<IconEyeOff {...icon} />}
          onClick={() => onSlice({ ...slice, hidden: [...slice.hidden, field.id] })}
        >
          {t("table.hide")}
        </Menu.Item>
      )}
    </>
  );
}
