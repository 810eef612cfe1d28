import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";

import { safeHref } from "@/lib/links.ts";
import { completed, partsOf } from "@/lib/streamed-markdown.ts";

import { CodeBlock } from "./CodeBlock.tsx";
import classes from "./MarkdownText.module.css";
import { SafeLink } from "./SafeLink.tsx";

const components: Components = {
  a: ({ href, children }) => <SafeLink href={href ?? ""}>{children}</SafeLink>,
  img: ({ src, alt }) => <ImageLink src={typeof src === "string" ? src : ""} name={alt ?? ""} />,
  input: ({ checked }) => <TaskMark isDone={checked === true} />,
  pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
  table: ({ children }) => (
    <div className={classes["scroll"]}>
      <table>{children}</table>
    </div>
  ),
};

interface MarkdownTextProps {
  text: string;
  isStreaming: boolean;
}

/** Markdown from people, tools and models: sanitised, links of known schemes only, pictures as links. */
export default function MarkdownText({ text, isStreaming }: MarkdownTextProps) {
  const parts = useMemo(() => partsOf(text), [text]);
  return (
    <div className={classes["text"]}>
      {parts.map((part, place) => (
        // Parts only grow at the end, so that a place is the same part for as long as there is one.
        <Part key={place} text={isStreaming && place === parts.length - 1 ? completed(part) : part} />
      ))}
    </div>
  );
}

/** Drawn again only when its own words change, and not with every word of a later part. */
const Part = memo(function Part({ text }: { text: string }) {
  return (
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[rehypeSanitize]}
      urlTransform={(address) => safeHref(address) ?? ""}
      components={components}
    >
      {text}
    </ReactMarkdown>
  );
});

/** A picture from elsewhere would tell its server who reads: it is a link until someone follows it. */
function ImageLink({ src, name }: { src: string; name: string }) {
  const { t } = useTranslation("common");
  return <SafeLink href={src}>{t("linkToImage", { name: name || src })}</SafeLink>;
}

function TaskMark({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation("common");
  return <input type="checkbox" checked={isDone} readOnly disabled aria-label={t(isDone ? "taskDone" : "taskOpen")} />;
}
