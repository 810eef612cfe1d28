import { useMemo } from "react";

import { rowsOfAnswer } from "@/api/answer-rows.ts";
import type { Answer } from "@/api/types.ts";
import { BlockView } from "@/blocks/BlockView.tsx";
import { type BlockData, noData, nothingAllowed } from "@/blocks/contract.ts";
import { browserTimeZone } from "@/lib/format.ts";
import type { Slice } from "@/lib/shapes.ts";
import { cutRows, cuts } from "@/lib/slice.ts";
import { useNow } from "@/lib/use-formats.ts";
import { AnswerFooter } from "./AnswerFooter.tsx";

interface AnswerBlockProps {
  answer: Answer;
  slice: Slice;
  onSlice: (slice: Slice) => void;
  onRefetch: (days: number | null) => Promise<void>;
  onSave: () => void;
}

const nothing = {};

/** A block of the conversation, drawn by the same component as in a panel. It is looked at, never written to. */
export function AnswerBlock({ answer, slice, onSlice, onRefetch, onSave }: AnswerBlockProps) {
  const rows = useMemo(() => rowsOfAnswer(answer), [answer]);
  const data: BlockData = { ...noData, fields: answer.fields, rows, total: rows.length, content: answer.content };
  return (
    <BlockView
      block={answer.block}
      data={data}
      mode="chat"
      actions={nothing}
      can={nothingAllowed}
      slice={slice}
      onSlice={onSlice}
      footer={<AnswerFooter answer={answer} shown={useShownCount(answer, rows, slice)} onRefetch={onRefetch} onSave={onSave} />}
    />
  );
}

/** How many rows of the answer the slice leaves; null when it leaves them all. */
function useShownCount(answer: Answer, rows: BlockData["rows"], slice: Slice): number | null {
  const now = useNow();
  if (!("of" in answer.block) || !cuts(slice)) return null;
  return cutRows(rows, answer.fields, slice, { now, timeZone: browserTimeZone() }, answer.block.where).matching;
}
