import { Skeleton } from "@mantine/core";
import { lazy, Suspense } from "react";

const Rendered = lazy(() => import("./MarkdownText.tsx"));

/** The one renderer of markdown, for chat, panels and notes alike. Its library comes with the first text. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<Skeleton height={18} width="70%" />}>
      <Rendered text={text} />
    </Suspense>
  );
}
