import type { TFunction } from "i18next";

import type { VersionView } from "@/api/types.ts";
import type { Formats } from "@/lib/format.ts";

/** What a version did, with the number of rows when that says something: "List received, 6 rows". */
export function versionWords(version: VersionView, t: TFunction<"panel">, formats: Formats): string {
  const what = t(`version.${version.kind}`);
  if (version.rows_changed < 2) return what;
  return t("version.rows", { what, count: version.rows_changed, shown: formats.number(version.rows_changed) });
}
