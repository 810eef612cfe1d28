import { Suspense } from "react";
import { useTranslation } from "react-i18next";

import { BlockFrame, BlockSkeleton } from "@/ui/BlockFrame.tsx";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorBoundary } from "@/ui/ErrorBoundary.tsx";

import { BrokenBlock } from "./BrokenBlock.tsx";
import type { AnyBlockProps } from "./contract.ts";
import { registry } from "./registry.ts";

/** Any block of the catalogue. What breaks in one stays in one. */
export function BlockView(props: AnyBlockProps) {
  const { block } = props;
  const broken = (retry: () => void) => <BrokenBlock title={block.title} onRetry={retry} />;
  return (
    <ErrorBoundary key={block.id} fallback={broken}>
      <Suspense fallback={<Waiting title={block.title} />}>
        <Drawing {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Waiting({ title }: { title: string }) {
  return (
    <BlockFrame title={title}>
      <BlockSkeleton height={180} />
    </BlockFrame>
  );
}

/** One branch per kind, so that each drawing gets a block of its own kind without a cast. */
function Drawing({ block, ...around }: AnyBlockProps) {
  const { t } = useTranslation("blocks");
  switch (block.kind) {
    case "table":
      return <registry.table block={block} {...around} />;
    case "kanban":
      return <registry.kanban block={block} {...around} />;
    case "card_grid":
      return <registry.card_grid block={block} {...around} />;
    case "metric_cards":
      return <registry.metric_cards block={block} {...around} />;
    case "chart":
      return <registry.chart block={block} {...around} />;
    case "text":
      return <registry.text block={block} {...around} />;
    case "callout":
      return <registry.callout block={block} {...around} />;
    case "action_buttons":
      return <registry.action_buttons block={block} {...around} />;
    default:
      return unknownKind(block, t("unknownKind"));
  }
}

/** Reached only when the server is newer than this page. */
function unknownKind(block: never, text: string) {
  void block;
  return (
    <BlockFrame title="">
      <EmptyState text={text} />
    </BlockFrame>
  );
}
