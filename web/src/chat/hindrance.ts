import type { ChatLimits } from "@/api/types.ts";
import type { TrayFile } from "./trays.ts";

/** Why a message cannot be sent now. `empty` needs no words. */
export type Hindrance = "empty" | "too_long" | "file_refused" | "file_sending" | "offline";

interface Draft {
  text: string;
  files: readonly TrayFile[];
  limits: ChatLimits | undefined;
  isOnline: boolean;
}

export function hindranceOf({ text, files, limits, isOnline }: Draft): Hindrance | null {
  if (text.trim() === "" && files.length === 0) return "empty";
  if (limits && text.length > limits.message_characters) return "too_long";
  if (files.some(({ state }) => state.kind === "refused")) return "file_refused";
  if (files.some(({ state }) => state.kind === "sending")) return "file_sending";
  return isOnline ? null : "offline";
}
