import { useQuery } from "@tanstack/react-query";
import { Trans, useTranslation } from "react-i18next";

import { retentionQuery } from "@/api/trash.ts";
import type { Retention } from "@/api/types.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useFormats } from "@/lib/use-formats.ts";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { WaitingCards } from "../BossPage.tsx";
import cards from "../cards.module.css";

/** What people come to ask first stands first. */
const kinds = ["versions", "trash", "attachments", "deliveries", "readings", "notices", "hosts", "jobs", "idempotency"] as const;
type Kind = (typeof kinds)[number];

/** Every number that the server has must have its sentence: one that is missing does not compile. */
const settings = {
  versions: "versions_days",
  trash: "trash_days",
  attachments: "attachments_days",
  deliveries: "deliveries_days",
  readings: "readings_days",
  notices: "notices_days",
  hosts: "hosts_days",
  jobs: "jobs_days",
  idempotency: "idempotency_days",
} as const satisfies Record<Kind, keyof Retention>;

/** How long each kind of thing is kept, one sentence each. */
export function RetentionList() {
  const query = useQuery(retentionQuery);
  if (!query.data) {
    return query.isError ? <ErrorState problem={problemFrom(query.error)} onRetry={() => void query.refetch()} /> : <WaitingCards />;
  }
  const kept = query.data;
  return (
    <ul className={cards["sentences"]}>
      {kinds.map((kind) => (
        <li key={kind}>
          <Sentence kind={kind} days={kept[settings[kind]]} />
        </li>
      ))}
    </ul>
  );
}

function Sentence({ kind, days }: { kind: Kind; days: number | null }) {
  const { t } = useTranslation("boss");
  const formats = useFormats();
  const marks = { b: <b /> };
  if (days === null) return <Trans t={t} i18nKey={`retention.${kind}ForEver`} components={marks} />;
  const time = t("retention.days", { count: days, shown: formats.number(days) });
  return <Trans t={t} i18nKey={`retention.${kind}`} values={{ time }} components={marks} />;
}
