import { CloseButton, Menu, TextInput } from "@mantine/core";
import { IconDownload, IconLayoutRows, IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { download, fileName, toCsv } from "@/lib/csv.ts";
import type { Field, Slice } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";

import type { BlockActions, BlockData } from "../contract.ts";
import { BarButton } from "./BarButton.tsx";
import type { Shown } from "./cut.ts";
import { FieldsMenu } from "./FieldsMenu.tsx";
import { FilterMenu, type FilterOpening } from "./FilterMenu.tsx";
import classes from "./SliceBar.module.css";
import { useDelayed } from "./use-delayed.ts";

interface SliceBarProps {
  title: string;
  data: BlockData;
  actions: BlockActions;
  shown: Shown;
  slice: Slice;
  onSlice: (slice: Slice) => void;
  /** Fields a person may filter by. */
  fields: readonly Field[];
  /** Fields written to the file, in order. */
  exported: readonly Field[];
  /** The columns of a table, which can be grouped and hidden; the other views have none. */
  columns?: readonly Field[];
  opening: FilterOpening;
  onOpening: (opening: FilterOpening) => void;
}

/** The one bar over rows: count, search, filter, group, fields, CSV. Everything in it makes a slice. */
export function SliceBar(props: SliceBarProps) {
  const { data, shown, slice, onSlice, fields, columns, opening, onOpening } = props;
  return (
    <div className={classes["bar"]}>
      <Count shown={shown} />
      <Search slice={slice} onSlice={onSlice} />
      <FilterMenu
        fields={fields}
        rows={data.rows}
        slice={slice}
        onSlice={onSlice}
        opening={opening}
        onOpening={onOpening}
      />
      {columns ? <GroupMenu fields={fields} slice={slice} onSlice={onSlice} /> : null}
      {columns ? <FieldsMenu fields={columns} slice={slice} onSlice={onSlice} /> : null}
      <CsvButton {...props} />
    </div>
  );
}

/** "6 of 22" whenever something may be left out, else "22 rows". */
export function Count({ shown }: { shown: Shown }) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const { isCut, matching, total } = shown;
  return (
    <span className={classes["count"]} role="status">
      {isCut
        ? t("bar.someOf", { shown: formats.number(matching), total: formats.number(total) })
        : t("bar.rows", { count: total, shown: formats.number(total) })}
    </span>
  );
}

function Search({ slice, onSlice }: Pick<SliceBarProps, "slice" | "onSlice">) {
  const { t } = useTranslation("blocks");
  const [text, setText] = useDelayed(slice.search, (search) => onSlice({ ...slice, search }));
  return (
    <TextInput
      className={classes["search"]}
      type="search"
      size="xs"
      aria-label={t("bar.search")}
      placeholder={t("bar.search")}
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && text !== "") {
          event.stopPropagation();
          setText("");
        }
      }}
      leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
      rightSection={
        text === "" ? null : <CloseButton size="xs" aria-label={t("bar.clearSearch")} onClick={() => setText("")} />
      }
    />
  );
}

function GroupMenu({ fields, slice, onSlice }: Pick<SliceBarProps, "fields" | "slice" | "onSlice">) {
  const { t } = useTranslation("blocks");
  const grouped = fields.find(({ id }) => id === slice.group);
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <BarButton
          icon={<IconLayoutRows size={15} stroke={1.75} />}
          label={grouped ? t("bar.groupedBy", { field: grouped.title }) : t("bar.group")}
          data-on={grouped ? true : undefined}
        />
      </Menu.Target>
      <Menu.Dropdown className={classes["scroll"]}>
        <Menu.RadioGroup
          value={slice.group ?? ""}
          onChange={(group: string) => onSlice({ ...slice, group: group || null })}
        >
          <Menu.RadioItem value="">{t("bar.noGroup")}</Menu.RadioItem>
          {fields.filter(canGroup).map(({ id, title }) => (
            <Menu.RadioItem key={id} value={id}>
              {title}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

const canGroup = (field: Field) => field.type !== "long_text" && field.type !== "image" && field.type !== "file";

function CsvButton({ title, data, actions, shown, exported }: SliceBarProps) {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const isPartOnly = data.pages?.hasMore === true;
  if (shown.total === 0 || (isPartOnly && !actions.exportCsv)) return null;
  const save = () =>
    actions.exportCsv && data.pages
      ? actions.exportCsv()
      : download(fileName(title), toCsv(exported, shown.rows, formats));
  return <BarButton icon={<IconDownload size={15} stroke={1.75} />} label={t("bar.csv")} onClick={save} />;
}
