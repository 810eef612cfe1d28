import { isValidElement, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";

import { CopyButton } from "./CopyButton.tsx";
import classes from "./MarkdownText.module.css";

/** A fenced piece of code: what it is written in, and a way to take it along. */
export function CodeBlock({ children }: { children: ReactNode }) {
  const { t } = useTranslation("common");
  const pre = useRef<HTMLPreElement>(null);
  return (
    <div className={classes["code"]}>
      <div className={classes["codeHead"]}>
        <span>{languageOf(children)}</span>
        <CopyButton label={t("copyCode")} text={() => pre.current?.textContent.replace(/\n$/, "") ?? ""} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre ref={pre} tabIndex={0}>
        {children}
      </pre>
    </div>
  );
}

function languageOf(children: ReactNode): string {
  if (!isValidElement<{ className?: string }>(children)) return "";
  return /(?:^| )language-([\w+#.-]+)/.exec(children.props.className ?? "")?.[1] ?? "";
}
