import { ActionIcon, Button, Menu } from "@mantine/core";
import {
  IconArrowLeft,
  IconBell,
  IconBellRinging,
  IconDots,
  IconDownload,
  IconEye,
  IconHistory,
  IconLock,
  IconPrinter,
  IconRefresh,
  IconRestore,
  IconTemplate,
  IconTrash,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { useAlerting } from "@/alerts/use-alerting.ts";
import type { PanelView } from "@/api/types.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { Toggletip } from "@/ui/Toggletip.tsx";
import classes from "./PanelHeader.module.css";

export type PanelAct = "history" | "context" | "template" | "alerts" | "rowTrash" | "trash" | "print" | "hooks";

interface PanelHeaderProps {
  view: PanelView;
  isRefreshing: boolean;
  onRefreshAll: () => void;
  onAct: (act: PanelAct) => void;
  onExport: (collection: string) => void;
  onClose: () => void;
}

export function PanelHeader({ view, isRefreshing, onRefreshAll, onAct, onExport, onClose }: PanelHeaderProps) {
  const { t } = useTranslation("panel");
  const { template } = view;
  return (
    <header className={classes["header"]}>
      <ActionIcon className={classes["back"] ?? ""} aria-label={t("allPanels")} onClick={onClose}>
        <IconArrowLeft size={17} stroke={1.75} />
      </ActionIcon>
      <h1 className={classes["title"]}>{template.title}</h1>
      <div className={classes["facts"]}>
        <Toggletip className={classes["fact"] ?? ""} content={t(`semantics.${template.semantics}Long`)}>
          {t(`semantics.${template.semantics}`)}
        </Toggletip>
        <AudienceLabel view={view} />
      </div>
      <div className={classes["acts"]}>
        <AlertsBell view={view} onOpen={() => onAct("alerts")} />
        {view.can.refresh_all ? (
          <Button
            className={classes["all"] ?? ""}
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconRefresh size={15} stroke={1.75} aria-hidden />}
            onClick={onRefreshAll}
            aria-disabled={isRefreshing}
          >
            {t("refresh.all")}
          </Button>
        ) : null}
        <PanelMenu view={view} onAct={onAct} onExport={onExport} />
      </div>
    </header>
  );
}

/** There only while an alert fires. */
function AlertsBell({ view, onOpen }: { view: PanelView; onOpen: () => void }) {
  const { t } = useTranslation("alerts");
  const { number } = useFormats();
  const count = useAlerting(view);
  if (count === 0) return null;
  const label = t("firing", { count, shown: number(count) });
  return (
    <Button
      className={classes["bell"] ?? ""}
      variant="subtle"
      color="red"
      size="compact-sm"
      leftSection={<IconBellRinging size={15} stroke={1.9} aria-hidden />}
      onClick={onOpen}
      aria-label={label}
      title={label}
    >
      {number(count)}
    </Button>
  );
}

/** Who reads it, by name: "private" alone would not say for whom. */
function AudienceLabel({ view }: { view: PanelView }) {
  const { t } = useTranslation("panel");
  const { who, teams } = view.template.audience;
  const Icon = who === "only_me" ? IconLock : IconUsers;
  const label =
    who === "teams" ? t("audience.teams", { teams: teams.join(", "), count: view.readers.length }) : t(`audience.${who}`);
  return (
    <Toggletip className={classes["fact"] ?? ""} content={<ReaderNames names={view.readers} />}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {label}
    </Toggletip>
  );
}

function ReaderNames({ names }: { names: string[] }) {
  const { t } = useTranslation("panel");
  return (
    <div>
      <strong className={classes["readersTitle"]}>{t("audience.readers")}</strong>
      <ul className={classes["readers"]}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
}

interface PanelMenuProps {
  view: PanelView;
  onAct: (act: PanelAct) => void;
  onExport: (collection: string) => void;
}

function PanelMenu({ view, onAct, onExport }: PanelMenuProps) {
  const { t } = useTranslation("panel");
  const { collections } = view.template;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon aria-label={t("menu.label")}>
          <IconDots size={17} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconHistory size={15} stroke={1.75} />} onClick={() => onAct("history")}>
          {t("menu.history")}
        </Menu.Item>
        <Menu.Item leftSection={<IconBell size={15} stroke={1.75} />} onClick={() => onAct("alerts")}>
          {t("menu.alerts")}
        </Menu.Item>
        <Menu.Item leftSection={<IconEye size={15} stroke={1.75} />} onClick={() => onAct("context")}>
          {t("menu.context")}
        </Menu.Item>
        <Menu.Item leftSection={<IconTemplate size={15} stroke={1.75} />} onClick={() => onAct("template")}>
          {t("menu.template")}
        </Menu.Item>
        <Menu.Item leftSection={<IconRestore size={15} stroke={1.75} />} onClick={() => onAct("rowTrash")}>
          {t("menu.rowTrash")}
        </Menu.Item>
        {view.can.redesign ? (
          <Menu.Item leftSection={<IconWebhook size={15} stroke={1.75} />} onClick={() => onAct("hooks")}>
            {t("menu.hooks")}
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        {collections.map(({ id, title }) => (
          <Menu.Item key={id} leftSection={<IconDownload size={15} stroke={1.75} />} onClick={() => onExport(id)}>
            {t("menu.export", { title })}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconPrinter size={15} stroke={1.75} />} onClick={() => onAct("print")}>
          {t("menu.print")}
        </Menu.Item>
        {view.can.trash ? (
          <>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash size={15} stroke={1.75} />} onClick={() => onAct("trash")}>
              {t("menu.trash")}
            </Menu.Item>
          </>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}
