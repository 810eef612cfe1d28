import { ActionIcon, Menu, Skeleton } from "@mantine/core";
import { IconDots, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { covered } from "@/api/row-desk.ts";
import { rowQuery } from "@/api/rows.ts";
import type { Collection, PanelView, RowDetail } from "@/api/types.ts";
import { nothingAllowed } from "@/blocks/contract.ts";
import { problemFrom } from "@/lib/problem.ts";
import type { Row } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { PanelSheet } from "@/ui/PanelSheet.tsx";
import type { OpenConflict } from "../conflict.ts";
import type { RowPlace } from "../place.ts";
import { titleOf } from "../row-titles.ts";
import { useRowActs } from "../use-row-acts.ts";
import { useCovers } from "../use-row-desk.ts";
import { RowFields } from "./RowFields.tsx";
import { RowHistory } from "./RowHistory.tsx";
import { RowNotes } from "./RowNotes.tsx";
import classes from "./RowSheet.module.css";

interface RowSheetProps {
  view: PanelView;
  collection: Collection;
  place: RowPlace;
  onClose: () => void;
  onConflict: (conflict: OpenConflict) => void;
}

/** One row, whole: its fields, what others suggest, its notes and what happened to it. */
export function RowSheet({ view, collection, place, onClose, onConflict }: RowSheetProps) {
  const { t } = useTranslation("panel");
  const query = useQuery(rowQuery({ panel: view.id, ...place }));
  const { row, rows } = useShownRow(view, place, query.data);
  const acts = useRowActs({ view, collection, rows, onConflict });
  const can = view.collections[collection.id]?.can ?? nothingAllowed.rows;

  if (!row) {
    return (
      <PanelSheet title={t("row.title")} onClose={onClose}>
        {query.isError ? (
          <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} />
        ) : (
          <Waiting />
        )}
      </PanelSheet>
    );
  }
  const remove = async () => {
    await acts.remove(row.id);
    onClose();
  };
  return (
    <PanelSheet
      title={titleOf(row, collection) || t("row.unnamed")}
      subtitle={collection.title}
      onClose={onClose}
      tools={can.remove ? <RowMenu onRemove={() => void remove()} /> : null}
    >
      {row.unconfirmed_since ? <Unconfirmed since={row.unconfirmed_since} /> : null}
      <RowFields view={view} collection={collection} row={row} can={can} acts={acts} />
      <RowNotes panel={view.id} place={place} notes={query.data?.annotations} canAnnotate={can.annotate} />
      <RowHistory collection={collection} detail={query.data} />
    </PanelSheet>
  );
}

/** The panel's own copy when its rows travelled with it, so that an edit is seen at once; else the one asked for. */
function useShownRow(view: PanelView, place: RowPlace, detail: RowDetail | undefined): { row: Row | undefined; rows: Row[] } {
  const covers = useCovers(view.id);
  const inline = view.collections[place.collection]?.rows;
  const single = detail?.row;
  const rows = useMemo(() => covered(inline ?? (single ? [single] : []), covers), [inline, single, covers]);
  return { rows, row: rows.find(({ id }) => id === place.row) };
}

function RowMenu({ onRemove }: { onRemove: () => void }) {
  const { t } = useTranslation("panel");
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label={t("row.menu")}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.75} />} onClick={onRemove}>
          {t("row.remove")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Unconfirmed({ since }: { since: string }) {
  const { t } = useTranslation("panel");
  const formats = useFormats();
  return <p className={classes["unconfirmed"]}>{t("row.unconfirmed", { since: formats.shortDay(since) })}</p>;
}

function Waiting() {
  return (
    <div className={classes["waiting"]}>
      {[70, 90, 60, 80, 50].map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} />
      ))}
    </div>
  );
}
