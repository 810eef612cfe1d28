import { ActionIcon, Button, NativeSelect, Skeleton } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

import type { Comparison, PanelView, VersionView } from "@/api/types.ts";
import { comparisonQuery } from "@/api/versions.ts";
import { problemFrom } from "@/lib/problem.ts";
import { useFormats, useNow } from "@/lib/use-formats.ts";
import { EmptyState } from "@/ui/EmptyState.tsx";
import { ErrorState } from "@/ui/ErrorState.tsx";
import { versionWords } from "../version-words.ts";
import { ChangedRows } from "./ChangedRows.tsx";
import { FirstVersion } from "./FirstVersion.tsx";
import classes from "./History.module.css";
import type { Restoring } from "./RestoreDialog.tsx";
import { VersionMeta } from "./VersionItem.tsx";

interface VersionChangesProps {
  view: PanelView;
  version: VersionView;
  /** Those that are loaded: any of them can stand at the other side. */
  versions: readonly VersionView[];
  onRestore: ((restoring: Restoring) => void) | null;
  onBack: () => void;
}

/** What one version changed, or what is different between it and another moment of the panel. */
export function VersionChanges({ view, version, versions, onRestore, onBack }: VersionChangesProps) {
  const { t } = useTranslation("panel");
  const { t: history } = useTranslation("history");
  const formats = useFormats();
  const isFirst = version.version === 1;
  const [other, setOther] = useState(isFirst && view.version > 1 ? view.version : version.version - 1);
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div>
      <div className={classes["head"]}>
        <ActionIcon ref={back} aria-label={history("back")} onClick={onBack}>
          <IconArrowLeft size={16} stroke={1.75} />
        </ActionIcon>
        <div className={classes["words"]}>
          <h3 className={classes["what"]}>{versionWords(version, t, formats)}</h3>
          <VersionMeta version={version} />
        </div>
        {onRestore && version.version !== view.version ? (
          <Button size="compact-xs" variant="default" onClick={() => onRestore({ version })}>
            {t("history.restore")}
          </Button>
        ) : null}
      </div>
      <OtherMoment view={view} version={version} versions={versions} other={other} onOther={setOther} />
      {other === 0 ? (
        <FirstVersion view={view} version={version.version} />
      ) : (
        <Compared view={view} one={version.version} other={other} onRestore={onRestore} />
      )}
    </div>
  );
}

interface OtherMomentProps extends Pick<VersionChangesProps, "view" | "version" | "versions"> {
  other: number;
  onOther: (version: number) => void;
}

function OtherMoment({ view, version, versions, other, onOther }: OtherMomentProps) {
  const { t } = useTranslation("panel");
  const { t: history } = useTranslation("history");
  const formats = useFormats();
  const now = useNow();
  const before = version.version - 1;
  const rest = versions.filter((one) => ![version.version, before, view.version].includes(one.version));
  const named = rest.map((one) => ({
    value: String(one.version),
    label: history("other", {
      version: formats.number(one.version),
      what: versionWords(one, t, formats),
      when: formats.age(one.at, now),
    }),
  }));
  return (
    <NativeSelect
      className={classes["other"] ?? ""}
      label={history("with")}
      value={String(other)}
      onChange={(event) => onOther(Number(event.currentTarget.value))}
      data={[
        { value: String(before), label: history("before") },
        ...(version.version === view.version
          ? []
          : [{ value: String(view.version), label: history("now", { version: formats.number(view.version) }) }]),
        ...named,
      ]}
    />
  );
}

interface ComparedProps {
  view: PanelView;
  one: number;
  other: number;
  onRestore: VersionChangesProps["onRestore"];
}

function Compared({ view, one, other, onRestore }: ComparedProps) {
  const [older, newer] = one < other ? [one, other] : [other, one];
  const query = useQuery(comparisonQuery(view.id, older, newer));
  if (query.isPending) return <Skeleton height={140} />;
  if (query.isError) {
    const problem = problemFrom(query.error);
    // The history before the oldest version that is kept is forgotten; what that version itself changed is not.
    if (problem.code === "version_not_found" && other === one - 1) return <FirstVersion view={view} version={one} />;
    return <ErrorState problem={problem} onRetry={() => void query.refetch()} />;
  }
  return <Differences view={view} comparison={query.data} onRestore={onRestore} />;
}

interface DifferencesProps {
  view: PanelView;
  comparison: Comparison;
  onRestore: VersionChangesProps["onRestore"];
}

function Differences({ view, comparison, onRestore }: DifferencesProps) {
  const { t } = useTranslation("history");
  const formats = useFormats();
  const { older, newer, rows, contents, redesigned } = comparison;
  const blocks = view.template.tabs.flatMap((tab) => tab.blocks);
  const titles = contents.map((id) => blocks.find((block) => block.id === id)?.title || id);
  return (
    <section aria-label={t("between", { older, newer })}>
      <p className={classes["between"]} role="status">
        {t("between", { older: formats.number(older), newer: formats.number(newer) })}
        {rows.length === 0 ? null : `: ${t("rows", { count: rows.length, shown: formats.number(rows.length) })}`}
      </p>
      {redesigned ? <p className={classes["note"]}>{t("redesigned")}</p> : null}
      {titles.length > 0 ? <p className={classes["note"]}>{t("contents", { blocks: titles.join(", ") })}</p> : null}
      {rows.length === 0 && titles.length === 0 && !redesigned ? (
        <EmptyState text={t("nothing")} hint={t("nothingHint")} />
      ) : null}
      <ChangedRows
        view={view}
        rows={rows}
        onRestore={onRestore && ((row) => onRestore({ version: { version: older }, row }))}
      />
    </section>
  );
}
