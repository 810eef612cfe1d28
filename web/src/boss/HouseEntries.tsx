import { UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";

import classes from "./HouseEntries.module.css";
import { type HousePart, houseParts } from "./parts.ts";
import { useIsBoss } from "./use-is-boss.ts";

/** The ways to what only whoever looks after the installation sees. Nothing for everybody else. */
export function HouseEntries({ onPart }: { onPart: (part: HousePart) => void }) {
  const { t } = useTranslation("boss");
  const label = useId();
  if (!useIsBoss()) return null;
  return (
    <div role="group" aria-labelledby={label}>
      <p className={classes["name"]} id={label}>
        {t("entries.title")}
      </p>
      {houseParts.map((part) => (
        <UnstyledButton key={part} className={classes["entry"] ?? ""} onClick={() => onPart(part)}>
          {t(`entries.${part}`)}
          <IconChevronRight size={15} stroke={1.75} aria-hidden />
        </UnstyledButton>
      ))}
    </div>
  );
}
