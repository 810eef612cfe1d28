import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Problem } from "@/lib/problem.ts";
import type { Field } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { asValue, hasOptions, valueOf } from "@/lib/values.ts";
import { announce } from "@/ui/live-region.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";

import type { Typed } from "../contract.ts";
import type { RowItem } from "./items.ts";
import { type CellEdit, cellKey, useCellEdits } from "./use-cell-edits.ts";

/** Null for a field that may not be edited here. */
export type SaverOf = (field: Field) => ((row: string, typed: Typed, seen?: number) => Promise<void>) | null;

/** The cell whose editor is open, the text it starts from, and the version of the row that text is of. */
export interface OpenEditor {
  /** The line, since a row may stand in several groups. */
  line: string;
  field: string;
  start: string;
  seen: number;
}

export interface Editing {
  /** Ids of the fields that may be edited. */
  editable: ReadonlySet<string>;
  open: OpenEditor | null;
  edits: ReadonlyMap<string, CellEdit>;
  /** Opens the editor. `typed` replaces what stands there, as when a letter is typed over a cell. */
  begin: (line: RowItem, field: Field, typed?: string) => void;
  end: () => void;
  commit: (row: string, field: string, typed: Typed) => void;
  discard: (row: string, field: string) => void;
}

export function useEditing(fields: readonly Field[], saverOf: SaverOf): Editing {
  const { t } = useTranslation("blocks");
  const formats = useFormats();
  const words = useProblemWords();
  const [open, setOpen] = useState<OpenEditor | null>(null);
  const names = fields.flatMap((field) => (saverOf(field) ? field.id : [])).join();
  const editable = useMemo(() => new Set(names.split(",")), [names]);

  const save = async (row: string, id: string, typed: Typed, seen?: number) => {
    const field = fields.find((each) => each.id === id);
    await (field && saverOf(field)?.(row, typed, seen));
  };
  const refused = (problem: Problem) => {
    const { what, next } = words(problem);
    announce(t("table.refused", { what, next }));
  };
  const { edits, commit, discard } = useCellEdits(save, refused);

  const begin = ({ key: line, row }: RowItem, field: Field, typed?: string) => {
    if (!editable.has(field.id)) return;
    const edit = edits.get(cellKey(row.id, field.id));
    const now = edit ? asValue(edit.typed) : valueOf(row, field);
    if (field.type === "boolean") {
      commit(row.id, field.id, now !== true);
      return;
    }
    const start = hasOptions(field) ? String(now ?? "") : (typed ?? formats.typed(field, now));
    setOpen({ line, field: field.id, start, seen: row.version });
  };
  return {
    editable,
    open,
    edits,
    begin,
    end: () => setOpen(null),
    commit: (row, field, typed) => {
      setOpen(null);
      commit(row, field, typed, open?.seen);
    },
    discard,
  };
}
