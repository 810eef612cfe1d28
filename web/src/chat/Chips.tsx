import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";

import classes from "./Chat.module.css";

interface ChipsProps {
  chips: string[];
  onChip: (chip: string) => void;
}

/** Sentences this agent can do something with; a click says them. */
export function Chips({ chips, onChip }: ChipsProps) {
  const { t } = useTranslation("chat");
  if (chips.length === 0) return null;
  return (
    <ul className={classes["chips"]} aria-label={t("chips")}>
      {chips.map((chip) => (
        <li key={chip}>
          <Button className={classes["chip"] ?? ""} variant="default" size="compact-sm" radius="xl" onClick={() => onChip(chip)}>
            {chip}
          </Button>
        </li>
      ))}
    </ul>
  );
}
