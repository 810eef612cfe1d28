import { Button } from "@mantine/core";
import { IconAlertTriangle, IconMapPinOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { EmptyState } from "@/ui/EmptyState.tsx";
import classes from "./pages.module.css";

/** An address that leads nowhere. */
export function NoPage() {
  const { t } = useTranslation("app");
  return (
    <main className={classes["page"]}>
      <EmptyState icon={<IconMapPinOff size={18} stroke={1.75} aria-hidden />} text={t("noPage.what")} hint={t("noPage.next")}>
        <Button component="a" href="/">
          {t("noPage.home")}
        </Button>
      </EmptyState>
    </main>
  );
}

/** Something of ours broke so badly that only a fresh page helps. Nothing on the server is touched by it. */
export function BrokenPage() {
  const { t } = useTranslation("app");
  return (
    <main className={classes["page"]}>
      <EmptyState icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />} text={t("broken.what")} hint={t("broken.next")}>
        <Button onClick={() => window.location.reload()}>{t("broken.reload")}</Button>
      </EmptyState>
    </main>
  );
}
