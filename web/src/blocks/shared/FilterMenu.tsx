import { Button, Checkbox, Popover } from "@mantine/core";
import { IconFilter, IconPlus } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { parseNumber } from "@/lib/format.ts";
import type { Field, Row, Slice } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { valueOf } from "@/lib/values.ts";

import { BarButton } from "./BarButton.tsx";
import { conditionOf, type Draft, draftOf, newDraft } from "./conditions.ts";
import classes from "./FilterMenu.module.css";
import { FilterRow } from "./FilterRow.tsx";

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
  const formats = useFormats();
  const byId = useMemo(() => new Map(fields.map((field) => [field.id, field])), [fields]);
  const [drafts, setDrafts] = useState<Draft[]>(() => {
    const known = slice.where.flatMap((condition) => {
      const field = byId.get(condition.field);
      return field ? [draftOf(condition, field, formats)] : [];
    });
    const first = start === null && known.length === 0 ? fields[0] : byId.get(start ?? "");
    return first ? [...known, newDraft(first)] : known;
  });
  const [focused, setFocused] = useState(() => drafts.at(-1)?.id);

  const change = (next: Draft[]) => {
    setDrafts(next);
    const whole = next.flatMap((draft) => {
      const field = byId.get(draft.field);
      const condition = field ? conditionOf(draft, field, (text) => parseNumber(text, formats.language)) : null;
      return condition ? [condition] : [];
    });
    onSlice({ ...slice, where: whole });
  };
  const add = () => {
    const [field] = fields;
    if (!field) return;
    const draft = newDraft(field);
    setFocused(draft.id);
    change([...drafts, draft]);
  };
  const hasUnconfirmed = slice.unconfirmed !== null || rows.some((row) => row.unconfirmed_since !== null);
  return (
    <div className={classes["builder"]}>
      {drafts.map((draft) => {
        const field = byId.get(draft.field);
        return field ? (
          <FilterRow
            key={draft.id}
            draft={draft}
            field={field}
            fields={fields}
            suggestions={valuesOf(field, rows)}
            hasFocus={draft.id === focused}
            onChange={(changed) => change(drafts.map((each) => (each.id === draft.id ? changed : each)))}
            onRemove={() => change(drafts.filter(({ id }) => id !== draft.id))}
          />
        ) : null;
      })}
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
          onClick={add}
          disabled={drafts.length >= 30}
        >
          {t("filter.add")}
        </Button>
        {slice.where.length > 0 || slice.unconfirmed !== null ? (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => {
              setDrafts([]);
              onSlice({ ...slice, where: [], unconfirmed: null });
            }}
          >
            {t("filter.clear")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

const MOST_SUGGESTIONS = 50;
const SUGGESTED: readonly Field["type"][] = ["text", "person", "email", "phone", "tags"];

function valuesOf(field: Field, rows: readonly Row[]): string[] {
  if (!SUGGESTED.includes(field.type)) return [];
  const found = new Set<string>();
  for (const row of rows) {
    const value = valueOf(row, field);
    for (const text of Array.isArray(value) ? value : [value]) if (typeof text === "string") found.add(text);
    if (found.size >= MOST_SUGGESTIONS) break;
  }
  return [...found];
}
