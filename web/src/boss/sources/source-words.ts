import type { TFunction } from "i18next";

import type { SourceState } from "@/api/types.ts";
import type { Formats } from "@/lib/format.ts";
import type { Tone } from "../StateMark.tsx";

export const toneOfState = { connecting: "quiet", ready: "good", failing: "bad", paused: "warn" } as const satisfies Record<
  SourceState["state"],
  Tone
>;

/** How a source stands. A pause whose end has passed waits for the next call, not for the clock. */
export function stateWords(source: SourceState, t: TFunction<"boss">, formats: Formats, now: Date): string {
  if (source.state === "paused") {
    const until = source.opens_again_at;
    if (until === null || Date.parse(until) <= now.getTime()) return t("sources.state.pausedTrying");
    return t("sources.state.paused", { when: formats.moment(until) });
  }
  // Once it has answered, a source without a connection was closed by itself and is not being opened.
  if (source.state === "connecting" && source.last_success_at !== null) return t("sources.state.connectingIdle");
  return t(`sources.state.${source.state}`);
}
