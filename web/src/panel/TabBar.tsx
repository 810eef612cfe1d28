import { Tabs, Tooltip, VisuallyHidden } from "@mantine/core";
import { IconAlertTriangle, IconCircleHalf2 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import type { PanelView, Tab, TabView } from "@/api/types.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { goodAt, toneOf } from "./tab-age.ts";
import classes from "./TabBar.module.css";

/** Every tab says its own age. */
export function TabBar({ view }: { view: PanelView }) {
  const { t } = useTranslation("panel");
  return (
    <Tabs.List className={classes["list"] ?? ""} aria-label={t("tabs")}>
      {view.template.tabs.map((tab) => (
        <TabLabel key={tab.id} tab={tab} age={view.tabs.find(({ id }) => id === tab.id)} />
      ))}
    </Tabs.List>
  );
}

function TabLabel({ tab, age }: { tab: Tab; age: TabView | undefined }) {
  const { t } = useTranslation("panel");
  const formats = useFormats();
  const now = useNow();
  const at = goodAt(age);
  const exact = at ? t("line.exact", { moment: formats.moment(at) }) : t("line.never");
  return (
    <Tooltip label={exact} disabled={!at} position="bottom">
      <Tabs.Tab value={tab.id} className={classes["tab"] ?? ""}>
        {tab.title}
        {at ? (
          <span className={classes["age"]} data-tone={toneOf(age)}>
            <VisuallyHidden component="span">, </VisuallyHidden>
            {age?.status === "error" ? <IconAlertTriangle size={12} stroke={2} aria-label={`${t("line.failedShort")}, `} /> : null}
            {age?.status === "partial" ? <IconCircleHalf2 size={12} stroke={2} aria-label={`${t("line.partialShort")}, `} /> : null}
            {formats.age(at, now)}
          </span>
        ) : null}
      </Tabs.Tab>
    </Tooltip>
  );
}
