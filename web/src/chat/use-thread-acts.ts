import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { keys } from "@/api/keys.ts";
import { cancelRun, changeThread, deleteThread, restoreThread } from "@/api/threads.ts";
import type { ThreadSummary } from "@/api/types.ts";
import { ProblemError, problemFrom } from "@/lib/problem.ts";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";
import { tellTabs } from "./tabs.ts";

/** What can be done with a conversation in the list. */
export function useThreadActs({ id, title }: ThreadSummary) {
  const { t } = useTranslation("chat");
  const { t: common } = useTranslation("common");
  const client = useQueryClient();
  const words = useProblemWords();

  const reread = async () => {
    await client.invalidateQueries({ queryKey: keys.allThreads });
    await client.invalidateQueries({ queryKey: keys.thread(id) });
    tellTabs(id);
  };
  const act = async (doing: () => Promise<unknown>) => {
    try {
      await doing();
      await reread();
    } catch (thrown) {
      const { what, next } = words(problemFrom(thrown));
      showToast({ text: `${what} ${next}`, tone: "bad" });
    }
  };
  const remove = () =>
    act(async () => {
      await deleteStopped(id);
      showToast({
        text: t("threads.deleted", { title: title || t("untitled") }),
        action: { label: common("undo"), run: () => void act(() => restoreThread(id)) },
      });
    });
  return {
    rename: (name: string) => act(() => changeThread(id, { title: name })),
    pin: (pinned: boolean) => act(() => changeThread(id, { pinned })),
    remove,
  };
}

/** An answer that is still being written is stopped first: nobody will read it. */
async function deleteStopped(thread: string): Promise<void> {
  try {
    await deleteThread(thread);
  } catch (thrown) {
    const run = thrown instanceof ProblemError && thrown.problem.code === "run_busy" ? thrown.problem.facts["run"] : null;
    if (typeof run !== "string") throw thrown;
    await cancelRun(run);
    await deleteThread(thread);
  }
}
