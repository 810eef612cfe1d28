import { Button, Group, Modal, NativeSelect, NumberInput, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";

import { addAlert, changeAlert } from "@/api/alerts.ts";
import { keys } from "@/api/keys.ts";
import { settleReceipt } from "@/api/panels.ts";
import type { Alert, Collection, PanelView } from "@/api/types.ts";
import { ConditionRows } from "@/blocks/shared/ConditionRows.tsx";
import { type ConditionDrafts, useConditionDrafts } from "@/blocks/shared/use-condition-drafts.ts";
import { formatOf } from "@/lib/format.ts";
import { type Problem, problemFrom } from "@/lib/problem.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { showToast } from "@/ui/toasts.ts";
import { useFocusBack } from "@/ui/use-focus-back.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import {
  type AlertDraft,
  alertOf,
  draftOf,
  freeId,
  MEASURES,
  type Missing,
  missingIn,
  MOST_MINUTES,
  numericFields,
  TESTS,
} from "./alert-draft.ts";
import classes from "./AlertDialog.module.css";

interface AlertDialogProps {
  view: PanelView;
  /** Null for a new rule. */
  alert: Alert | null;
  onClose: () => void;
}

/** A rule, written in one form. What was typed stays when the server refuses it. */
export function AlertDialog({ view, alert, onClose }: AlertDialogProps) {
  const { t } = useTranslation("alerts");
  const { t: common } = useTranslation("common");
  const formats = useFormats();
  const client = useQueryClient();
  useFocusBack();
  const { collections } = view.template;
  const [draft, setDraft] = useState(() => draftOf(alert, collections, formats));
  const [wasTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isWhereWhole, setWhereWhole] = useState(true);
  const collection = collections.find(({ id }) => id === draft.over);
  const missing = wasTried ? missingIn(draft, formats) : [];
  const put = (change: Partial<AlertDraft>) => setDraft((now) => ({ ...now, ...change }));

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isSending || missingIn(draft, formats).length > 0 || !isWhereWhole) return;
    setSending(true);
    setProblem(null);
    const id = alert?.id ?? freeId(draft.title, view.template.alerts.map((one) => one.id));
    const rule = alertOf(draft, id, formats);
    try {
      settleReceipt(client, await (alert ? changeAlert(view.id, rule) : addAlert(view.id, rule)));
      await client.invalidateQueries({ queryKey: keys.alerts(view.id) });
      showToast({ text: t("saved", { alert: rule.title }), tone: "good" });
      onClose();
    } catch (thrown) {
      setProblem(problemFrom(thrown));
    } finally {
      setSending(false);
    }
  };
  const chooseList = (over: string) => {
    const fields = numericFields(collections.find(({ id }) => id === over));
    put({ over, where: [], field: fields[0]?.id ?? "", ...(fields.length === 0 ? { measure: "count" } : {}) });
    setWhereWhole(true);
  };
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t(alert ? "form.editTitle" : "form.newTitle")}
      closeButtonProps={{ "aria-label": common("close") }}
    >
      <form onSubmit={(event) => void send(event)} noValidate>
        <Stack gap="sm">
          <TextInput
            data-autofocus
            label={t("form.title")}
            placeholder={missing.includes("title") ? undefined : t("form.titleHint")}
            maxLength={120}
            value={draft.title}
            error={missing.includes("title") ? t("form.needsTitle") : null}
            onChange={(event) => put({ title: event.currentTarget.value })}
          />
          <NativeSelect
            label={t("form.list")}
            value={draft.over}
            onChange={(event) => chooseList(event.currentTarget.value)}
            data={collections.map(({ id, title }) => ({ value: id, label: title }))}
          />
          <MeasureInputs draft={draft} collection={collection} missing={missing} put={put} />
          <Conditions
            key={draft.over}
            view={view}
            collection={collection}
            where={draft.where}
            isTried={wasTried}
            onWhere={(where) => put({ where })}
            onWhole={setWhereWhole}
          />
          <LimitInputs draft={draft} collection={collection} missing={missing} put={put} />
          <WaitInputs draft={draft} missing={missing} put={put} />
          {problem ? <Refused problem={problem} /> : null}
          {alert ? null : (
            <Text size="xs" c="dimmed">
              {t("form.follows")}
            </Text>
          )}
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button type="submit" loading={isSending}>
            {t(alert ? "form.save" : "form.add")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

interface PartProps {
  draft: AlertDraft;
  missing: readonly Missing[];
  put: (change: Partial<AlertDraft>) => void;
}

type MeasureProps = PartProps & { collection: Collection | undefined };

function MeasureInputs({ draft, collection, missing, put }: MeasureProps) {
  const { t } = useTranslation("alerts");
  const fields = numericFields(collection);
  const measures = fields.length > 0 ? MEASURES : MEASURES.slice(0, 1);
  const choose = (name: string) => {
    const measure = MEASURES.find((each) => each === name);
    if (measure) put({ measure });
  };
  return (
    <div className={classes["pair"]}>
      <NativeSelect
        label={t("form.measure")}
        value={draft.measure}
        onChange={(event) => choose(event.currentTarget.value)}
        data={measures.map((measure) => ({ value: measure, label: t(`measure.${measure}`) }))}
      />
      {draft.measure === "count" ? null : (
        <NativeSelect
          label={t("form.field")}
          value={draft.field}
          error={missing.includes("field") ? t("form.needsField") : null}
          onChange={(event) => put({ field: event.currentTarget.value })}
          data={fields.map(({ id, title }) => ({ value: id, label: title }))}
        />
      )}
    </div>
  );
}

interface ConditionsProps {
  view: PanelView;
  collection: Collection | undefined;
  where: AlertDraft["where"];
  isTried: boolean;
  onWhere: (where: AlertDraft["where"]) => void;
  onWhole: (isWhole: boolean) => void;
}

function Conditions({ view, collection, where, isTried, onWhere, onWhole }: ConditionsProps) {
  const { t } = useTranslation("alerts");
  const { t: blocks } = useTranslation("blocks");
  const fields = collection?.fields ?? [];
  const conditions = useConditionDrafts({ fields, where, onWhere, onWhole });
  return (
    <fieldset className={classes["conditions"]}>
      <legend className={classes["legend"]}>{t("form.conditions")}</legend>
      {conditions.drafts.length === 0 ? <p className={classes["hint"]}>{t("form.conditionsHint")}</p> : null}
      <ConditionRows fields={fields} rows={view.collections[collection?.id ?? ""]?.rows ?? []} conditions={conditions} />
      {isTried && !conditions.isWhole ? (
        <Text size="xs" c="red" role="alert">
          {t("form.needsConditions")}
        </Text>
      ) : null}
      <AddCondition conditions={conditions} label={blocks("filter.add")} />
    </fieldset>
  );
}

function AddCondition({ conditions, label }: { conditions: ConditionDrafts; label: string }) {
  return (
    <Button
      className={classes["add"] ?? ""}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconPlus size={14} aria-hidden />}
      disabled={conditions.add === null}
      onClick={() => conditions.add?.()}
    >
      {label}
    </Button>
  );
}

function LimitInputs({ draft, collection, missing, put }: MeasureProps) {
  const { t } = useTranslation("alerts");
  const field = draft.measure === "count" ? undefined : collection?.fields.find(({ id }) => id === draft.field);
  const { currency, unit } = field ? formatOf(field) : {};
  const choose = (name: string) => {
    const test = TESTS.find((each) => each === name);
    if (test) put({ test });
  };
  return (
    <div className={classes["pair"]}>
      <NativeSelect
        label={t("form.test")}
        value={draft.test}
        onChange={(event) => choose(event.currentTarget.value)}
        data={TESTS.map((test) => ({ value: test, label: t(`test.${test}`) }))}
      />
      <TextInput
        label={t("form.threshold")}
        inputMode="decimal"
        value={draft.threshold}
        rightSection={currency ?? unit ?? (field?.type === "percent" ? "%" : null)}
        error={missing.includes("threshold") ? t("form.needsThreshold") : null}
        onChange={(event) => put({ threshold: event.currentTarget.value })}
      />
    </div>
  );
}

function WaitInputs({ draft, missing, put }: PartProps) {
  const { t } = useTranslation("alerts");
  const needs = t("form.needsMinutes", { most: MOST_MINUTES });
  return (
    <div className={classes["pair"]}>
      <NumberInput
        label={t("form.pending")}
        description={t("form.pendingHint")}
        min={0}
        max={MOST_MINUTES}
        allowDecimal={false}
        value={draft.pending}
        error={missing.includes("pending") ? needs : null}
        onChange={(value) => put({ pending: String(value) })}
      />
      <NumberInput
        label={t("form.keep")}
        description={t("form.keepHint")}
        min={0}
        max={MOST_MINUTES}
        allowDecimal={false}
        value={draft.keep}
        error={missing.includes("keep") ? needs : null}
        onChange={(value) => put({ keep: String(value) })}
      />
    </div>
  );
}

function Refused({ problem }: { problem: Problem }) {
  const { what, next } = useProblemWords()(problem);
  return (
    <Text size="sm" c="red" role="alert">
      {what} {next}
    </Text>
  );
}
