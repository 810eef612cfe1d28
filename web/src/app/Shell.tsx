import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import { agentsQuery } from "@/api/panels.ts";
import type { Answer, Saved } from "@/api/types.ts";
import { Chat } from "@/chat/Chat.tsx";
import { showToast } from "@/ui/toasts.ts";
import { clampShare, Divider, SHARE } from "./Divider.tsx";
import { OfflineNotice } from "./OfflineNotice.tsx";
import { isNarrow, PhoneBar, type PhoneMenuPart } from "./PhoneBar.tsx";
import { Rail, type Side } from "./Rail.tsx";
import { useRemembered } from "./remembered.ts";
import { RightSide } from "./RightSide.tsx";
import classes from "./Shell.module.css";
import { useAddress } from "./use-address.ts";
import { useConversations } from "./use-conversations.ts";
import { useKeys } from "./use-keys.ts";
import { useLiveEvents } from "./use-live-events.ts";
import { usePageTitle } from "./use-page-title.ts";
import { usePhoneSides } from "./use-phone-sides.ts";
import { useViewport } from "./use-viewport.ts";

const SideList = lazy(() => import("./SideList.tsx"));
const Shortcuts = lazy(() => import("./Shortcuts.tsx"));
const SaveDialog = lazy(() => import("@/save/SaveDialog.tsx"));
const Palette = lazy(() => import("./Palette.tsx"));

const sides: readonly (Side | "none")[] = ["threads", "panels", "inbox", "none"];
const readSide = (raw: unknown) => sides.find((side) => side === raw);
const readShare = (raw: unknown) => (typeof raw === "number" ? clampShare(raw) : undefined);
const readFlag = (raw: unknown) => (typeof raw === "boolean" ? raw : undefined);

/** Chat left, panel right, and what leads from one to the other. */
export function Shell() {
  const { t } = useTranslation("app");
  const address = useAddress();
  const agents = useQuery(agentsQuery).data ?? null;
  const conversations = useConversations(address, agents ?? []);
  const [side, setSide] = useRemembered<Side | "none">("side", "none", readSide);
  const [share, setShare] = useRemembered("share", SHARE.first, readShare);
  const [usesSingleKey, setSingleKey] = useRemembered("single-key", true, readFlag);
  const [saving, setSaving] = useState<{ answer: Answer; stages: string[] } | null>(null);
  const [opening, setOpening] = useState(0);
  const [phoneMenu, setPhoneMenu] = useState<PhoneMenuPart | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const phone = usePhoneSides(address, conversations.runs);
  const connection = useLiveEvents(phone.onPanelEvent);
  const chat = useRef<HTMLDivElement>(null);
  usePageTitle(address.panel);
  useViewport();

  const openPalette = useCallback(() => setOpening((count) => count + 1), []);
  const openHelp = useCallback(() => setHelpOpen(true), []);
  useKeys({ onPalette: openPalette, onHelp: usesSingleKey ? openHelp : null });

  const onSaved = ({ panel, tab }: Saved) => {
    setSaving(null);
    showToast({ text: t("saved"), tone: "good" });
    address.openPanel(panel, tab);
    phone.setSide("panel");
  };
  const askAgent = (agent: string, prompt: string) => {
    conversations.ask(agent, prompt);
    phone.setSide("chat");
  };
  return (
    <div className={classes["shell"]}>
      <OfflineNotice connection={connection} />
      <div className={classes["rooms"]}>
        <Rail thread={address.thread} side={side === "none" ? null : side} onSide={(next) => setSide(next ?? "none")} onSearch={openPalette} onShortcuts={openHelp} onHousePart={address.openHousePart} />
        {side === "none" ? null : (
          <div className={classes["docked"]} data-list={side}>
            <Suspense fallback={null}>
              <SideList side={side} address={address} onClose={() => setSide("none")} onChosen={() => undefined} />
            </Suspense>
          </div>
        )}
        <main className={classes["area"]} data-side={phone.side}>
          <div className={classes["chat"]} ref={chat} style={{ flexBasis: `${share}%` }} data-room="chat">
            <Chat
              runs={conversations.runs}
              trays={conversations.trays}
              agents={agents}
              agent={conversations.agent}
              onAgent={conversations.setAgent}
              thread={address.thread}
              onThread={address.openThread}
              onThreads={() => (isNarrow() ? setPhoneMenu("threads") : setSide(side === "threads" ? "none" : "threads"))}
              onSave={(answer, agent) => setSaving({ answer, stages: agent?.stages ?? [] })}
              prompt={conversations.prompt}
            />
          </div>
          <Divider part={chat} share={share} onShare={setShare} />
          <section className={classes["panel"]} data-room="panel" aria-label={t("panel")}>
            <RightSide address={address} onAskAgent={askAgent} />
          </section>
        </main>
      </div>
      <PhoneBar side={phone.side} onSide={phone.setSide} unread={phone.unread} address={address} menu={phoneMenu} onMenu={setPhoneMenu} />
      <Suspense fallback={null}>
        {saving ? <SaveDialog {...saving} onClose={() => setSaving(null)} onSaved={onSaved} /> : null}
        {opening > 0 ? <Palette opening={opening} address={address} onShortcuts={openHelp} /> : null}
        {isHelpOpen ? <Shortcuts onClose={() => setHelpOpen(false)} usesSingleKey={usesSingleKey} onSingleKey={setSingleKey} /> : null}
      </Suspense>
    </div>
  );
}
