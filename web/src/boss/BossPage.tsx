import { ActionIcon, Skeleton } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import classes from "./BossPage.module.css";

interface BossPageProps {
  title: string;
  subtitle?: string;
  backLabel: string;
  onBack: () => void;
  children: ReactNode;
}

/** A page that fills the place of the panel. The focus starts at its title, so that it is read first. */
export function BossPage({ title, subtitle, backLabel, onBack, children }: BossPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className={classes["page"]}>
      <header className={classes["head"]}>
        <ActionIcon aria-label={backLabel} onClick={onBack}>
          <IconArrowLeft size={17} stroke={1.75} />
        </ActionIcon>
        <div className={classes["titles"]}>
          <h1 ref={heading} tabIndex={-1} className={classes["title"]}>
            {title}
          </h1>
          {subtitle ? <p className={classes["subtitle"]}>{subtitle}</p> : null}
        </div>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={classes["body"]} tabIndex={0} role="region" aria-label={title}>
        <div className={classes["inside"]}>{children}</div>
      </div>
    </div>
  );
}

/** Grey shapes in about the size of what will come. */
export function WaitingCards() {
  const { t } = useTranslation("common");
  return (
    <div className={classes["waiting"]} role="status" aria-label={t("loading")}>
      <Skeleton height={96} />
      <Skeleton height={96} />
    </div>
  );
}
