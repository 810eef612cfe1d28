import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconLayoutSidebarRightExpand, IconLock, IconMessage, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Field, Row } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { titleField, valueOf } from "@/lib/values.ts";
import { VisuallyHidden } from "@/ui/VisuallyHidden.tsx";

import { LazyMenu } from "../shared/LazyMenu.tsx";
import { UnconfirmedMark } from "../shared/marks.tsx";
import classes from "./Grid.module.css";

type Act = ((row: string) => void) | undefined;

interface RowExtrasProps {
  row: Row;
  allFields: readonly Field[];
  onOpen: Act;
  onRemove: Act;
}

/** What is true of the row as a whole, and what can be done with it: in its first cell. Most rows have nothing to say. */
export function RowExtras({ row, allFields, onOpen, onRemove }: RowExtrasProps) {
  const hasMarks = row.private || row.notes > 0 || row.unconfirmed_since !== null;
  if (!hasMarks && !onOpen && !onRemove) return null;
  return (
    <span className={classes["extras"]}>
      {hasMarks ? <Marks row={row} /> : null}
      {onOpen || onRemove ? <Acts row={row} allFields={allFields} onOpen={onOpen} onRemove={onRemove} /> : null}
    </span>
  );
}

function Marks({ row }: { row: Row }) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  return (
    <>
      {row.private ? (
        <span className={classes["mark"]} title={t("marks.private")}>
          <IconLock size={13} stroke={1.75} aria-hidden />
          <VisuallyHidden>{t("marks.private")}</VisuallyHidden>
        </span>
      ) : null}
      {row.notes > 0 ? (
        <span className={classes["mark"]} title={t("marks.notes", { count: row.notes })}>
          <IconMessage size={13} stroke={1.75} aria-hidden />
          <span aria-hidden>{formats.number(row.notes)}</span>
          <VisuallyHidden>{t("marks.notes", { count: row.notes })}</VisuallyHidden>
        </span>
      ) : null}
      {row.unconfirmed_since ? <UnconfirmedMark since={row.unconfirmed_since} isShort /> : null}
    </>
  );
}

function Acts({ row, allFields, onOpen, onRemove }: RowExtrasProps) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const naming = titleField(allFields);
  const title = naming ? formats.value(naming, valueOf(row, naming)) : row.id;
  return (
    <>
      {onOpen ? (
        <ActionIcon
          size={24}
          tabIndex={-1}
          aria-label={t("table.open", { row: title })}
          title={t("table.openShort")}
          onClick={() => onOpen(row.id)}
        >
          <IconLayoutSidebarRightExpand size={15} stroke={1.75} />
        </ActionIcon>
      ) : null}
      {onRemove ? (
        <LazyMenu label={t("table.rowMenu", { row: title })} icon={<IconDots size={15} stroke={1.75} />} tabIndex={-1}>
          <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.75} />} onClick={() => onRemove(row.id)}>
            {t("table.remove")}
          </Menu.Item>
        </LazyMenu>
      ) : null}
    </>
  );
}
