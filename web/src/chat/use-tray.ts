import { useQuery } from "@tanstack/react-query";
import { type ClipboardEvent, type DragEvent, useCallback, useRef, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";

import { limitsQuery } from "@/api/attachments.ts";
import type { ChatLimits } from "@/api/types.ts";
import { showToast } from "@/ui/toasts.ts";
import { pastedAs } from "./pasted.ts";
import type { TrayFile, Trays } from "./trays.ts";

export interface Tray {
  files: readonly TrayFile[];
  limits: ChatLimits | undefined;
  add: (files: readonly File[]) => void;
  /** A text as a file; its chip can turn it back. */
  addText: (text: string) => void;
  remove: (key: number) => void;
  retry: (key: number) => void;
  take: Trays["take"];
  putBack: Trays["putBack"];
  /** True when what was pasted became a file, and is not to be written. */
  onPaste: (event: ClipboardEvent) => boolean;
}

export function useTray(trays: Trays, thread: string | null): Tray {
  const { t } = useTranslation("chat");
  const files = useSyncExternalStore(trays.subscribe, () => trays.of(thread));
  const limits = useQuery(limitsQuery).data;

  const add = useCallback(
    (chosen: readonly File[], pasted: string | null = null) => {
      const left = trays.add(thread, chosen, limits, pasted);
      if (left > 0) showToast({ text: t("files.tooMany", { limit: limits?.files_a_message ?? 0 }), tone: "bad" });
    },
    [limits, t, thread, trays],
  );
  const addText = (text: string, ending: "txt" | "tsv" = "txt") => add([new File([text], t(`files.pasted.${ending}`))], text);
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    // Cells come with a picture of themselves: where there are words, they are what was meant.
    if (text === "" && event.clipboardData.files.length > 0) {
      add([...event.clipboardData.files]);
      return true;
    }
    const ending = pastedAs(text);
    if (ending) addText(text, ending);
    return ending !== null;
  };
  return {
    files,
    limits,
    add,
    addText: (text) => addText(text),
    remove: (key) => trays.remove(thread, key),
    retry: (key) => trays.retry(thread, key),
    take: (of) => trays.take(of),
    putBack: (of, back) => trays.putBack(of, back),
    onPaste,
  };
}

interface Dropping {
  /** Whether files are being held over it. */
  isOver: boolean;
  on: Record<"onDragEnter" | "onDragOver" | "onDragLeave" | "onDrop", (event: DragEvent) => void>;
}

/** Files that are dropped. What else is dragged, such as text, is left to the browser. */
export function useDropping(onFiles: ((files: File[]) => void) | null): Dropping {
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);
  const holdsFiles = ({ dataTransfer }: DragEvent) => onFiles !== null && dataTransfer.types.includes("Files");
  const enter = (by: number) => {
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  return {
    isOver,
    on: {
      onDragEnter: (event) => {
        if (holdsFiles(event)) enter(1);
      },
      onDragOver: (event) => {
        if (holdsFiles(event)) event.preventDefault();
      },
      onDragLeave: (event) => {
        if (holdsFiles(event)) enter(-1);
      },
      onDrop: (event) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onFiles?.([...event.dataTransfer.files]);
      },
    },
  };
}
