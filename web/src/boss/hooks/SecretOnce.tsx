import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import type { HookView } from "@/api/types.ts";
import { CopyField } from "../CopyField.tsx";
import classes from "./hooks.module.css";

interface SecretOnceProps {
  source: HookView["source"];
  secret: string;
  onDone: () => void;
}

/** A new secret, until the person says that it is kept. It takes the focus: it is there this once. */
export function SecretOnce({ source, secret, onDone }: SecretOnceProps) {
  const { t } = useTranslation("boss");
  const box = useRef<HTMLElement>(null);
  // A dialog that is closing gives the focus back to its button; this comes after it.
  useEffect(() => {
    const later = setTimeout(() => box.current?.focus(), 150);
    return () => clearTimeout(later);
  }, []);
  return (
    <section ref={box} tabIndex={-1} className={classes["secret"]} aria-label={t("secret.title")}>
      <p className={classes["secretTitle"]}>{t("secret.title")}</p>
      <p className={classes["secretWhat"]}>{t("secret.what")}</p>
      <CopyField label={t("secret.label")} text={secret} />
      <p className={classes["secretWhat"]}>{t(`secret.where.${source}`)}</p>
      <div>
        <Button variant="default" onClick={onDone}>
          {t("secret.done")}
        </Button>
      </div>
    </section>
  );
}
