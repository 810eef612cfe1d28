import { Combobox, useCombobox } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Field } from "@/lib/shapes.ts";
import { hasOptions } from "@/lib/values.ts";

import type { Typed } from "../contract.ts";
import { OptionChip } from "../shared/ValueText.tsx";
import classes from "./Grid.module.css";

/** Where the focus goes once a cell is committed. */
export type After = "below" | "next" | "previous" | "stay";

interface CellEditorProps {
  field: Field;
  /** The text to start from: the value as its writer types it, or the key that opened the editor. */
  start: string;
  onCommit: (typed: Typed, after: After) => void;
  onCancel: () => void;
}

/** Edits one value in its cell. Enter and Tab keep it, Esc leaves it as it was. */
export function CellEditor(props: CellEditorProps) {
  return hasOptions(props.field) ? <OptionEditor {...props} /> : <TextEditor {...props} />;
}

const INPUT_TYPES: Partial<Record<Field["type"], string>> = { date: "date", datetime: "datetime-local" };
const NUMERIC = new Set<Field["type"]>(["number", "money", "percent"]);

function TextEditor({ field, start, onCommit, onCancel }: CellEditorProps) {
  const [text, setText] = useState(start);
  const isDone = useRef(false);
  const finish = (act: () => void) => {
    // Leaving the cell blurs it: the second end of the same edit is not another edit.
    if (isDone.current) return;
    isDone.current = true;
    act();
  };
  const commit = (after: After) =>
    finish(() => (text === start ? onCancel() : onCommit(text.trim() === "" ? null : text, after)));
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === "Escape") finish(onCancel);
    else if (event.key === "Enter" && !(event.shiftKey && field.type === "long_text")) commit("below");
    else if (event.key === "Tab") commit(event.shiftKey ? "previous" : "next");
    else return;
    event.preventDefault();
  };
  const shared = {
    "aria-label": field.title,
    value: text,
    onKeyDown,
    onBlur: () => commit("stay"),
    ref: focusAtEnd,
  };
  if (field.type === "long_text") {
    return (
      <textarea
        {...shared}
        className={classes["area"]}
        rows={6}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    );
  }
  return (
    <input
      {...shared}
      className={classes["editor"]}
      type={INPUT_TYPES[field.type] ?? "text"}
      inputMode={NUMERIC.has(field.type) ? "decimal" : undefined}
      data-number={NUMERIC.has(field.type) || undefined}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

function focusAtEnd(element: HTMLInputElement | HTMLTextAreaElement | null): void {
  if (!element || element === document.activeElement) return;
  element.focus({ preventScroll: true });
  if (element.type === "text" || element instanceof HTMLTextAreaElement)
    element.setSelectionRange(element.value.length, element.value.length);
}

const NONE = "";

function OptionEditor({ field, start, onCommit, onCancel }: CellEditorProps) {
  const { t } = useTranslation("blocks");
  const isDone = useRef(false);
  const finish = (act: () => void) => {
    if (isDone.current) return;
    isDone.current = true;
    act();
  };
  const combobox = useCombobox({ defaultOpened: true, onDropdownClose: () => finish(onCancel) });
  const { selectActiveOption } = combobox;
  useEffect(() => {
    // The list is in the page one frame later.
    const frame = requestAnimationFrame(() => selectActiveOption());
    return () => cancelAnimationFrame(frame);
    // Once, when the list opens.
    // oxlint-disable-next-line react/exhaustive-deps -- the store is a new object at each drawing
  }, []);
  return (
    <Combobox
      store={combobox}
      width={220}
      position="bottom-start"
      onOptionSubmit={(id) => finish(() => (id === start ? onCancel() : onCommit(id === NONE ? null : id, "stay")))}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes["optionEditor"]}
          aria-label={field.title}
          ref={(element) => element?.focus({ preventScroll: true })}
          onKeyDown={(event) => event.stopPropagation()}
          onBlur={() => finish(onCancel)}
        >
          {start ? <OptionChip field={field} id={start} /> : null}
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={field.title} className={classes["optionList"]}>
          {field.options.map(({ id }) => (
            <Combobox.Option key={id} value={id} active={id === start}>
              <OptionChip field={field} id={id} />
            </Combobox.Option>
          ))}
          {field.type === "choice" ? (
            <Combobox.Option value={NONE} active={start === NONE}>
              <span className={classes["none"]}>{t("table.noChoice")}</span>
            </Combobox.Option>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
