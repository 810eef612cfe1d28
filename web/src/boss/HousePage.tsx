import { Tabs } from "@mantine/core";
import { useTranslation } from "react-i18next";

import { AgentList } from "./agents/AgentList.tsx";
import { BossPage } from "./BossPage.tsx";
import cards from "./cards.module.css";
import { JobList } from "./jobs/JobList.tsx";
import { type HousePart, houseParts, isHousePart } from "./parts.ts";
import { RetentionList } from "./retention/RetentionList.tsx";
import { RunList } from "./runs/RunList.tsx";
import { SourceList } from "./sources/SourceList.tsx";

interface HousePageProps {
  part: HousePart;
  onPart: (part: HousePart) => void;
  onBack: () => void;
}

/** What whoever looks after the installation sees of it. */
export default function HousePage({ part, onPart, onBack }: HousePageProps) {
  const { t } = useTranslation("boss");
  const change = (name: string | null) => {
    if (isHousePart(name)) onPart(name);
  };
  return (
    <BossPage title={t("entries.title")} backLabel={t("back")} onBack={onBack}>
      <Tabs value={part} onChange={change} keepMounted={false}>
        <Tabs.List aria-label={t("parts")} mb="md">
          {houseParts.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={part}>
          <p className={cards["hint"]}>{t(`${part}.hint`)}</p>
          {part === "agents" ? <AgentList /> : null}
          {part === "sources" ? <SourceList /> : null}
          {part === "runs" ? <RunList /> : null}
          {part === "jobs" ? <JobList /> : null}
          {part === "retention" ? <RetentionList /> : null}
        </Tabs.Panel>
      </Tabs>
    </BossPage>
  );
}
