import type { TFunction } from "i18next";

import type { Actor } from "@/lib/shapes.ts";

/** "you", a name, or "system". */
export function whoDid(actor: Actor, me: string, t: TFunction<"panel">): string {
  if (actor.kind === "system") return t("who.system");
  if (actor.kind === "person" && actor.id === me) return t("who.you");
  return actor.name || actor.id;
}
