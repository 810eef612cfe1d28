import type { Answer, Message, PanelView, Receipt, TabView, ThreadView } from "@/api/types.ts";
import { customerFields, makeRow } from "@/gallery/rows.ts";
import type { Freshness, Row, RowsCan } from "@/lib/shapes.ts";
import { wholeList } from "@/lib/slice.ts";

/** Small whole answers of the server, for tests that change one thing of them. */

export const ana = { kind: "person", id: "ana", name: "Ana Souza" } as const;

export function makeFreshness(more: Partial<Freshness> = {}): Freshness {
  return {
    collected_at: "2026-11-30T12:00:00Z",
    status: "complete",
    tool: "crm.list_customers",
    reading: null,
    triggered_by: ana,
    message: null,
    code: null,
    last_good_at: null,
    shown: 2,
    declared: 2,
    ...more,
  };
}

export const riotur = makeRow(1, { company: "Riotur", revenue: 10, stage: "new" }, { position: 1 });
export const embraer = makeRow(2, { company: "Embraer", revenue: 20, stage: "new" }, { position: 2 });

export const everythingAllowed: RowsCan = {
  add: true,
  edit: ["company", "revenue"],
  move: true,
  remove: true,
  annotate: true,
};

interface PanelParts {
  version?: number;
  rows?: Row[];
  can?: RowsCan;
  tab?: Partial<TabView>;
  view?: Partial<PanelView>;
}

/** A panel with one tab that shows one table. */
export function makePanel({
  version = 1,
  rows = [riotur, embraer],
  can = everythingAllowed,
  tab = {},
  view = {},
}: PanelParts = {}): PanelView {
  const freshness = makeFreshness();
  return {
    id: "p1",
    agent: "commercial",
    version,
    updated_at: "2026-11-30T12:00:00Z",
    template: {
      format: 1,
      title: "Carteira",
      semantics: "sync",
      locale: "pt-BR",
      time_zone: "America/Sao_Paulo",
      audience: { who: "teams", teams: ["Vendas"], agents: [] },
      context_tokens: 2_000,
      hooks: [],
      alerts: [],
      calculator: null,
      collections: [
        {
          id: "customers",
          title: "Clientes",
          rows: "inline",
          key: ["company"],
          fields: customerFields,
          private_rows: false,
        },
      ],
      tabs: [
        {
          id: "main",
          title: "Clientes",
          refresh: { by: "tool", tool: "crm.list_customers", arguments: {}, into: [], expect_minutes: 60 },
          schedule: null,
          blocks: [
            {
              kind: "table",
              id: "table",
              title: "Tabela",
              of: "customers",
              where: [],
              width: 12,
              columns: ["company", "revenue"],
              sort: [],
            },
          ],
        },
      ],
    },
    states: { customers: { target: "customers", content: null, freshness } },
    collections: { customers: { id: "customers", count: rows.length, unconfirmed: 0, without_stage: 0, rows, can } },
    tabs: [{ id: "main", oldest: freshness, status: "complete", stale: false, refresh: "tool", next_refresh_at: null, ...tab }],
    buttons: {},
    readers: ["Ana Souza", "Bruno Lima"],
    alerting: 0,
    can: { redesign: false, give: false, refresh_all: true, trash: false, restore: false },
    ...view,
  };
}

export function makeReceipt(more: Partial<Receipt> = {}): Receipt {
  return {
    panel: "p1",
    version: 2,
    added: [],
    changed: [],
    unchanged: 0,
    refused: [],
    suggestions: [],
    unconfirmed: [],
    confirmed_again: [],
    in_trash: [],
    targets: [],
    alerts: [],
    note: null,
    replayed: false,
    ...more,
  };
}

export function makeAnswer(more: Partial<Answer> = {}): Answer {
  return {
    id: "a1",
    thread: "t1",
    run: "r1",
    at: "2026-11-30T12:00:00Z",
    block: {
      kind: "table",
      id: "shown",
      title: "Clientes",
      of: "shown",
      where: [],
      width: 12,
      columns: ["company", "city"],
      sort: [],
    },
    fields: customerFields,
    key: ["company"],
    rows: [
      { company: "Riotur", city: "Rio de Janeiro" },
      { company: "Embraer", city: "São Paulo" },
      { company: "Woodstock", city: "São Paulo" },
    ],
    content: null,
    provenance: null,
    slice: wholeList,
    ...more,
  };
}

export function makeSaid(text: string): Extract<Message["body"], { kind: "said" }> {
  return { kind: "said", text, files: [], sent_as: null };
}

export function makeThread(more: Partial<ThreadView> = {}): ThreadView {
  const at = "2026-11-30T12:00:00Z";
  return {
    thread: { id: "t1", agent: "commercial", owner: "ana", title: "Clientes", created_at: at, updated_at: at, pinned: false, seen: 0, deleted_at: null },
    messages: [
      { id: "m1", thread: "t1", seq: 1, run: "r1", at, body: makeSaid("Mostre os clientes") },
      { id: "m2", thread: "t1", seq: 2, run: "r1", at, body: { kind: "shown", answer: "a1" } },
    ],
    answers: { a1: makeAnswer() },
    active_run: null,
    attempts: [],
    ...more,
  };
}
