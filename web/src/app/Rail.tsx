import { UnstyledButton } from "@mantine/core";
import { IconLayoutDashboard, IconMessages, IconSearch } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { BrandMark } from "./BrandMark.tsx";
import classes from "./Rail.module.css";

const Settings = lazy(() => import("./Settings.tsx"));

export type Side = "threads" | "panels";

interface RailProps {
  side: Side | null;
  onSide: (side: Side | null) => void;
  onSearch: () => void;
  onShortcuts: () => void;
}

export function Rail({ side, onSide, onSearch, onShortcuts }: RailProps) {
  const { t } = useTranslation("app");
  const toggle = (name: Side) => onSide(side === name ? null : name);
  return (
    <nav className={classes["rail"]} aria-label={t("rail")}>
      <span className={classes["brand"]}>
        <BrandMark size={26} />
      </span>
      <RailButton label={t("railThreads")} isOpen={side === "threads"} onClick={() => toggle("threads")}>
        <IconMessages size={20} stroke={1.6} aria-hidden />
      </RailButton>
      <RailButton label={t("panels.title")} isOpen={side === "panels"} onClick={() => toggle("panels")}>
        <IconLayoutDashboard size={20} stroke={1.6} aria-hidden />
      </RailButton>
      <RailButton label={t("search")} onClick={onSearch} title="Ctrl K">
        <IconSearch size={20} stroke={1.6} aria-hidden />
      </RailButton>
      <span className={classes["rest"]} />
      <Suspense fallback={null}>
        <Settings onShortcuts={onShortcuts} className={classes["button"] ?? ""} />
      </Suspense>
    </nav>
  );
}

interface RailButtonProps {
  label: string;
  isOpen?: boolean;
  title?: string;
  onClick: () => void;
  children: ReactNode;
}

function RailButton({ label, isOpen, title, onClick, children }: RailButtonProps) {
  return (
    <UnstyledButton className={classes["button"] ?? ""} aria-expanded={isOpen} title={title} onClick={onClick}>
      {children}
      <span className={classes["label"]}>{label}</span>
    </UnstyledButton>
  );
}
