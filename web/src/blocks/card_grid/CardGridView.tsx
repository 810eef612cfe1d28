import { Button } from "@mantine/core";
import { IconCards, IconFilterOff } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { cuts, wholeList } from "@/lib/slice.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";

import type { BlockProps } from "../contract.ts";
import { BlockShell } from "../shared/BlockShell.tsx";
import { useShown } from "../shared/cut.ts";
import type { FilterOpening } from "../shared/FilterMenu.tsx";
import { SliceBar } from "../shared/SliceBar.tsx";
import { SliceChips } from "../shared/SliceChips.tsx";
import { CardWall } from "./CardWall.tsx";

const MAX_HEIGHT = { panel: 620, chat: 420 };

/** The rows of a collection as cards, without stages. */
export default function CardGridView(props: BlockProps<"card_grid">) {
  const { block, data, mode, actions, slice, onSlice } = props;
  const { t } = useTranslation("blocks");
  const [opening, setOpening] = useState<FilterOpening>(null);
  const ungrouped = useMemo(() => ({ ...slice, group: null }), [slice]);
  const shown = useShown(block, data, ungrouped);
  const bar = (
    <SliceBar
      title={block.title}
      data={data}
      actions={actions}
      shown={shown}
      slice={slice}
      onSlice={onSlice}
      fields={data.fields}
      exported={data.fields}
      opening={opening}
      onOpening={setOpening}
    />
  );
  return (
    <BlockShell {...props} height={240} toolbar={shown.total > 0 || cuts(slice) ? bar : null} isBare>
      <SliceChips fields={data.fields} slice={slice} onSlice={onSlice} onEdit={() => setOpening({ field: null })} />
      {shown.rows.length > 0 ? (
        <CardWall
          label={block.title || t("card.wall")}
          rows={shown.rows}
          fields={data.fields}
          lines={block.lines}
          pages={data.pages}
          changed={data.changed}
          maxHeight={MAX_HEIGHT[mode]}
          openRow={actions.openRow}
        />
      ) : shown.total > 0 ? (
        <EmptyState icon={<IconFilterOff size={18} aria-hidden />} text={t("empty.noMatch.what")}>
          {cuts(slice) ? (
            <Button variant="default" onClick={() => onSlice({ ...wholeList, sort: slice.sort })}>
              {t("filter.clear")}
            </Button>
          ) : null}
        </EmptyState>
      ) : (
        <EmptyState
          icon={<IconCards size={18} aria-hidden />}
          text={t("empty.card_grid.what")}
          hint={t("empty.card_grid.next")}
        >
          {props.whenEmpty}
        </EmptyState>
      )}
    </BlockShell>
  );
}
