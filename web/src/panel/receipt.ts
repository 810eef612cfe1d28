import type { Receipt } from "@/api/types.ts";

/** What a refresh did, over all its targets. */
export interface Outcome {
  added: string[];
  changed: string[];
  unconfirmed: string[];
  confirmedAgain: string[];
  suggested: string[];
  refused: string[];
  unchanged: number;
  /** Something without rows, such as numbers or a chart, was brought up to date. */
  content: boolean;
}

export function outcomeOf(receipts: readonly Receipt[], collections: ReadonlySet<string>): Outcome {
  return {
    added: receipts.flatMap((receipt) => receipt.added),
    changed: receipts.flatMap((receipt) => receipt.changed),
    unconfirmed: receipts.flatMap((receipt) => receipt.unconfirmed),
    confirmedAgain: receipts.flatMap((receipt) => receipt.confirmed_again),
    suggested: unique(receipts.flatMap((receipt) => receipt.suggestions.map(({ row }) => row))),
    refused: unique(receipts.flatMap((receipt) => receipt.refused.map(({ row }) => row))),
    unchanged: receipts.reduce((sum, receipt) => sum + receipt.unchanged, 0),
    content: receipts.some((receipt) => receipt.targets.some((target) => !collections.has(target))),
  };
}

/** The kinds of outcome, in the order in which they are told. */
export const outcomeParts = ["added", "changed", "unconfirmed", "confirmedAgain", "suggested", "refused"] as const;
export type OutcomePart = (typeof outcomeParts)[number];

function unique(names: string[]): string[] {
  return [...new Set(names)];
}
