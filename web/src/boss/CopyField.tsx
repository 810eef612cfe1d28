import { Button, TextInput } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { announce } from "@/ui/live-region.ts";
import classes from "./CopyField.module.css";

interface CopyFieldProps {
  label: string;
  text: string;
}

/** A text that goes to another system. Where a page may not copy, it is selected for the person to copy. */
export function CopyField({ label, text }: CopyFieldProps) {
  const { t } = useTranslation("boss");
  const field = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<"copied" | "by-hand" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setResult("copied");
      announce(t("copied"));
    } catch {
      field.current?.select();
      setResult("by-hand");
    }
  };
  return (
    <div className={classes["row"]}>
      <TextInput
        ref={field}
        className={classes["field"] ?? ""}
        classNames={{ input: classes["input"] ?? "" }}
        label={label}
        value={text}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        aria-label={t("copyOf", { what: label })}
        leftSection={result === "copied" ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} stroke={1.75} aria-hidden />}
        onClick={() => void copy()}
      >
        {result === "copied" ? t("copied") : t("copy")}
      </Button>
      {result === "by-hand" ? (
        <p className={classes["note"]} role="status">
          {t("copyByHand")}
        </p>
      ) : null}
    </div>
  );
}
