import "@mantine/spotlight/styles.layer.css";

import { createSpotlight, Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from "@mantine/spotlight";
import { IconKeyboard, IconLayoutDashboard, IconMessage, IconPlus, IconSearch, IconSun } from "@tabler/icons-react";
import { useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";

import { panelsQuery } from "@/api/panels.ts";
import { threadsQuery } from "@/api/threads.ts";
import { fold } from "@/lib/fold.ts";
import classes from "./Palette.module.css";
import type { Address } from "./use-address.ts";

const [store, palette] = createSpotlight();

interface PaletteProps {
  /** Counts up each time it is asked for. */
  opening: number;
  address: Address;
  onShortcuts: () => void;
}

const MOST_OF_A_KIND = 8;

/** Finds panels, conversations and acts by a few letters. */
export default function Palette({ opening, address, onShortcuts }: PaletteProps) {
  const { t } = useTranslation("app");
  useEffect(() => {
    if (opening > 0) palette.open();
  }, [opening]);
  const groups = [
    { group: t("panels.title"), actions: usePanelActions(address) },
    { group: t("threads"), actions: useThreadActions(address) },
    { group: t("palette.acts"), actions: useActs(address, onShortcuts) },
  ];
  return (
    <Spotlight
      store={store}
      actions={groups}
      filter={narrow}
      shortcut={null}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      classNames={{ search: classes["search"] ?? "", actionsGroup: classes["group"] ?? "" }}
      nothingFound={t("palette.nothing")}
      scrollable
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.75} aria-hidden />,
        placeholder: t("palette.hint"),
        "aria-label": t("palette.hint"),
      }}
    />
  );
}

function usePanelActions({ openPanel }: Address): SpotlightActionData[] {
  const panels = useQuery(panelsQuery).data ?? [];
  return panels.map(({ id, title, agent_name: agent }) => ({
    id: `panel-${id}`,
    label: title,
    description: agent,
    leftSection: <IconLayoutDashboard size={18} stroke={1.6} aria-hidden />,
    onClick: () => openPanel(id),
  }));
}

function useThreadActions({ openThread }: Address): SpotlightActionData[] {
  const { t } = useTranslation("chat");
  const threads = useQuery(threadsQuery()).data ?? [];
  return threads.map(({ id, title }) => ({
    id: `thread-${id}`,
    label: title || t("untitled"),
    leftSection: <IconMessage size={18} stroke={1.6} aria-hidden />,
    onClick: () => openThread(id),
  }));
}

function useActs({ openThread, closePanel }: Address, onShortcuts: () => void): SpotlightActionData[] {
  const { t } = useTranslation("app");
  const { toggleColorScheme } = useMantineColorScheme();
  return [
    { id: "new", label: t("newThread"), leftSection: <IconPlus size={18} stroke={1.6} aria-hidden />, onClick: () => openThread(null) },
    { id: "panels", label: t("palette.allPanels"), leftSection: <IconLayoutDashboard size={18} stroke={1.6} aria-hidden />, onClick: closePanel },
    { id: "scheme", label: t("palette.scheme"), leftSection: <IconSun size={18} stroke={1.6} aria-hidden />, onClick: toggleColorScheme },
    { id: "shortcuts", label: t("shortcuts.title"), leftSection: <IconKeyboard size={18} stroke={1.6} aria-hidden />, onClick: onShortcuts },
  ];
}

type Actions = (SpotlightActionData | SpotlightActionGroupData)[];

/** By any of the letters' words, in any order, without accents. */
function narrow(query: string, actions: Actions): Actions {
  const words = fold(query).split(" ").filter(Boolean);
  const fits = ({ label = "", description = "" }: SpotlightActionData) => {
    const text = fold(`${label} ${description}`);
    return words.every((word) => text.includes(word));
  };
  return actions.flatMap((entry): Actions => {
    if (!isGroup(entry)) return fits(entry) ? [entry] : [];
    const left = entry.actions.filter(fits).slice(0, MOST_OF_A_KIND);
    return left.length > 0 ? [{ ...entry, actions: left }] : [];
  });
}

function isGroup(entry: Actions[number]): entry is SpotlightActionGroupData {
  return "group" in entry && "actions" in entry;
}
