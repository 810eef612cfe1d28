import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { settleReceipt } from "@/api/panels.ts";
import { moveRow, patchRow, removeRow, restoreRow } from "@/api/rows.ts";
import type { Collection, PanelView, Receipt } from "@/api/types.ts";
import type { Typed } from "@/blocks/contract.ts";
import { currentLanguage } from "@/lib/i18n.ts";
import { ProblemError, problemFrom } from "@/lib/problem.ts";
import type { Field, Row } from "@/lib/shapes.ts";
import { optionOf, stageOf } from "@/lib/values.ts";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { conflictOf, type OpenConflict } from "./conflict.ts";
import { cardAfter, positionFor } from "./positions.ts";
import { titleOf } from "./row-titles.ts";
import { expectedValue } from "./typed-value.ts";
import { useLatest } from "./use-latest.ts";
import { deskOf } from "./use-row-desk.ts";

export interface RowActs {
  /** `seen` is the version of the row when the edit began: it may have moved on while the person was typing. */
  edit: (row: string, field: string, typed: Typed, seen?: number) => Promise<void>;
  move: (row: string, stage: string | null, before: string | null) => Promise<void>;
  remove: (row: string) => Promise<void>;
}

interface ActsOn {
  view: PanelView;
  collection: Collection;
  /** The rows as shown, with what is under way. */
  rows: Row[];
  onConflict: (conflict: OpenConflict) => void;
}

/** What a person may do to rows: shown at once, taken back when refused, and for some seconds to be undone. */
export function useRowActs({ view, collection, rows, onConflict }: ActsOn): RowActs {
  const client = useQueryClient();
  const { t } = useTranslation("panel");
  const { t: common } = useTranslation("common");
  const words = useProblemWords();
  // Acts are kept by cells and toasts for longer than one drawing; they look here for how things are now.
  const now = useLatest({ rows, words });

  return useMemo(() => {
    const desk = deskOf(client, view.id);
    const place = (row: string) => ({ panel: view.id, collection: collection.id, row });
    const find = (id: string): Row => {
      const row = now.current.rows.find((each) => each.id === id);
      if (!row) throw new ProblemError({ code: "row_not_found", message: "", nextStep: "", facts: {} });
      return row;
    };
    const settle = (receipt: Receipt) => settleReceipt(client, receipt);
    const tellFailure = (thrown: unknown) => {
      const { what, next } = now.current.words(problemFrom(thrown));
      showToast({ text: `${what} ${next}`, tone: "bad" });
    };
    const offerUndo = (text: string, undo: () => Promise<void>) =>
      showToast({ text, action: { label: common("undo"), run: () => void undo().catch(tellFailure) } });

    const put = async (row: Row, name: string, typed: Typed, value: { value: unknown } | null, seen?: number) => {
      const change = { kind: "set", field: name, value: value ? value.value : row.values[name] } as const;
      settle(await desk.write(row, change, (basedOn) => patchRow(place(row.id), { [name]: typed }, basedOn), seen));
    };
    const carry = async (row: Row, stage: string | null, before: string | null) => {
      const position = positionFor(now.current.rows, row, stage, before);
      const change = { kind: "move", stage, position } as const;
      settle(await desk.write(row, change, (basedOn) => moveRow(place(row.id), stage, before, basedOn)));
    };

    // Until the person decides a conflict, the act is not over: the cell or card goes on showing what they wanted.
    const decide = (thrown: unknown, row: Row, field: Field | undefined, mine: Typed) => {
      const conflict = field && conflictOf(problemFrom(thrown), collection.id, row, field, mine);
      if (!conflict) throw thrown;
      return new Promise<void>((settle) => onConflict({ ...conflict, settle }));
    };

    const edit: RowActs["edit"] = async (id, name, typed, seen) => {
      const row = find(id);
      const field = collection.fields.find((each) => each.id === name);
      if (!field) return;
      const was = row.values[name] ?? null;
      try {
        await put(row, name, typed, expectedValue(field, typed, currentLanguage()), seen);
      } catch (thrown) {
        return decide(thrown, row, field, typed);
      }
      offerUndo(t("did.edited", { field: field.title, row: titleOf(find(id), collection) }), () =>
        putBack(find(id), name, was),
      );
    };
    const putBack = async (row: Row, name: string, was: unknown) => {
      const change = { kind: "set", field: name, value: was } as const;
      settle(await desk.write(row, change, (basedOn) => patchRow(place(row.id), { [name]: was }, basedOn)));
    };

    const move: RowActs["move"] = async (id, stage, before) => {
      const row = find(id);
      const field = stageOf(collection.fields);
      const back = { stage: row.stage, before: cardAfter(now.current.rows, row) };
      try {
        await carry(row, stage, before);
      } catch (thrown) {
        return decide(thrown, row, field, stage);
      }
      if (back.stage === stage) return;
      const to = (field && optionOf(field, stage)?.title) ?? t("row.noStage");
      offerUndo(t("did.moved", { row: titleOf(row, collection), stage: to }), () =>
        carry(find(id), back.stage, back.before),
      );
    };

    const remove: RowActs["remove"] = async (id) => {
      const row = find(id);
      settle(await desk.write(row, { kind: "remove" }, () => removeRow(place(id))));
      offerUndo(t("did.removed", { row: titleOf(row, collection) }), async () => settle(await restoreRow(place(id))));
    };
    return { edit, move, remove };
  }, [client, collection, common, now, onConflict, t, view.id]);
}
