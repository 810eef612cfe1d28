import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { copyText } from "./copy.ts";
import { announce } from "./live-region.ts";
import { showToast } from "./toasts.ts";

const SAID_FOR = 1_600;

interface CopyButtonProps {
  label: string;
  /** Asked for when it is pressed: what is copied may still be growing. */
  text: () => string;
  html?: () => string | null;
}

export function CopyButton({ label, text, html }: CopyButtonProps) {
  const { t } = useTranslation("common");
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_FOR);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const done = await copyText(text(), html?.() ?? null);
    setCopied(done);
    if (done) announce(t("copied"));
    else showToast({ text: t("copyRefused"), tone: "bad" });
  };
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => void copy()}>
      {isCopied ? <IconCheck size={15} stroke={2} aria-hidden /> : <IconCopy size={15} stroke={1.75} aria-hidden />}
    </ActionIcon>
  );
}
