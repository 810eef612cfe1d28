import { ActionIcon, Button } from "@mantine/core";
import { IconEdit, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";

import { ThreadList } from "@/chat/ThreadList.tsx";
import { useFocusBack } from "@/ui/use-focus-back.ts";
import { PanelList } from "./PanelList.tsx";
import type { Side } from "./Rail.tsx";
import classes from "./Shell.module.css";
import type { Address } from "./use-address.ts";

const Inbox = lazy(() => import("@/inbox/Inbox.tsx"));

interface SideListProps {
  side: Side;
  address: Address;
  /** Null where something else has the title and closes it. */
  onClose: (() => void) | null;
  /** Called after something was chosen, so that a screen without room can put the list away. */
  onChosen: () => void;
}

/** The list of conversations, of panels, or of what one was told, beside the rail. */
export default function SideList({ side, address, onClose, onChosen }: SideListProps) {
  const { t } = useTranslation("app");
  const { t: common } = useTranslation("common");
  const { t: inbox } = useTranslation("inbox");
  const title = side === "inbox" ? inbox("title") : t(side === "threads" ? "threads" : "panels.title");
  useFocusBack(onClose !== null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (onClose === null || event.key !== "Escape" || event.defaultPrevented) return;
    if (event.target instanceof Node && event.currentTarget.contains(event.target)) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc closes the list from anywhere in it
    <aside className={classes["side"]} aria-label={title} onKeyDown={onKeyDown}>
      {onClose ? (
        <header className={classes["sideHead"]}>
          <h2 className={classes["sideTitle"]}>{title}</h2>
          <ActionIcon aria-label={common("close")} onClick={onClose}>
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </header>
      ) : null}
      <div className={classes["sideBody"]}>
        <Lists side={side} address={address} onChosen={onChosen} />
      </div>
    </aside>
  );
}

function Lists({ side, address, onChosen }: Omit<SideListProps, "onClose">) {
  const { t } = useTranslation("app");
  if (side === "inbox") {
    return (
      <Suspense fallback={null}>
        <Inbox
          onOpen={({ panel, row }) => {
            address.openPanel(panel, undefined, row);
            onChosen();
          }}
        />
      </Suspense>
    );
  }
  if (side === "panels") {
    return (
      <div className={classes["sidePanels"]}>
        <PanelList
          current={address.panel}
          onPanel={(panel) => {
            address.openPanel(panel);
            onChosen();
          }}
        />
      </div>
    );
  }
  return (
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
  );
}
