import { Modal, Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { KeyHint } from "@/ui/KeyHint.tsx";
import classes from "./Shortcuts.module.css";

interface ShortcutsProps {
  onClose: () => void;
  usesSingleKey: boolean;
  onSingleKey: (uses: boolean) => void;
}

const shortcuts = [
  { what: "palette", keys: "Ctrl K" },
  { what: "send", keys: "Enter" },
  { what: "askAgent", keys: "Ctrl Enter" },
  { what: "line", keys: "Shift Enter" },
  { what: "editLast", keys: "↑" },
  { what: "stop", keys: "Esc" },
  { what: "divider", keys: "← →" },
  { what: "cells", keys: "↑ ↓ ← →" },
  { what: "editCell", keys: "F2" },
  { what: "lift", keys: "Space" },
  { what: "leave", keys: "Esc" },
  { what: "help", keys: "?" },
] as const;

export default function Shortcuts({ onClose, usesSingleKey, onSingleKey }: ShortcutsProps) {
  const { t } = useTranslation("app");
  const { t: common } = useTranslation("common");
  return (
    <Modal opened onClose={onClose} title={t("shortcuts.title")} closeButtonProps={{ "aria-label": common("close") }}>
      <dl className={classes["list"]}>
        {shortcuts.map(({ what, keys }) => (
          <div key={what} className={classes["line"]}>
            <dt>{t(`shortcuts.${what}`)}</dt>
            <dd>
              <KeyHint keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      <Switch
        mt="md"
        label={t("shortcuts.singleKey")}
        checked={usesSingleKey}
        onChange={(event) => onSingleKey(event.currentTarget.checked)}
      />
    </Modal>
  );
}
