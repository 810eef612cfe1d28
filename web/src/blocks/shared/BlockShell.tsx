import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Block } from "@/lib/shapes.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { BlockFrame, BlockSkeleton, type FrameNote } from "@/ui/BlockFrame.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { partialText } from "@/ui/FreshnessLabel.tsx";
import { useProblemWords } from "@/ui/use-problem-words.ts";

import type { BlockActions, BlockData, BlockSlots } from "../contract.ts";

interface BlockShellProps extends BlockSlots {
  block: Block;
  data: BlockData;
  actions: BlockActions;
  /** Height of the grey shapes while loading: that of what will stand there. */
  height: number;
  toolbar?: ReactNode;
  isBare?: boolean;
  children: ReactNode;
}

/** The frame of a block, and those of its five states that do not depend on its kind. Empty is the kind's own. */
export function BlockShell({
  block,
  data,
  actions,
  height,
  toolbar,
  menu,
  footer,
  isBare = false,
  children,
}: BlockShellProps) {
  const notes = useNotes(data);
  const frame = { title: block.title, menu, footer, isBare };
  if (data.problem) {
    return (
      <BlockFrame {...frame}>
        <ErrorState problem={data.problem} onRetry={actions.retry} />
      </BlockFrame>
    );
  }
  if (data.isLoading) {
    return (
      <BlockFrame {...frame}>
        <BlockSkeleton height={height} shape={isBare ? "tiles" : "lines"} />
      </BlockFrame>
    );
  }
  return (
    <BlockFrame {...frame} toolbar={toolbar} notes={notes} isRefreshing={data.isRefreshing}>
      {children}
    </BlockFrame>
  );
}

function useNotes({ freshness, isStale }: BlockData): FrameNote[] {
  const { t } = useTranslation(["blocks", "common"]);
  const { t: common } = useTranslation("common");
  const formats = useFormats();
  const now = useNow();
  const words = useProblemWords();
  if (!freshness) return [];
  const { status, code, message, tool, last_good_at: lastGood, collected_at: collectedAt } = freshness;
  if (status === "error") {
    const facts = { tool: tool ?? undefined };
    const { what } = words({ code: code ?? "", message: message ?? common("freshness.failed"), nextStep: "", facts });
    const since = lastGood ? t("notes.lastGood", { age: formats.age(lastGood, now) }) : t("notes.neverGood");
    return [{ tone: "error", text: `${what} ${since}` }];
  }
  if (status === "partial")
    return [{ tone: "partial", text: t("notes.partial", { how: partialText(freshness, common, formats.number) }) }];
  if (isStale) return [{ tone: "stale", text: t("notes.stale", { age: formats.age(collectedAt, now) }) }];
  return [];
}
