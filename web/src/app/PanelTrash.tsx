import { Button, Modal, Skeleton } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { keys } from "@/api/keys.ts";
import { restorePanel } from "@/api/panels.ts";
import { trashedPanelsQuery } from "@/api/trash.ts";
import type { TrashedPanel } from "@/api/types.ts";
import { type Problem, problemFrom } from "@/lib/problem.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { KeptInTrash } from "@/panel/KeptInTrash.tsx";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { showToast } from "@/ui/toasts.ts";
import { useFocusBack } from "@/ui/use-focus-back.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./PanelTrash.module.css";

interface PanelTrashProps {
  onPanel: (panel: string) => void;
  onClose: () => void;
}

/** The panels in the trash that this person may bring back. */
export default function PanelTrash({ onPanel, onClose }: PanelTrashProps) {
  const { t } = useTranslation("trash");
  const { t: common } = useTranslation("common");
  const query = useQuery(trashedPanelsQuery);
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={t("panels")} closeButtonProps={{ "aria-label": common("close") }}>
      <p className={classes["kept"]}>
        <KeptInTrash />
      </p>
      {query.isError && !query.data ? (
        <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? <Skeleton height={90} /> : null}
      {query.data?.length === 0 ? (
        <EmptyState
          icon={<IconTrash size={18} stroke={1.75} aria-hidden />}
          text={t("noPanels")}
          hint={t("noPanelsHint")}
        />
      ) : null}
      <ul className={classes["list"]}>
        {query.data?.map((panel) => (
          <Trashed key={panel.id} panel={panel} onPanel={onPanel} onClose={onClose} />
        ))}
      </ul>
    </Modal>
  );
}

function Trashed({ panel, onPanel, onClose }: PanelTrashProps & { panel: TrashedPanel }) {
  const { t } = useTranslation("trash");
  const formats = useFormats();
  const now = useNow();
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { id, title, agent_name: agent, trashed_at: at } = panel;
  const restore = async () => {
    if (isRunning) return;
    setRunning(true);
    setProblem(null);
    try {
      await restorePanel(id);
      onClose();
      await Promise.all([keys.panels, keys.trashedPanels].map((queryKey) => client.invalidateQueries({ queryKey })));
      showToast({ text: t("restored", { title }), tone: "good", action: { label: t("open"), run: () => onPanel(id) } });
    } catch (thrown) {
      setProblem(problemFrom(thrown));
      setRunning(false);
    }
  };
  return (
    <li className={classes["item"]}>
      <div className={classes["words"]}>
        <p className={classes["title"]}>{title}</p>
        <p className={classes["meta"]}>
          {agent}
          {" · "}
          <time dateTime={at} title={formats.moment(at)}>
            {t("since", { age: formats.age(at, now) })}
          </time>
        </p>
        {problem ? <Refused problem={problem} /> : null}
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-disabled={isRunning}
        data-disabled={isRunning || undefined}
        aria-label={t("restoreOf", { title })}
        onClick={() => void restore()}
      >
        {t("restore")}
      </Button>
    </li>
  );
}

function Refused({ problem }: { problem: Problem }) {
  const { what, next } = useProblemWords()(problem);
  return (
    <p className={classes["refused"]} role="alert">
      {what} {next}
    </p>
  );
}
