import { IconAlertTriangle, IconCheck, IconRefresh } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { rowsOfAnswer } from "@/api/answer-rows.ts";
import type { Answer, NotSaved, SavePreview } from "@/api/types.ts";
import { BlockView } from "@/blocks/BlockView.tsx";
import { type BlockData, noData, nothingAllowed } from "@/blocks/contract.ts";
import { browserTimeZone } from "@/lib/format.ts";
import type { Block, Field, Row } from "@/lib/shapes.ts";
import { cutRows, wholeList } from "@/lib/slice.ts";
import { useFormats } from "@/lib/use-formats.ts";

import classes from "./SaveDialog.module.css";

interface SavePreviewViewProps {
  answer: Answer;
  preview: SavePreview;
  isExisting: boolean;
}

/** The blocks as they will stand in the panel, what the rows will meet there, and what has no place. */
export function SavePreviewView({ answer, preview, isExisting }: SavePreviewViewProps) {
  const { t } = useTranslation("save");
  return (
    <section className={classes["preview"]} aria-label={t("preview")}>
      <div className={classes["drawing"]} inert>
        {blocksToShow(preview).map((block) => (
          <PreviewBlock key={block.id} block={block} answer={answer} preview={preview} />
        ))}
      </div>
      <ul className={classes["facts"]}>
        <RowFacts answer={answer} preview={preview} isExisting={isExisting} />
        {preview.refresh_tool ? (
          <li>
            <IconRefresh size={14} stroke={1.75} aria-hidden />
            {t("refreshes", { tool: preview.refresh_tool })}
          </li>
        ) : null}
        {preview.not_saved.map((left) => (
          <LeftOut key={`${left.what} ${left.reason}`} left={left} />
        ))}
      </ul>
    </section>
  );
}

/** A tab may already hold other blocks; only those that get this data are drawn. */
function blocksToShow({ template, tab, collection }: SavePreview): Block[] {
  const blocks = template.tabs.find(({ id }) => id === tab)?.blocks ?? [];
  return collection === null ? blocks : blocks.filter((block) => "of" in block && block.of === collection);
}

const noFields: Field[] = [];
const noActs = {};
const noSlice = () => undefined;

function PreviewBlock({ block, answer, preview }: { block: Block; answer: Answer; preview: SavePreview }) {
  const collection = preview.template.collections.find(({ id }) => id === preview.collection);
  const fields = collection?.fields ?? noFields;
  const rows = useMemo(() => rowsToSave(answer, fields), [answer, fields]);
  const data: BlockData = { ...noData, fields, rows, total: rows.length, content: answer.content };
  return (
    <BlockView block={block} data={data} mode="panel" actions={noActs} can={nothingAllowed} slice={wholeList} onSlice={noSlice} />
  );
}

/** Only the rows the slice leaves are saved. */
function rowsToSave(answer: Answer, fields: readonly Field[]): Row[] {
  const here = { now: new Date(), timeZone: browserTimeZone() };
  const kept = new Set(cutRows(rowsOfAnswer(answer), answer.fields, answer.slice, here).rows.map(({ id }) => id));
  return rowsOfAnswer(answer, fields).filter(({ id }) => kept.has(id));
}

function RowFacts({ answer, preview, isExisting }: SavePreviewViewProps) {
  const { t } = useTranslation("save");
  const { number } = useFormats();
  if (preview.collection === null) return null;
  const { new_rows: added, matching_rows: known } = preview;
  const key = answer.key.map((name) => answer.fields.find(({ id }) => id === name)?.title ?? name).join(", ");
  return (
    <>
      {added > 0 || !isExisting ? (
        <li>
          <IconCheck size={14} stroke={2} aria-hidden />
          {t("newRows", { count: added, shown: number(added) })}
        </li>
      ) : null}
      {known > 0 ? (
        <li>
          <IconCheck size={14} stroke={2} aria-hidden />
          {t("matchingRows", { count: known, shown: number(known), key })}
        </li>
      ) : null}
    </>
  );
}

function LeftOut({ left }: { left: NotSaved }) {
  const { t } = useTranslation("save");
  return (
    <li data-tone="warn">
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {t(`notSaved.${left.reason}`, { what: left.what })}
    </li>
  );
}
