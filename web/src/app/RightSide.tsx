import { lazy, Suspense } from "react";

import { PanelsHome } from "./PanelsHome.tsx";
import type { Address } from "./use-address.ts";

const Panel = lazy(() => import("@/panel/Panel.tsx"));
const HooksPage = lazy(() => import("@/boss/hooks/HooksPage.tsx"));
const HousePage = lazy(() => import("@/boss/HousePage.tsx"));

interface RightSideProps {
  address: Address;
  onAskAgent: (agent: string, prompt: string) => void;
}

/** What stands beside the conversation, as the address says: a panel, something about one, or the list of all. */
export function RightSide({ address, onAskAgent }: RightSideProps) {
  return <Suspense fallback={null}>{roomOf(address, onAskAgent)}</Suspense>;
}

function roomOf(address: Address, onAskAgent: RightSideProps["onAskAgent"]) {
  const { panel, housePart, isAtHooks } = address;
  if (housePart !== null) return <HousePage part={housePart} onPart={address.openHousePart} onBack={address.closePanel} />;
  if (panel === null) return <PanelsHome onPanel={address.openPanel} />;
  if (isAtHooks) return <HooksPage panel={panel} onBack={address.closeHooks} />;
  return (
    <Panel
      panel={panel}
      place={address.place}
      goTo={address.goTo}
      onClose={address.closePanel}
      onAskAgent={onAskAgent}
      onHooks={address.openHooks}
    />
  );
}
