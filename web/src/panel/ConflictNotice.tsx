import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { settleReceipt } from "@/api/panels.ts";
import { moveRow, patchRow } from "@/api/rows.ts";
import type { PanelView } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { asValue } from "@/lib/values.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { type Conflict, conflictOf } from "./conflict.ts";
import classes from "./ConflictNotice.module.css";
import { collectionOf, titleOf } from "./row-titles.ts";
import { deskOf } from "./use-row-desk.ts";

interface ConflictNoticeProps {
  view: PanelView;
  conflict: Conflict;
  /** Somebody changed it once more in the meantime. */
  onAgain: (conflict: Conflict) => void;
  onDecided: () => void;
}

/** Two people, one field: both values stand here until this person chooses. Nothing typed is lost. */
export function ConflictNotice({ view, conflict, onAgain, onDecided }: ConflictNoticeProps) {
  const { t } = useTranslation("panel");
  const client = useQueryClient();
  const words = useProblemWords();
  const formats = useFormats();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  const { field, row, collection, mine, theirs, by, version } = conflict;

  const keepMine = async () => {
    const place = { panel: view.id, collection, row: row.id };
    setSending(true);
    try {
      const isMove = field.type === "stage" && (mine === null || typeof mine === "string");
      const receipt = await (isMove ? moveRow(place, mine, null, version) : patchRow(place, { [field.id]: mine }, version));
      deskOf(client, view.id).wrote(row.id, isMove ? "stage" : field.id, receipt.version);
      settleReceipt(client, receipt);
      onDecided();
    } catch (thrown) {
      const problem = problemFrom(thrown);
      const again = conflictOf(problem, collection, row, field, mine);
      if (again) onAgain(again);
      else setFailure(`${words(problem).what} ${words(problem).next}`);
    } finally {
      setSending(false);
    }
  };
  const shown = (value: unknown) => formats.value(field, asValue(value)) || t("conflict.empty");
  return (
    <div className={classes["notice"]} role="alert">
      <IconAlertTriangle size={16} stroke={2} aria-hidden />
      <div className={classes["words"]}>
        <p>
          {t("conflict.what", { by: by || t("who.somebody"), field: field.title, row: titleOf(row, collectionOf(view, collection)) })}
        </p>
        <dl>
          <dt>{t("conflict.theirs", { by: by || t("who.somebody") })}</dt>
          <dd>{shown(theirs)}</dd>
          <dt>{t("conflict.mine")}</dt>
          <dd>{shown(mine)}</dd>
        </dl>
        {failure ? <p>{failure}</p> : null}
      </div>
      <div className={classes["acts"]}>
        <Button size="compact-sm" loading={isSending} onClick={() => void keepMine()}>
          {t("conflict.useMine")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDecided}>
          {t("conflict.keepTheirs")}
        </Button>
      </div>
    </div>
  );
}
