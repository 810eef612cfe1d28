import { Button, Group, Modal, Text } from "@mantine/core";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { saveAnswer, savePreviewQuery } from "@/api/answers.ts";
import { keys } from "@/api/keys.ts";
import { panelQuery, panelsQuery } from "@/api/panels.ts";
import type { Answer, PanelView, Saved } from "@/api/types.ts";
import { type Problem, problemFrom } from "@/lib/problem.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { type Choice, firstChoice, knownLists, saveTo } from "./destination.ts";
import { DestinationForm } from "./DestinationForm.tsx";
import classes from "./SaveDialog.module.css";
import { SavePreviewView } from "./SavePreviewView.tsx";
import { useSettled } from "./use-settled.ts";

interface SaveDialogProps {
  answer: Answer;
  /** What the agent suggests as the columns of a board. */
  stages: string[];
  onClose: () => void;
  onSaved: (saved: Saved) => void;
}

const MOST_PANELS = 20;

/** The short act of giving an answer a place in a panel: where, how it will look, and what will not be kept. */
export default function SaveDialog({ answer, stages, onClose, onSaved }: SaveDialogProps) {
  const { t } = useTranslation("save");
  const { t: common } = useTranslation("common");
  const list = useQuery(panelsQuery);
  const panels = (list.data ?? []).slice(0, MOST_PANELS);
  const views = useQueries({ queries: panels.map(({ id }) => panelQuery(id)) });
  const isReady = !list.isPending && views.every(({ isPending }) => !isPending);
  const known = views.flatMap(({ data }) => (data ? [data] : []));
  return (
    <Modal opened onClose={onClose} size={680} title={t("title")} closeButtonProps={{ "aria-label": common("close") }}>
      {isReady ? (
        <SaveForm answer={answer} stages={stages} views={known} onClose={onClose} onSaved={onSaved} />
      ) : (
        <Text size="sm" c="dimmed" role="status">
          {common("loading")}
        </Text>
      )}
    </Modal>
  );
}

interface SaveFormProps extends SaveDialogProps {
  views: PanelView[];
}

function SaveForm({ answer, stages, views, onClose, onSaved }: SaveFormProps) {
  const { t } = useTranslation("save");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const words = useProblemWords();
  const lists = knownLists(answer, views);
  const open = views.filter(({ can }) => can.redesign);
  const usualStages = [t("stages.new"), t("stages.contacted"), t("stages.negotiating"), t("stages.won")];
  const [choice, setChoice] = useState<Choice>(() => firstChoice(answer, t("untitled"), lists, open[0]?.id ?? null, stages.length > 0 ? stages : usualStages));
  const attempt = useRef({ body: "", key: "" });
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const to = saveTo(choice);
  const settled = useSettled(to, 250);
  const preview = useQuery({
    ...savePreviewQuery(answer.id, settled ?? { kind: "into_collection", panel: "", collection: "" }),
    enabled: settled !== null,
    placeholderData: (old) => old,
  });

  const save = async () => {
    if (!to || isSaving) return;
    setSaving(true);
    setProblem(null);
    try {
      const saved = await saveAnswer(answer.id, to, keyOf(attempt.current, JSON.stringify(to)));
      await client.invalidateQueries({ queryKey: keys.panels });
      await client.invalidateQueries({ queryKey: keys.panel(saved.panel) });
      onSaved(saved);
    } catch (thrown) {
      setProblem(problemFrom(thrown));
      setSaving(false);
    }
  };
  const told = problem ?? (preview.isError ? problemFrom(preview.error) : null);
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DestinationForm answer={answer} choice={choice} onChoice={setChoice} lists={lists} open={open} />
      {preview.data && !preview.isError ? <SavePreviewView answer={answer} preview={preview.data} isExisting={choice.kind === "into_collection"} /> : null}
      {told ? (
        <Text size="sm" c="red" role="alert">
          {words(told).what} {words(told).next}
        </Text>
      ) : null}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {common("cancel")}
        </Button>
        <Button type="submit" loading={isSaving} disabled={to === null}>
          {t("confirm")}
        </Button>
      </Group>
    </form>
  );
}

/** The same request again, after a lost connection say, is one save; another request is another. */
function keyOf(attempt: { body: string; key: string }, body: string): string {
  if (attempt.body !== body) Object.assign(attempt, { body, key: crypto.randomUUID() });
  return attempt.key;
}
