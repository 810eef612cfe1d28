import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { retentionQuery } from "@/api/trash.ts";
import { useFormats } from "@/lib/use-formats.ts";

/** For how long something in the trash can come back. */
export function KeptInTrash() {
  const { t } = useTranslation("trash");
  const formats = useFormats();
  const kept = useQuery(retentionQuery).data;
  if (!kept) return null;
  return kept.trash_days === null ? t("keptForever") : t("keptDays", { days: formats.number(kept.trash_days) });
}
