import type { Fact, Field, WholeRow } from "@/lib/shapes.ts";

const BORN: Fact = { door: "refresh", by: { kind: "system", id: "system", name: "" }, at: "2026-11-01T12:00:00Z" };

/** A row as the server gives it. The stage, when among the values, goes to its own column. */
export function makeRow(index: number, values: Record<string, unknown>, more: Partial<WholeRow> = {}): WholeRow {
  const { stage, ...rest } = values;
  return {
    id: `row${index}`,
    collection: "customers",
    values: rest,
    stage: typeof stage === "string" ? stage : null,
    stage_moved_by: null,
    owner: null,
    private: false,
    facts: {},
    suggestions: {},
    unconfirmed_since: null,
    trashed_at: null,
    shipped: true,
    position: index,
    notes: 0,
    born: BORN,
    version: 1,
    dismissed: {},
    ...more,
  };
}

export function makeField(id: string, title: string, type: Field["type"], more: Partial<Field> = {}): Field {
  return {
    id,
    title,
    type,
    role: null,
    options: [],
    currency: null,
    unit: null,
    anchor: null,
    belongs_to: "source",
    ...more,
  };
}

export const customerFields: Field[] = [
  makeField("company", "Empresa", "text", { role: "title" }),
  makeField("stage", "Etapa", "stage", {
    role: "stage",
    belongs_to: "panel",
    options: [
      { id: "new", title: "Novo", colour: "blue" },
      { id: "contacted", title: "Contatado", colour: "violet" },
      { id: "negotiating", title: "Negociando", colour: "amber" },
      { id: "won", title: "Ganho", colour: "green" },
    ],
  }),
  makeField("city", "Cidade", "text", { role: "subtitle" }),
  makeField("revenue", "Receita", "money", { currency: "BRL", role: "value" }),
  makeField("growth", "Crescimento", "percent"),
  makeField("last_invoice", "Última fatura", "date"),
  makeField("next_contact", "Próximo contato", "date", { role: "due" }),
  makeField("owner", "Responsável", "person", { role: "owner" }),
  makeField("segment", "Segmento", "choice", {
    options: [
      { id: "retail", title: "Varejo", colour: "grey" },
      { id: "industry", title: "Indústria", colour: "blue" },
      { id: "public", title: "Setor público", colour: "red" },
    ],
  }),
  makeField("email", "E-mail", "email"),
  makeField("site", "Site", "url"),
  makeField("tags", "Marcas", "tags"),
  makeField("active", "Ativo", "boolean"),
];

const COMPANIES = [
  "Embraer",
  "Woodstock Discos",
  "Banco do Brasil",
  "Riotur",
  "Telus",
  "JetBrains",
  "Rogers Canada",
  "Apple",
  "Google",
  "Microsoft",
  "Padaria São João",
  "Construtora Aliança",
];
const CITIES = [
  "São José dos Campos",
  "São Paulo",
  "Brasília",
  "Rio de Janeiro",
  "Belo Horizonte",
  "Curitiba",
  "Recife",
  "Porto Alegre",
];
const OWNERS = ["Ana Souza", "Bruno Lima", "Carla Dias", "Diego Rocha"];
const STAGES = ["new", "new", "new", "contacted", "negotiating", "won", null];
const SEGMENTS = ["retail", "industry", "public", null];

const pick = <Value>(from: readonly Value[], index: number) => from[index % from.length];

/** Many rows that look like customers, the same at each call. */
export function customers(count: number): WholeRow[] {
  return Array.from({ length: count }, (_, index) => {
    const company = pick(COMPANIES, index) ?? "";
    const number = Math.floor(index / COMPANIES.length);
    const month = String((index % 11) + 1).padStart(2, "0");
    const day = String((index % 27) + 1).padStart(2, "0");
    const values = {
      company: number === 0 ? company : `${company} ${number + 1}`,
      stage: pick(STAGES, index * 5 + 2),
      city: pick(CITIES, index * 3),
      revenue: index % 9 === 4 ? null : ((index * 7919) % 250_000) / 100,
      growth: ((index * 37) % 80) - 30,
      last_invoice: `2026-${month}-${day}`,
      next_contact: index % 3 === 0 ? `2026-1${index % 9 === 0 ? 1 : 2}-${day}` : null,
      owner: pick(OWNERS, index),
      segment: pick(SEGMENTS, index * 3),
      email: `contato${index}@example.com`,
      site: index % 4 === 0 ? null : `https://www.example.com/${index}`,
      tags: index % 3 === 0 ? ["vip", "varejo"] : null,
      active: index % 5 !== 0,
    };
    return makeRow(index, values, {
      notes: index % 6 === 1 ? 2 : 0,
      unconfirmed_since: index % 11 === 6 ? "2026-11-28T18:00:00Z" : null,
      private: index % 17 === 3,
      suggestions:
        index % 13 === 1
          ? {
              city: {
                value: "Campinas",
                door: "chat",
                by: { kind: "agent", id: "crm", name: "Agente CRM" },
                at: "2026-11-29T12:00:00Z",
                run: null,
              },
            }
          : {},
    });
  });
}
