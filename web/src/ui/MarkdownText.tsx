import { useTranslation } from "react-i18next";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";

import { safeHref } from "@/lib/links.ts";

import classes from "./MarkdownText.module.css";
import { SafeLink } from "./SafeLink.tsx";

const components: Components = {
  a: ({ href, children }) => <SafeLink href={href ?? ""}>{children}</SafeLink>,
  img: ({ src, alt }) => <ImageLink src={typeof src === "string" ? src : ""} name={alt ?? ""} />,
  input: ({ checked }) => <TaskMark isDone={checked === true} />,
  table: ({ children }) => (
    <div className={classes["scroll"]}>
      <table>{children}</table>
    </div>
  ),
};

/** Markdown from people, tools and models: sanitised, links of known schemes only, pictures as links. */
export default function MarkdownText({ text }: { text: string }) {
  return (
    <div className={classes["text"]}>
      <ReactMarkdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rehypeSanitize]}
        urlTransform={(address) => safeHref(address) ?? ""}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </div>
  );
}

/** A picture from elsewhere would tell its server who reads: it is a link until someone follows it. */
function ImageLink({ src, name }: { src: string; name: string }) {
  const { t } = useTranslation("common");
  return <SafeLink href={src}>{t("linkToImage", { name: name || src })}</SafeLink>;
}

function TaskMark({ isDone }: { isDone: boolean }) {
  const { t } = useTranslation("common");
  return <input type="checkbox" checked={isDone} readOnly disabled aria-label={t(isDone ? "taskDone" : "taskOpen")} />;
}
