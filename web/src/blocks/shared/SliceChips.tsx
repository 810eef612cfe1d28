import { CloseButton, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";

import type { Field, Slice } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";

import { describeCondition } from "./conditions.ts";
import classes from "./SliceChips.module.css";

interface SliceChipsProps {
  fields: readonly Field[];
  slice: Slice;
  onSlice: (slice: Slice) => void;
  /** Opens the builder, to change a condition. */
  onEdit: () => void;
}

/** What the slice leaves out, in words: each part can be changed or taken away. */
export function SliceChips({ fields, slice, onSlice, onEdit }: SliceChipsProps) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const parts = [
    ...slice.where.map((condition, index) => ({
      text: describeCondition(condition, fields, t, formats),
      onRemove: () => onSlice({ ...slice, where: slice.where.filter((_, at) => at !== index) }),
    })),
    ...(slice.unconfirmed === null
      ? []
      : [
          {
            text: t(slice.unconfirmed ? "filter.onlyUnconfirmed" : "filter.onlyConfirmed"),
            onRemove: () => onSlice({ ...slice, unconfirmed: null }),
          },
        ]),
    ...(slice.limit === null
      ? []
      : [{ text: t("filter.first", { count: slice.limit }), onRemove: () => onSlice({ ...slice, limit: null }) }]),
  ];
  if (parts.length === 0) return null;
  return (
    <ul className={classes["chips"]}>
      {parts.map(({ text, onRemove }) => (
        <li key={text} className={classes["chip"]}>
          <UnstyledButton className={classes["text"]} onClick={onEdit} title={t("filter.edit")}>
            {text}
          </UnstyledButton>
          <CloseButton size={24} iconSize={12} aria-label={t("filter.removeChip", { what: text })} onClick={onRemove} />
        </li>
      ))}
    </ul>
  );
}
