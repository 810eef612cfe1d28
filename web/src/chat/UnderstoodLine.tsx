import { useTranslation } from "react-i18next";

import type { Understood } from "@/api/types.ts";
import { useFormats } from "@/lib/use-formats.ts";
import classes from "./Composer.module.css";
import { sliceAct } from "./slice-act.ts";

/** The words would only cut the table above: what Enter will do to it, and how to ask the agent instead. */
export default function UnderstoodLine({ understood: { sentence, shown, total, slice } }: { understood: Understood }) {
  const { t } = useTranslation("chat");
  const { number } = useFormats();
  const words = { sentence, shown: number(shown), total: number(total) };
  return (
    <p className={classes["keys"]} id="composer-line" data-understood role="status">
      <span>
        <kbd>Enter</kbd> {t(`composer.${sliceAct(slice)}`, words)}
      </span>
      <span>
        <kbd>Ctrl+Enter</kbd> {t("composer.askAgent")}
      </span>
    </p>
  );
}
