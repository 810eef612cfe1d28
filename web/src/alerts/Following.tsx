import { Checkbox } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { followAlert, unfollowAlert } from "@/api/alerts.ts";
import { keys } from "@/api/keys.ts";
import type { AlertsView, AlertView } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import classes from "./AlertsSheet.module.css";

interface FollowingProps {
  panel: string;
  one: AlertView;
  mail: Pick<AlertsView, "can_mail" | "why_no_mail">;
}

/** Whether this person is told of an alert: in the inbox, and by e-mail as well where that can be sent. */
export function Following({ panel, one, mail }: FollowingProps) {
  const { t } = useTranslation("alerts");
  const words = useProblemWords();
  const put = useFollowing(panel, one.alert.id);
  const { following } = one;
  const why = mail.why_no_mail ? words({ code: mail.why_no_mail, message: "", nextStep: "", facts: {} }) : null;
  return (
    <div className={classes["follow"]}>
      <Checkbox
        size="sm"
        label={t("follow")}
        aria-label={t("followOf", { alert: one.alert.title })}
        checked={following !== null}
        onChange={(event) => void put(event.currentTarget.checked ? "inbox" : null)}
      />
      {following === null ? null : (
        <Checkbox
          className={classes["mail"] ?? ""}
          size="sm"
          label={t("byEmail")}
          aria-label={t("byEmailOf", { alert: one.alert.title })}
          description={why ? why.what : undefined}
          checked={following === "email"}
          // What is on can always be switched off.
          disabled={!mail.can_mail && following !== "email"}
          onChange={(event) => void put(event.currentTarget.checked ? "email" : "inbox")}
        />
      )}
    </div>
  );
}

/** Shown at once; taken back, with the reason, when it is refused. */
function useFollowing(panel: string, alert: string) {
  const client = useQueryClient();
  const words = useProblemWords();
  const show = (following: AlertView["following"]) =>
    client.setQueryData<AlertsView>(keys.alerts(panel), (shown) =>
      shown ? { ...shown, alerts: shown.alerts.map((one) => (one.alert.id === alert ? { ...one, following } : one)) } : shown,
    );
  return async (following: AlertView["following"]) => {
    show(following);
    try {
      await (following === null ? unfollowAlert(panel, alert) : followAlert(panel, alert, following === "email"));
    } catch (thrown) {
      const { what, next } = words(problemFrom(thrown));
      showToast({ text: `${what} ${next}`, tone: "bad" });
      await client.invalidateQueries({ queryKey: keys.alerts(panel) });
    }
  };
}
