import { fetchOwn } from "@/api/panels.ts";
import { sliceQuery } from "@/api/rows.ts";
import { problemFrom } from "@/lib/problem.ts";
import type { Slice } from "@/lib/shapes.ts";
import { showToast } from "@/ui/toasts.ts";
import { useProblemWords } from "@/ui/use-problem-words.ts";

/** Writes the rows of a collection to a file, all of them: the server knows those that are not on screen. */
export function useExport(panel: string): (collection: string, slice: Slice) => Promise<void> {
  const words = useProblemWords();
  return async (collection, slice) => {
    const { where, sort, search, unconfirmed } = sliceQuery(slice);
    const query = new URLSearchParams({ collection, where, sort, search });
    if (unconfirmed !== null) query.set("unconfirmed", String(unconfirmed));
    try {
      const response = await fetchOwn(`/api/panels/${encodeURIComponent(panel)}/export?${query}`);
      keep(await response.blob(), nameOf(response) ?? `${collection}.csv`);
    } catch (thrown) {
      const { what, next } = words(problemFrom(thrown));
      showToast({ text: `${what} ${next}`, tone: "bad" });
    }
  };
}

function nameOf(response: Response): string | null {
  return /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? null;
}

function keep(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
