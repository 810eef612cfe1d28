import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { settleReceipt } from "@/api/panels.ts";
import { addRow } from "@/api/rows.ts";
import type { Collection, Receipt } from "@/api/types.ts";
import type { Typed } from "@/blocks/contract.ts";
import { type Problem, problemFrom } from "@/lib/problem.ts";
import type { Field } from "@/lib/shapes.ts";
import { stageOf } from "@/lib/values.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { FieldInput } from "./FieldInput.tsx";

interface AddRowDialogProps {
  panel: string;
  collection: Collection;
  /** The fields this person may set. */
  editable: readonly string[];
  stage: string | null;
  onClose: () => void;
  onAdded: (receipt: Receipt) => void;
}

/** A new row, one input per field. What was typed stays when the server refuses it. */
export function AddRowDialog({ panel, collection, editable, stage, onClose, onAdded }: AddRowDialogProps) {
  const { t } = useTranslation("panel");
  const { t: common } = useTranslation("common");
  const words = useProblemWords();
  const client = useQueryClient();
  const [typed, setTyped] = useState<Record<string, Typed>>({});
  const [column, setColumn] = useState(stage);
  const [key] = useState(() => crypto.randomUUID());
  const [attempt, setAttempt] = useState(0);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const stageField = stageOf(collection.fields);
  const fields = collection.fields.filter((field) => field.type !== "stage" && editable.includes(field.id));
  const wrong = typeof problem?.facts["field"] === "string" ? problem.facts["field"] : null;
  const told = problem ? words(problem) : null;
  const sentence = told ? `${told.what} ${told.next}` : null;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setProblem(null);
    try {
      // The same key for the same attempt: a double click or a repeated request makes one row.
      const receipt = await addRow({ panel, collection: collection.id }, { values: filled(typed), stage: column }, `${key}-${attempt}`);
      settleReceipt(client, receipt);
      onAdded(receipt);
    } catch (thrown) {
      setProblem(problemFrom(thrown));
      setAttempt(attempt + 1);
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t("add.title", { collection: collection.title })} closeButtonProps={{ "aria-label": common("close") }}>
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack gap="sm">
          {fields.map((field, index) => (
            <FieldInput
              key={field.id}
              field={field}
              label={isKey(field, collection) ? t("add.key", { field: field.title }) : field.title}
              typed={typed[field.id] ?? ""}
              error={wrong === field.id ? sentence : null}
              takesFocus={index === 0}
              onTyped={(value) => setTyped({ ...typed, [field.id]: value })}
            />
          ))}
          {stageField ? <FieldInput field={stageField} label={stageField.title} typed={column} onTyped={(value) => setColumn(typeof value === "string" ? value : null)} /> : null}
          {sentence && !fields.some(({ id }) => id === wrong) ? (
            <Text size="sm" c="red" role="alert">
              {sentence}
            </Text>
          ) : null}
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t("add.confirm")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

/** What was left empty is not sent: an empty value is a value too. */
function filled(typed: Record<string, Typed>): Record<string, Typed> {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== "" && value !== null));
}

/** By the key a list that arrives again knows this row. */
function isKey(field: Field, collection: Collection): boolean {
  return collection.key.includes(field.id);
}
