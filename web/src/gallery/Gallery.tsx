import { Group, SegmentedControl, Title, useMantineColorScheme } from "@mantine/core";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";

import { BlockView } from "@/blocks/BlockView.tsx";
import {
  type BlockActions,
  type BlockCan,
  type BlockData,
  type Mode,
  noData,
  nothingAllowed,
} from "@/blocks/contract.ts";
import { isLanguage, setLanguage } from "@/lib/i18n.ts";
import { ProblemError } from "@/lib/problem.ts";
import type { Block, BlockKind, Content, Field, Freshness, Row, Slice } from "@/lib/shapes.ts";
import { wholeList } from "@/lib/slice.ts";
import { FreshnessLabel } from "@/ui/FreshnessLabel.tsx";
import { showToast } from "@/ui/toasts.ts";

import { exampleOf, kinds } from "./examples.ts";
import { customerFields, customers } from "./rows.ts";

type State = "ready" | "loading" | "error" | "stale" | "partial" | "failed" | "refreshing";
const states: State[] = ["ready", "loading", "error", "stale", "partial", "failed", "refreshing"];
const ask = new URLSearchParams(location.search);

/** Every block with sample data, to look at while working on them. Not part of the product. */
export function Gallery() {
  const { i18n } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const [rows, setRows] = useState(ask.get("rows") ?? "22");
  const [mode, setMode] = useState<Mode>(ask.get("mode") === "chat" ? "chat" : "panel");
  const [state, setState] = useState<State>(states.find((each) => each === ask.get("state")) ?? "ready");
  const language = ask.get("lang");
  const scheme = ask.get("scheme");
  useEffect(() => {
    if (isLanguage(language)) void setLanguage(language);
    if (scheme === "dark" || scheme === "light") setColorScheme(scheme);
  }, [language, scheme, setColorScheme]);

  const only = ask.get("kind");
  const list = useMemo(() => customers(Number(rows)), [rows]);
  return (
    <main style={{ maxWidth: 1180, margin: "0 auto", padding: "16px 12px 80px", display: "grid", gap: 20 }}>
      <Group justify="space-between">
        <Title order={1}>Gallery</Title>
        <Group gap="xs">
          <SegmentedControl value={rows} onChange={setRows} data={["0", "3", "22", "2000", "20000"]} />
          <SegmentedControl
            value={mode}
            onChange={(next) => setMode(next === "chat" ? "chat" : "panel")}
            data={["panel", "chat"]}
          />
          <SegmentedControl
            value={state}
            onChange={(next) => setState(states.find((each) => each === next) ?? "ready")}
            data={states}
          />
          <SegmentedControl
            value={i18n.language}
            onChange={(next) => void (isLanguage(next) && setLanguage(next))}
            data={["pt-BR", "en"]}
          />
          <FreshnessLabel freshness={freshnessOf("ready")} />
        </Group>
      </Group>
      {kinds
        .filter((kind) => only === null || only === kind)
        .map((kind) => (
          <Sample key={`${kind} ${rows}`} kind={kind} rows={list} mode={mode} state={state} />
        ))}
    </main>
  );
}

interface SampleProps {
  kind: BlockKind;
  rows: Row[];
  mode: Mode;
  state: State;
}

const shapes = ["line", "bar", "stacked_bar", "pie"] as const;
const rowKinds: readonly BlockKind[] = ["table", "kanban", "card_grid"];

function Sample({ kind, rows: given, mode, state }: SampleProps) {
  const example = useMemo(() => exampleOf(kind), [kind]);
  const [slice, setSlice] = useState<Slice>(wholeList);
  const hasRows = rowKinds.includes(kind);
  const [rows, setRows] = useState(given);
  const isEmpty = given.length === 0;
  return (
    <div id={kind}>
      <BlockView
        block={blockOf(kind, example.block)}
        data={dataOf(
          state,
          hasRows ? rows : [],
          hasRows ? customerFields : [],
          isEmpty ? null : contentOf(kind, example.content),
        )}
        mode={mode}
        actions={mode === "panel" ? actionsOn(setRows) : {}}
        can={mode === "panel" ? everything : nothingAllowed}
        slice={slice}
        onSlice={setSlice}
        footer={mode === "chat" && hasRows ? "crm.list_customers" : null}
      />
    </div>
  );
}

function blockOf(kind: BlockKind, block: Block): Block {
  if (block.kind === "card_grid") return { ...block, lines: ["email", "segment"] };
  if (block.kind === "action_buttons") {
    const [first] = block.buttons;
    return first
      ? {
          ...block,
          buttons: [
            { ...first, look: "primary" },
            { ...first, id: "plain", label: "Recalcular", confirm: null },
            { ...first, id: "danger", label: "Apagar tudo", look: "danger" },
            { ...first, id: "locked", label: "Enviar proposta" },
          ],
        }
      : block;
  }
  if (kind === "chart" && block.kind === "chart") {
    const shape = shapes.find((each) => each === ask.get("shape")) ?? block.shape;
    return { ...block, shape, series: [...block.series, { field: "costs", title: "Custos" }] };
  }
  return block;
}

function contentOf(kind: BlockKind, content: Content | null): Content | null {
  if (kind !== "chart") return content;
  const months = [
    "2026-01",
    "2026-02",
    "2026-03",
    "2026-04",
    "2026-05",
    "2026-06",
    "2026-07",
    "2026-08",
    "2026-09",
    "2026-10",
    "2026-11",
  ];
  return {
    kind: "chart",
    rows: months.map((month, index) => ({
      month,
      revenue: index === 7 ? null : 12_000 + ((index * 5_213) % 9_000),
      costs: 8_000 + ((index * 3_117) % 5_000),
    })),
  };
}

const everything: BlockCan = {
  rows: {
    add: true,
    edit: customerFields.filter(({ type }) => type !== "stage").map(({ id }) => id),
    move: true,
    remove: true,
    annotate: true,
  },
  buttons: {
    change_world: { press: true, why: null },
    plain: { press: true, why: null },
    danger: { press: true, why: null },
    locked: { press: false, why: "tool_not_granted" },
  },
};

const wait = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));
const refusal = (code: string, facts: Record<string, unknown>) =>
  new ProblemError({ code, message: code, nextStep: "", facts });

function actionsOn(setRows: (change: (rows: Row[]) => Row[]) => void): BlockActions {
  const change = (id: string, to: (row: Row) => Row) =>
    setRows((rows) => rows.map((row) => (row.id === id ? to(row) : row)));
  return {
    editCell: async (id, field, typed) => {
      await wait(500);
      if (typed === "erro") throw refusal("invalid_value", { got: typed, example: "1.234,56" });
      change(id, (row) => ({ ...row, values: { ...row.values, [field]: typed } }));
    },
    move: async (id, stage, before) => {
      await wait(500);
      if (stage === "won") throw refusal("version_conflict", { by: "Ana Souza" });
      setRows((rows) => {
        const row = rows.find((each) => each.id === id);
        if (!row) return rows;
        const others = rows.filter((each) => each.id !== id);
        const at = others.findIndex((each) => each.id === before);
        return at < 0
          ? [...others, { ...row, stage }]
          : [...others.slice(0, at), { ...row, stage }, ...others.slice(at)];
      });
    },
    addRow: () => wait(300).then(() => undefined),
    removeRow: async (id) => {
      setRows((rows) => rows.filter((row) => row.id !== id));
      showToast({ text: "Linha na lixeira", action: { label: "Desfazer", run: () => undefined } });
    },
    openRow: (id) => void showToast({ text: id }),
    press: () => wait(900).then(() => undefined),
    retry: () => void showToast({ text: "retry" }),
  };
}

function freshnessOf(state: State): Freshness {
  return {
    collected_at: new Date(Date.now() - 3 * 60_000).toISOString(),
    status: state === "failed" ? "error" : state === "partial" ? "partial" : "complete",
    tool: "crm.list_customers",
    reading: null,
    triggered_by: { kind: "person", id: "ana", name: "Ana Souza" },
    message: null,
    code: state === "failed" ? "tool_timeout" : null,
    last_good_at: new Date(Date.now() - 26 * 3_600_000).toISOString(),
    shown: 50,
    declared: state === "partial" ? 59 : 50,
  };
}

function dataOf(state: State, rows: Row[], fields: Field[], content: Content | null): BlockData {
  return {
    ...noData,
    fields,
    rows,
    content,
    total: rows.length,
    freshness: freshnessOf(state),
    isLoading: state === "loading",
    isRefreshing: state === "refreshing",
    isStale: state === "stale",
    problem: state === "error" ? { code: "unreachable", message: "", nextStep: "", facts: {} } : null,
    changed: new Map(rows.slice(2, 3).map((row) => [row.id, ["revenue"]])),
  };
}
