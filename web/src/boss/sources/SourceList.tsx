import { IconPlugConnected } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { sourcesQuery } from "@/api/house.ts";
import { problemFrom } from "@/lib/problem.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { WaitingCards } from "../BossPage.tsx";
import cards from "../cards.module.css";
import { SourceCard } from "./SourceCard.tsx";

/** How each source of tools is doing. A failed reading keeps what was read before. */
export function SourceList() {
  const { t } = useTranslation("boss");
  const query = useQuery(sourcesQuery);
  if (!query.data) {
    return query.isError ? <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} /> : <WaitingCards />;
  }
  if (query.data.length === 0) {
    return <EmptyState icon={<IconPlugConnected size={18} stroke={1.75} aria-hidden />} text={t("sources.none")} hint={t("sources.noneHint")} />;
  }
  return (
    <ul className={cards["list"]}>
      {query.data.map((source) => (
        <li key={source.name}>
          <SourceCard source={source} />
        </li>
      ))}
    </ul>
  );
}
