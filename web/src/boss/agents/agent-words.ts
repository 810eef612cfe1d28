import type { TFunction } from "i18next";

import type { AgentSetup } from "@/api/types.ts";
import type { Tone } from "../StateMark.tsx";

interface State {
  tone: Tone;
  text: string;
}

/** Whether the agent can answer as it is set up. What is wrong is told apart from it. */
export function stateOf({ runtime, problem, key, variable }: AgentSetup, t: TFunction<"boss">): State {
  if (runtime === "offline") return { tone: "quiet", text: t("agents.state.offline") };
  if (problem !== null) return { tone: "bad", text: t("agents.state.problem") };
  if (key === "kept") return { tone: "good", text: t("agents.state.kept") };
  if (key === "environment") return { tone: "good", text: t("agents.state.environment", { variable }) };
  return { tone: "good", text: t("agents.state.noKey") };
}
