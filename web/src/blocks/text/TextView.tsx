import { IconAlignLeft } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/ui/EmptyState.tsx";
import { Markdown } from "@/ui/Markdown.tsx";

import type { BlockProps } from "../contract.ts";
import { BlockShell } from "../shared/BlockShell.tsx";
import classes from "./TextView.module.css";

/** Prose in markdown. */
export function TextView(props: BlockProps<"text">) {
  const { t } = useTranslation("blocks");
  const { content } = props.data;
  const markdown = content?.kind === "text" ? content.markdown : "";
  return (
    <BlockShell {...props} height={120}>
      {markdown.trim() === "" ? (
        <EmptyState
          icon={<IconAlignLeft size={18} aria-hidden />}
          text={t("empty.text.what")}
          hint={t("empty.text.next")}
        >
          {props.whenEmpty}
        </EmptyState>
      ) : (
        <div className={classes["prose"]}>
          <Markdown text={markdown} />
        </div>
      )}
    </BlockShell>
  );
}
