import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";

import type { Typed } from "@/blocks/contract.ts";
import { formatOf, type Formats } from "@/lib/format.ts";
import type { Field } from "@/lib/shapes.ts";
import { hasOptions, isNumeric, type Value } from "@/lib/values.ts";

interface FieldInputProps {
  field: Field;
  typed: Typed;
  onTyped: (typed: Typed) => void;
  label?: ReactNode;
  ariaLabel?: string;
  error?: string | null;
  takesFocus?: boolean;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** What is typed when a value is opened for editing. Numbers and dates are read by the server, in this language. */
export function typedOf(field: Field, value: Value, formats: Formats): Typed {
  if (field.type === "boolean") return value === null ? null : value === true;
  return formats.typed(field, value);
}

/** An input for one field, by its type. */
export function FieldInput({ field, typed, onTyped, ariaLabel, takesFocus = false, ...rest }: FieldInputProps) {
  const { t } = useTranslation("panel");
  const common = { ...rest, "aria-label": ariaLabel, "data-autofocus": takesFocus || undefined };
  const focus = takesFocus ? focusNow : undefined;
  if (field.type === "boolean") {
    return (
      <Checkbox
        {...common}
        label={rest.label ?? field.title}
        checked={typed === true}
        indeterminate={typed === null}
        onChange={(event) => onTyped(event.currentTarget.checked)}
      />
    );
  }
  const text = Array.isArray(typed) ? typed.join(", ") : String(typed ?? "");
  if (hasOptions(field)) {
    const empty = { value: "", label: t("field.none") };
    const options = field.options.map(({ id, title }) => ({ value: id, label: title }));
    return (
      <NativeSelect
        {...common}
        ref={focus}
        data={[empty, ...options]}
        value={text}
        onChange={(event) => onTyped(event.currentTarget.value || null)}
      />
    );
  }
  if (field.type === "long_text") {
    return (
      <Textarea
        {...common}
        ref={focus}
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      {...common}
      ref={focus}
      type={inputType(field)}
      inputMode={isNumeric(field) ? "decimal" : undefined}
      placeholder={field.type === "tags" ? t("field.tagsHint") : undefined}
      rightSection={unitOf(field)}
      rightSectionWidth={unitOf(field) ? 44 : undefined}
      value={text}
      onChange={(event) => onTyped(event.currentTarget.value)}
    />
  );
}

/** The person just asked for this input by opening a field or a dialog. */
function focusNow(input: HTMLElement | null): void {
  input?.focus();
}

function inputType(field: Field): string {
  switch (field.type) {
    case "date":
      return "date";
    case "datetime":
      return "datetime-local";
    case "email":
      return "email";
    case "phone":
      return "tel";
    default:
      return "text";
  }
}

function unitOf(field: Field): string | null {
  if (field.type === "percent") return "%";
  const { currency, unit } = formatOf(field);
  return currency ?? unit ?? null;
}
