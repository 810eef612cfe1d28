import { ActionIcon, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import type { Field } from "@/lib/shapes.ts";

import { type Draft, fillingOf, newDraft, testsOf } from "./conditions.ts";
import classes from "./FilterMenu.module.css";

interface FilterRowProps {
  draft: Draft;
  field: Field;
  fields: readonly Field[];
  /** Values that occur, offered while typing. */
  suggestions: readonly string[];
  hasFocus: boolean;
  onChange: (draft: Draft) => void;
  onRemove: () => void;
}

/** One condition: which field, which test, which value. */
export function FilterRow({ draft, field, fields, suggestions, hasFocus, onChange, onRemove }: FilterRowProps) {
  const { t } = useTranslation("blocks");
  const chooseField = (id: string) => {
    const chosen = fields.find((each) => each.id === id);
    if (chosen) onChange({ ...newDraft(chosen), id: draft.id });
  };
  const chooseTest = (name: string) => {
    const test = testsOf(field).find((each) => each === name);
    if (test)
      onChange({ ...draft, test, text: fillingOf(field, test) === fillingOf(field, draft.test) ? draft.text : "" });
  };
  return (
    <div className={classes["row"]}>
      <NativeSelect
        aria-label={t("filter.field")}
        value={field.id}
        onChange={(event) => chooseField(event.currentTarget.value)}
        data={fields.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <NativeSelect
        aria-label={t("filter.test")}
        value={draft.test}
        onChange={(event) => chooseTest(event.currentTarget.value)}
        data={testsOf(field).map((test) => ({ value: test, label: t(`filter.tests.${test}`) }))}
      />
      <FilterValue draft={draft} field={field} suggestions={suggestions} hasFocus={hasFocus} onChange={onChange} />
      <ActionIcon aria-label={t("filter.remove", { field: field.title })} onClick={onRemove}>
        <IconTrash size={15} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}

type FilterValueProps = Pick<FilterRowProps, "draft" | "field" | "suggestions" | "hasFocus" | "onChange">;

function FilterValue({ draft, field, suggestions, hasFocus, onChange }: FilterValueProps) {
  const { t } = useTranslation("blocks");
  const list = useId();
  const label = t("filter.value", { field: field.title });
  const fill = (text: string) => onChange({ ...draft, text });
  const focus = hasFocus ? { "data-autofocus": true } : {};
  switch (fillingOf(field, draft.test)) {
    case "nothing":
      return <span />;
    case "options":
      return <OptionBoxes draft={draft} field={field} onChange={onChange} />;
    case "flag":
      return (
        <NativeSelect
          {...focus}
          aria-label={label}
          value={draft.text}
          onChange={(event) => fill(event.currentTarget.value)}
          data={[
            { value: "", label: t("filter.choose") },
            { value: "true", label: t("filter.yes") },
            { value: "false", label: t("filter.no") },
          ]}
        />
      );
    case "days":
      return (
        <NumberInput
          {...focus}
          size="sm"
          radius="sm"
          aria-label={t("filter.daysLabel")}
          min={1}
          max={3650}
          value={draft.text}
          onChange={(value) => fill(String(value))}
          suffix={t("filter.daysSuffix")}
        />
      );
    case "date":
      return (
        <TextInput
          {...focus}
          type="date"
          aria-label={label}
          value={draft.text}
          onChange={(event) => fill(event.currentTarget.value)}
        />
      );
    case "number":
    case "text":
      return (
        <>
          <TextInput
            {...focus}
            aria-label={label}
            placeholder={t("filter.placeholder")}
            inputMode={fillingOf(field, draft.test) === "number" ? "decimal" : "text"}
            value={draft.text}
            onChange={(event) => fill(event.currentTarget.value)}
            list={suggestions.length > 0 ? list : undefined}
          />
          {suggestions.length > 0 ? (
            <datalist id={list}>
              {suggestions.map((value) => (
                <option key={value} value={value}>
                  {value}
                </option>
              ))}
            </datalist>
          ) : null}
        </>
      );
  }
}

function OptionBoxes({ draft, field, onChange }: Pick<FilterRowProps, "draft" | "field" | "onChange">) {
  const toggle = (id: string, isChosen: boolean) =>
    onChange({ ...draft, chosen: isChosen ? [...draft.chosen, id] : draft.chosen.filter((each) => each !== id) });
  return (
    <fieldset className={classes["options"]} aria-label={field.title}>
      {field.options.map(({ id, title, colour }) => (
        <label key={id} className={classes["option"]} data-colour={colour}>
          <input
            type="checkbox"
            checked={draft.chosen.includes(id)}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}
