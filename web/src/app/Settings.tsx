import { Button, Popover, UnstyledButton } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import type { HousePart } from "@/boss/parts.ts";
import classes from "./Settings.module.css";
import SettingsForm from "./SettingsForm.tsx";

interface SettingsProps {
  className: string;
  onShortcuts: () => void;
  onHousePart: (part: HousePart) => void;
}

/** The last button of the rail, and what it opens. */
export default function Settings({ className, onShortcuts, onHousePart }: SettingsProps) {
  const { t } = useTranslation("app");
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="right-end" width={300} trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className={className} onClick={() => setOpen(!isOpen)}>
          <IconSettings size={20} stroke={1.6} aria-hidden />
          <span className={classes["label"]}>{t("settings.title")}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes["dropdown"] ?? ""} aria-label={t("settings.title")}>
        <div className={classes["inside"]}>
          <SettingsForm
            onHousePart={(part) => {
              setOpen(false);
              onHousePart(part);
            }}
          />
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            onClick={() => {
              setOpen(false);
              onShortcuts();
            }}
          >
            {t("shortcuts.title")}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
