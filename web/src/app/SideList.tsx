import { ActionIcon, Button } from "@mantine/core";
import { IconEdit, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { ThreadList } from "@/chat/ThreadList.tsx";
import { PanelList } from "./PanelList.tsx";
import type { Side } from "./Rail.tsx";
import classes from "./Shell.module.css";
import type { Address } from "./use-address.ts";

interface SideListProps {
  side: Side;
  address: Address;
  /** Null where something else has the title and closes it. */
  onClose: (() => void) | null;
  /** Called after something was chosen, so that a screen without room can put the list away. */
  onChosen: () => void;
}

/** The list of conversations or of panels, beside the rail. */
export default function SideList({ side, address, onClose, onChosen }: SideListProps) {
  const { t } = useTranslation("app");
  const { t: common } = useTranslation("common");
  const title = t(side === "threads" ? "threads" : "panels.title");
  return (
    <aside className={classes["side"]} aria-label={title}>
      {onClose ? (
        <header className={classes["sideHead"]}>
          <h2 className={classes["sideTitle"]}>{title}</h2>
          <ActionIcon aria-label={common("close")} onClick={onClose}>
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </header>
      ) : null}
      <div className={classes["sideBody"]}>
        {side === "threads" ? (
          <>
            <Button
              className={classes["newThread"] ?? ""}
              variant="default"
              leftSection={<IconEdit size={15} stroke={1.75} aria-hidden />}
              onClick={() => {
                address.openThread(null);
                onChosen();
              }}
            >
              {t("newThread")}
            </Button>
            <ThreadList
              current={address.thread}
              onThread={(thread) => {
                address.openThread(thread);
                onChosen();
              }}
            />
          </>
        ) : (
          <div className={classes["sidePanels"]}>
            <PanelList
              current={address.panel}
              onPanel={(panel) => {
                address.openPanel(panel);
                onChosen();
              }}
            />
          </div>
        )}
      </div>
    </aside>
  );
}
