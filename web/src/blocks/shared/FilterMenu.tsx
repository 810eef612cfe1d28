import { Button, Checkbox, Popover } from "@mantine/core";
import { IconFilter, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Field, Row, Slice } from "@/lib/shapes.ts";

import { BarButton } from "./BarButton.tsx";
import { ConditionRows } from "./ConditionRows.tsx";
import classes from "./FilterMenu.module.css";
import { useConditionDrafts } from "./use-condition-drafts.ts";

/** `field` starts a new condition for that field. */
export type FilterOpening = { field: string | null } | null;

interface FilterMenuProps {
  fields: readonly Field[];
  rows: readonly Row[];
  slice: Slice;
  onSlice: (slice: Slice) => void;
  opening: FilterOpening;
  onOpening: (opening: FilterOpening) => void;
}

/** The filter builder behind its button. What is whole applies at once; what is half filled waits. */
export function FilterMenu({ opening, onOpening, ...rest }: FilterMenuProps) {
  const { t } = useTranslation("blocks");
  const count = rest.slice.where.length + (rest.slice.unconfirmed === null ? 0 : 1);
  return (
    <Popover
      opened={opening !== null}
      onChange={(isOpen) => onOpening(isOpen ? { field: null } : null)}
      position="bottom-end"
      width={560}
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <BarButton
          icon={<IconFilter size={15} stroke={1.75} />}
          label={t("bar.filter")}
          count={count}
          onClick={() => onOpening(opening ? null : { field: null })}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes["menu"]} aria-label={t("bar.filter")}>
        {opening ? <FilterBuilder {...rest} start={opening.field} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

type FilterBuilderProps = Pick<FilterMenuProps, "fields" | "rows" | "slice" | "onSlice"> & { start: string | null };

function FilterBuilder({ fields, rows, slice, onSlice, start }: FilterBuilderProps) {
  const { t } = useTranslation("blocks");
  const conditions = useConditionDrafts({
    fields,
    where: slice.where,
    start,
    onWhere: (where) => onSlice({ ...slice, where }),
  });
  const hasUnconfirmed = slice.unconfirmed !== null || rows.some((row) => row.unconfirmed_since !== null);
  const clear = () => {
    conditions.clear();
    onSlice({ ...slice, where: [], unconfirmed: null });
  };
  return (
    <div className={classes["builder"]}>
      <ConditionRows fields={fields} rows={rows} conditions={conditions} />
      {hasUnconfirmed ? (
        <Checkbox
          label={t("filter.onlyUnconfirmed")}
          checked={slice.unconfirmed === true}
          onChange={(event) => onSlice({ ...slice, unconfirmed: event.currentTarget.checked ? true : null })}
        />
      ) : null}
      <div className={classes["acts"]}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => conditions.add?.()}
          disabled={conditions.add === null}
        >
          {t("filter.add")}
        </Button>
        {slice.where.length > 0 || slice.unconfirmed !== null ? (
          <Button variant="subtle" color="gray" size="compact-sm" onClick={clear}>
            {t("filter.clear")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
