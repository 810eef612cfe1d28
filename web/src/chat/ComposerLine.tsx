import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import type { ChatLimits, Understood } from "@/api/types.ts";
import { useFormats } from "@/lib/use-formats.ts";
import classes from "./Composer.module.css";
import type { Hindrance } from "./hindrance.ts";

const UnderstoodLine = lazy(() => import("./UnderstoodLine.tsx"));

/** From here on the room that is left is told. */
const NEARLY_FULL = 0.85;

interface ComposerLineProps {
  text: string;
  understood: Understood | null;
  hindrance: Hindrance | null;
  isRunning: boolean;
  limits: ChatLimits | undefined;
  /** Makes a file of what was written. */
  onAttachText: () => void;
}

function wordsFor(hindrance: Hindrance | null, isRunning: boolean) {
  if (isRunning) return "keysRunning";
  if (hindrance === null) return "keys";
  return hindrance === "empty" ? null : (`hindrance.${hindrance}` as const);
}

/** What Enter will do, or why it does nothing; and how much room is left, before there is none. */
export function ComposerLine({ text, understood, hindrance, isRunning, limits, onAttachText }: ComposerLineProps) {
  const { t } = useTranslation("chat");
  const { number } = useFormats();
  const limit = limits?.message_characters ?? Infinity;
  const count = text.length > limit * NEARLY_FULL ? t("composer.count", { shown: number(text.length), limit: number(limit) }) : null;
  if (understood && hindrance === null) {
    return (
      <Suspense fallback={<p className={classes["keys"]} id="composer-line" />}>
        <UnderstoodLine understood={understood} />
      </Suspense>
    );
  }
  const words = wordsFor(hindrance, isRunning);
  const isBlocked = hindrance !== null && hindrance !== "empty" && !isRunning;
  return (
    <p className={classes["keys"]} id="composer-line" data-blocked={isBlocked || undefined} role={isBlocked ? "status" : undefined}>
      <span>{words === null ? "" : t(`composer.${words}`)}</span>
      {hindrance === "too_long" ? (
        <button type="button" className={classes["inLine"]} onClick={onAttachText}>
          {t("composer.attachText")}
        </button>
      ) : null}
      {count ? <span className={classes["count"]}>{count}</span> : null}
    </p>
  );
}
