import { Menu } from "@mantine/core";
import { IconColumns3, IconDownload, IconLink, IconTable } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { Block } from "@/lib/shapes.ts";
import { showToast } from "@/ui/toasts.ts";

interface BlockMenuProps {
  block: Block;
  isTable?: boolean;
  onTable?: (() => void) | undefined;
  onExport?: () => void;
}

/** What can be done with any block: `Menu.Item`s for its frame. */
export function BlockMenu({ block, isTable = false, onTable, onExport }: BlockMenuProps) {
  const { t } = useTranslation("panel");
  const copy = async () => {
    await navigator.clipboard.writeText(addressOf(block.id));
    showToast({ text: t("blockMenu.copied") });
  };
  return (
    <>
      {onTable ? (
        <Menu.Item
          leftSection={isTable ? <IconColumns3 size={15} stroke={1.75} /> : <IconTable size={15} stroke={1.75} />}
          onClick={onTable}
        >
          {t(isTable ? "blockMenu.asBefore" : "blockMenu.asTable")}
        </Menu.Item>
      ) : null}
      {onExport ? (
        <Menu.Item leftSection={<IconDownload size={15} stroke={1.75} />} onClick={onExport}>
          {t("blockMenu.export")}
        </Menu.Item>
      ) : null}
      <Menu.Item leftSection={<IconLink size={15} stroke={1.75} />} onClick={() => void copy()}>
        {t("blockMenu.copyLink")}
      </Menu.Item>
    </>
  );
}

/** The address already holds panel, tab and slices; the block is named after them. */
function addressOf(block: string): string {
  const address = new URL(window.location.href);
  address.hash = `block-${block}`;
  return address.href;
}
