import { problemFrom } from "@/lib/problem.ts";
import { announce } from "@/ui/live-region.ts";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";

/** Runs an act that has no place of its own to show a refusal: it is told in a notice and spoken. */
export function useAct(): (act: () => Promise<void>) => Promise<boolean> {
  const words = useProblemWords();
  return async (act) => {
    try {
      await act();
      return true;
    } catch (thrown) {
      const { what, next } = words(problemFrom(thrown));
      const text = `${what} ${next}`.trim();
      showToast({ text, tone: "bad", seconds: 12 });
      announce(text);
      return false;
    }
  };
}
