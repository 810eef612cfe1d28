import { useMemo, useState } from "react";

import { parseNumber } from "@/lib/format.ts";
import type { Condition, Field } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";

import { conditionOf, type Draft, draftOf, newDraft } from "./conditions.ts";

/** More conditions than this are refused by the server. */
const MOST = 30;

export interface ConditionDrafts {
  drafts: readonly Draft[];
  /** The one whose value waits to be typed. */
  focused: number | undefined;
  /** False while a condition is half filled. */
  isWhole: boolean;
  change: (draft: Draft) => void;
  remove: (id: number) => void;
  /** Forgets them all. It tells nobody: whoever clears may have more to clear than conditions. */
  clear: () => void;
  /** Null when there is no room for one more. */
  add: (() => void) | null;
}

interface DraftsOf {
  fields: readonly Field[];
  /** The conditions it starts with. */
  where: readonly Condition[];
  /** A new condition that it starts with: for this field, or for the first one when there is none at all. */
  start?: string | null;
  onWhere: (where: Condition[]) => void;
  /** Told with each change: false while one is half filled. */
  onWhole?: (isWhole: boolean) => void;
}

/** Conditions being written. What is whole is told at once; what is half filled waits. */
export function useConditionDrafts({ fields, where, start, onWhere, onWhole }: DraftsOf): ConditionDrafts {
  const formats = useFormats();
  const byId = useMemo(() => new Map(fields.map((field) => [field.id, field])), [fields]);
  const [drafts, setDrafts] = useState<Draft[]>(() => {
    const known = where.flatMap((condition) => {
      const field = byId.get(condition.field);
      return field ? [draftOf(condition, field, formats)] : [];
    });
    const first = start === null && known.length === 0 ? fields[0] : byId.get(start ?? "");
    return first ? [...known, newDraft(first)] : known;
  });
  const [focused, setFocused] = useState(() => drafts.at(-1)?.id);

  const wholeOf = (all: readonly Draft[]) =>
    all.flatMap((draft) => {
      const field = byId.get(draft.field);
      const condition = field ? conditionOf(draft, field, (text) => parseNumber(text, formats.language)) : null;
      return condition ? [condition] : [];
    });
  const put = (next: Draft[]) => {
    const whole = wholeOf(next);
    setDrafts(next);
    onWhere(whole);
    onWhole?.(whole.length === next.length);
  };
  const add = () => {
    const [field] = fields;
    if (!field) return;
    const draft = newDraft(field);
    setFocused(draft.id);
    put([...drafts, draft]);
  };
  return {
    drafts,
    focused,
    isWhole: wholeOf(drafts).length === drafts.length,
    change: (changed) => put(drafts.map((each) => (each.id === changed.id ? changed : each))),
    remove: (id) => put(drafts.filter((each) => each.id !== id)),
    clear: () => setDrafts([]),
    add: drafts.length < MOST ? add : null,
  };
}
