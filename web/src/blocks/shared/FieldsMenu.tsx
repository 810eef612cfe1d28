import { Menu } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Field, Slice } from "@/lib/shapes.ts";

import { BarButton } from "./BarButton.tsx";
import classes from "./SliceBar.module.css";

interface FieldsMenuProps {
  fields: readonly Field[];
  slice: Slice;
  onSlice: (slice: Slice) => void;
}

/** Which columns are shown. */
export function FieldsMenu({ fields, slice, onSlice }: FieldsMenuProps) {
  const { t } = useTranslation("blocks");
  const hidden = fields.filter(({ id }) => slice.hidden.includes(id));
  const toggle = (id: string, isShown: boolean) =>
    onSlice({ ...slice, hidden: isShown ? slice.hidden.filter((each) => each !== id) : [...slice.hidden, id] });
  const isLast = hidden.length === fields.length - 1;
  return (
    <Menu position="bottom-end" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <BarButton icon={<IconEyeOff size={15} stroke={1.75} />} label={t("bar.hide")} count={hidden.length} />
      </Menu.Target>
      <Menu.Dropdown className={classes["scroll"]}>
        <Menu.Label>{t("bar.shownFields")}</Menu.Label>
        {fields.map(({ id, title }) => {
          const isShown = !slice.hidden.includes(id);
          return (
            <Menu.CheckboxItem
              key={id}
              checked={isShown}
              disabled={isShown && isLast}
              onChange={(next: boolean) => toggle(id, next)}
            >
              {title}
            </Menu.CheckboxItem>
          );
        })}
        {hidden.length > 0 ? (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onSlice({ ...slice, hidden: [] })}>{t("bar.showAll")}</Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
