import { lazy, Suspense } from "react";

import classes from "./Markdown.module.css";

const Rendered = lazy(() => import("./MarkdownText.tsx"));

interface MarkdownProps {
  text: string;
  /** More of it is on its way: what is half written at its end is drawn as what it is about to become. */
  isStreaming?: boolean;
}

/** The one renderer of markdown, for chat, panels and notes alike. Its library comes with the first text. */
export function Markdown({ text, isStreaming = false }: MarkdownProps) {
  return (
    <Suspense fallback={<p className={classes["plain"]}>{text}</p>}>
      <Rendered text={text} isStreaming={isStreaming} />
    </Suspense>
  );
}
