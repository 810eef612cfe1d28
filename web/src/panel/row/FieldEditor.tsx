import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Typed } from "@/blocks/contract.ts";
import { ValueText } from "@/blocks/shared/ValueText.tsx";
import { problemFrom } from "@/lib/problem.ts";
import type { Field } from "@/lib/shapes.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { hasOptions, type Value } from "@/lib/values.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { FieldInput, typedOf } from "../FieldInput.tsx";
import classes from "./RowSheet.module.css";

interface FieldEditorProps {
  field: Field;
  value: Value;
  /** The version of the row that `value` is from. */
  version: number;
  /** Rejects when it was refused; what was typed then stays. `seen` is the version when the edit began. */
  onSave: (typed: Typed, seen: number) => Promise<void>;
}

/** A value that becomes an input where it stands. Enter or leaving it saves, Escape leaves it as it was. */
export function FieldEditor({ field, value, version, onSave }: FieldEditorProps) {
  const { t } = useTranslation("panel");
  const formats = useFormats();
  const words = useProblemWords();
  const [typed, setTyped] = useState<Typed | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** True while nothing more may be saved: a save is under way, or the edit was given up. */
  const isShut = useRef(false);
  const seen = useRef(version);

  const open = () => {
    isShut.current = false;
    seen.current = version;
    setTyped(typedOf(field, value, formats));
  };
  const close = () => {
    setTyped(undefined);
    setFailure(null);
    requestAnimationFrame(() => button.current?.focus());
  };
  const save = async (entry: Typed) => {
    if (isShut.current) return;
    if (entry === typedOf(field, value, formats)) return close();
    isShut.current = true;
    try {
      await onSave(entry, typed === undefined ? version : seen.current);
      close();
    } catch (thrown) {
      const { what, next } = words(problemFrom(thrown));
      setFailure(`${what} ${next}`);
    } finally {
      isShut.current = false;
    }
  };

  if (field.type === "boolean" || hasOptions(field)) {
    return (
      <FieldInput
        field={field}
        ariaLabel={field.title}
        label=""
        typed={typedOf(field, value, formats)}
        error={failure}
        onTyped={(entry) => void save(entry)}
      />
    );
  }
  if (typed === undefined && isLinked(field) && value !== null) {
    return (
      <div className={classes["linked"]}>
        <ValueText field={field} value={value} />
        <ActionIcon ref={button} size={24} aria-label={t("field.edit", { field: field.title, value: formats.value(field, value) })} onClick={open}>
          <IconPencil size={14} stroke={1.75} />
        </ActionIcon>
      </div>
    );
  }
  if (typed === undefined) {
    return (
      <UnstyledButton
        ref={button}
        className={classes["open"] ?? ""}
        aria-label={t("field.edit", { field: field.title, value: formats.value(field, value) })}
        onClick={open}
      >
        {value === null ? <span className={classes["empty"]}>{t("field.empty")}</span> : <ValueText field={field} value={value} />}
      </UnstyledButton>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      isShut.current = true;
      close();
    } else if (event.key === "Enter" && (field.type !== "long_text" || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save(typed);
    }
  };
  return (
    <FieldInput
      field={field}
      ariaLabel={field.title}
      typed={typed}
      error={failure}
      takesFocus
      onTyped={setTyped}
      onBlur={() => void save(typed)}
      onKeyDown={onKeyDown}
    />
  );
}

/** A link is followed by a click, so editing it needs a button of its own. */
function isLinked({ type }: Field): boolean {
  return type === "url" || type === "email" || type === "phone" || type === "image" || type === "file";
}
