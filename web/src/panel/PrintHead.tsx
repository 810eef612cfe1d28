import { useTranslation } from "react-i18next";

import type { Tab, TabView } from "@/api/types.ts";
import { useFormats } from "@/lib/use-formats.ts";
import classes from "./Panel.module.css";

interface PrintHeadProps {
  tab: Tab;
  age: TabView;
}

/** On paper only: which tab this is, and how old and from where its data was. */
export function PrintHead({ tab, age }: PrintHeadProps) {
  const { t } = useTranslation("panel");
  const formats = useFormats();
  const { oldest } = age;
  return (
    <p className={classes["printHead"]}>
      {tab.title}
      {oldest ? ` · ${t("line.exact", { moment: formats.moment(oldest.collected_at) })}` : ""}
      {oldest?.tool ? ` · ${oldest.tool}` : ""}
    </p>
  );
}
