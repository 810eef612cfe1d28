import { useQuery } from "@tanstack/react-query";
import { IconWebhook } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { hooksQuery } from "@/api/hooks.ts";
import { panelQuery } from "@/api/panels.ts";
import type { HookView, PanelView } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { BossPage, WaitingCards } from "../BossPage.tsx";
import cards from "../cards.module.css";
import { HookCard } from "./HookCard.tsx";

interface HooksPageProps {
  panel: string;
  onBack: () => void;
}

/** How outside systems write into a panel: each hook with its address and with what came. */
export default function HooksPage({ panel, onBack }: HooksPageProps) {
  const { t } = useTranslation("boss");
  const view = useQuery(panelQuery(panel));
  const hooks = useQuery(hooksQuery(panel));
  const broken = view.data ? hooks.data ? null : hooks.error : view.error;
  const again = () => {
    void view.refetch();
    void hooks.refetch();
  };
  const title = view.data?.template.title;
  return (
    <BossPage
      title={t("hooks.title")}
      {...(title ? { subtitle: t("hooks.subtitle", { panel: title }) } : {})}
      backLabel={t("hooks.backToPanel")}
      onBack={onBack}
    >
      {broken ? <ErrorState problem={problemFrom(broken)} onRetry={again} /> : null}
      {!broken && !(view.data && hooks.data) ? <WaitingCards /> : null}
      {view.data && hooks.data ? <HookCards view={view.data} hooks={hooks.data} /> : null}
    </BossPage>
  );
}

function HookCards({ view, hooks }: { view: PanelView; hooks: HookView[] }) {
  const { t } = useTranslation("boss");
  if (hooks.length === 0) {
    return <EmptyState icon={<IconWebhook size={18} stroke={1.75} aria-hidden />} text={t("hooks.none")} hint={t("hooks.noneHint")} />;
  }
  return (
    <ul className={cards["list"]}>
      {hooks.map((hook) => (
        <li key={hook.id}>
          <HookCard view={view} hook={hook} />
        </li>
      ))}
    </ul>
  );
}
