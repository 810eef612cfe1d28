import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { useMyId } from "@/api/session.ts";
import type { VersionView } from "@/api/types.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { versionWords } from "../version-words.ts";
import { whoDid } from "../who.ts";
import classes from "./History.module.css";

interface VersionItemProps {
  version: VersionView;
  isCurrent: boolean;
  takesFocus: boolean;
  onLook: () => void;
  onRestore: (() => void) | null;
}

/** "Linha editada · Ana · há 3 min · no painel", with what can be done with that version. */
export function VersionItem({ version, isCurrent, takesFocus, onLook, onRestore }: VersionItemProps) {
  const { t } = useTranslation("panel");
  const { t: history } = useTranslation("history");
  const look = useRef<HTMLButtonElement>(null);
  const what = versionWords(version, t, useFormats());
  useEffect(() => {
    if (takesFocus) look.current?.focus();
  }, [takesFocus]);
  return (
    <li className={classes["item"]}>
      <div className={classes["words"]}>
        <p className={classes["what"]}>{what}</p>
        <VersionMeta version={version} />
      </div>
      {isCurrent ? <span className={classes["current"]}>{t("history.current")}</span> : null}
      <Button ref={look} size="compact-xs" variant="default" onClick={onLook} aria-label={history("lookOf", { what })}>
        {history("look")}
      </Button>
      {!isCurrent && onRestore ? (
        <Button size="compact-xs" variant="default" onClick={onRestore} aria-label={t("history.restoreOf", { what })}>
          {t("history.restore")}
        </Button>
      ) : null}
    </li>
  );
}

export function VersionMeta({ version }: { version: VersionView }) {
  const { t } = useTranslation("panel");
  const formats = useFormats();
  const now = useNow();
  const me = useMyId();
  return (
    <p className={classes["meta"]}>
      {whoDid(version.by, me, t)}
      {" · "}
      <time dateTime={version.at} title={formats.moment(version.at)}>
        {formats.age(version.at, now)}
      </time>
      {" · "}
      {version.tool ?? t(`door.${version.door}`)}
    </p>
  );
}
