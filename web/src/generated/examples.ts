/** Made by `make gen` from the examples in src/liveapps/blocks. */
import type { components } from "./api";

type Schemas = components["schemas"];
type Block = Schemas["Tab"]["blocks"][number];

export interface Example {
  block: Block;
  content: Schemas["BlockState"]["content"];
  fields: Schemas["Field"][];
  rows: Record<string, string | number | boolean | null>[];
}

export const examples: Record<Block["kind"], Example> = {
  "table": {
    "block": {
      "id": "customers_table",
      "title": "Clientes",
      "width": 12,
      "of": "customers",
      "where": [],
      "kind": "table",
      "columns": [],
      "sort": []
    },
    "content": null,
    "fields": [
      {
        "id": "company",
        "title": "Empresa",
        "type": "text",
        "role": "title",
        "options": [],
        "currency": null,
        "unit": null,
        "anchor": null,
        "belongs_to": "source"
      },
      {
        "id": "city",
        "title": "Cidade",
        "type": "text",
        "role": "subtitle",
        "options": [],
        "currency": null,
        "unit": null,
        "anchor": null,
        "belongs_to": "source"
      },
      {
        "id": "revenue",
        "title": "Receita",
        "type": "money",
        "role": "value",
        "options": [],
        "currency": "BRL",
        "unit": null,
        "anchor": null,
        "belongs_to": "source"
      },
      {
        "id": "last_invoice",
        "title": "Última fatura",
        "type": "date",
        "role": null,
        "options": [],
        "currency": null,
        "unit": null,
        "anchor": null,
        "belongs_to": "source"
      }
    ],
    "rows": [
      {
        "company": "Embraer",
        "city": "São José dos Campos",
        "revenue": 39.62,
        "last_invoice": "2026-11-12"
      },
      {
        "company": "Woodstock Discos",
        "city": "São Paulo",
        "revenue": 37.62,
        "last_invoice": "2026-10-30"
      },
      {
        "company": "Riotur",
        "city": "Rio de Janeiro",
        "revenue": 1237.62,
        "last_invoice": "2026-09-01"
      }
    ]
  },
  "kanban": {
    "block": {
      "id": "customers_board",
      "title": "Carteira",
      "width": 12,
      "of": "customers",
      "where": [],
      "kind": "kanban",
      "lines": []
    },
    "content": null,
    "fields": [
      {
        "id": "company",
        "title": "Empresa",
        "type": "text",
        "role": "title",
        "options": [],
        "currency": null,
        "unit": null,
        "anchor": null,
        "belongs_to": "source"
      },
      {
        "id": "city",
        "title": "Cidade",
        "type": "text",
        "role": "subtitle",
        "options": [],
        "currency": null,
        "unit": null,
        "anchor": null,
        "belongs_to": "source"
      },
      {
        "id": "revenue",
        "title": "Receita",
        "type": "money",
        "role": "value",
        "options": [],
        "currency": "BRL",
        "unit": null,
        "anchor": null,
        "belongs_to": "source"
      },
      {
        "id": "stage",
        "title": "Etapa",
        "type": "stage",
        "role": "stage",
        "options": [
          {
            "id": "new",
            "title": "Novo",
            "colour": "grey"
          },
          {
            "id": "contacted",
            "title": "Contatado",
            "colour": "grey"
          },
          {
            "id": "negotiating",
            "title": "Negociando",
            "colour": "grey"
          },
          {
            "id": "won",
            "title": "Ganho",
            "colour": "grey"
          }
        ],
        "currency": null,
        "unit": null,
        "anchor": null,
        "belongs_to": "panel"
      }
    ],
    "rows": [
      {
        "company": "Embraer",
        "city": "São José dos Campos",
        "revenue": 39.62,
        "stage": "negotiating"
      },
      {
        "company": "Riotur",
        "city": "Rio de Janeiro",
        "revenue": 1237.62,
        "stage": "new"
      },
      {
        "company": "Banco do Brasil",
        "city": "Brasília",
        "revenue": 37.62,
        "stage": null
      }
    ]
  },
  "card_grid": {
    "block": {
      "id": "contacts",
      "title": "Contatos",
      "width": 12,
      "of": "people",
      "where": [],
      "kind": "card_grid",
      "lines": [
        "email"
      ]
    },
    "content": null,
    "fields": [
      {
        "id": "name",
        "title": "Nome",
        "type": "text",
        "role": "title",
        "options": [],
        "currency": null,
        "unit": null,
        "anchor": null,
        "belongs_to": "source"
      },
      {
        "id": "company",
        "title": "Empresa",
        "type": "text",
        "role": "subtitle",
        "options": [],
        "currency": null,
        "unit": null,
        "anchor": null,
        "belongs_to": "source"
      },
      {
        "id": "email",
        "title": "E-mail",
        "type": "email",
        "role": null,
        "options": [],
        "currency": null,
        "unit": null,
        "anchor": null,
        "belongs_to": "source"
      }
    ],
    "rows": [
      {
        "name": "Luís Gonçalves",
        "company": "Embraer",
        "email": "luisg@embraer.com.br"
      },
      {
        "name": "Eduardo Martins",
        "company": "Woodstock Discos",
        "email": "eduardo@woodstock.com.br"
      }
    ]
  },
  "metric_cards": {
    "block": {
      "id": "sales_numbers",
      "title": "Vendas",
      "width": 12,
      "kind": "metric_cards",
      "metrics": [
        {
          "id": "revenue",
          "title": "Receita",
          "definition": "Soma do total das faturas emitidas nos últimos 30 dias.",
          "format": {
            "type": "money",
            "currency": "BRL",
            "unit": null,
            "decimals": null
          },
          "better": "up"
        },
        {
          "id": "invoices",
          "title": "Faturas",
          "definition": "Quantidade de faturas emitidas nos últimos 30 dias.",
          "format": {
            "type": "number",
            "currency": null,
            "unit": null,
            "decimals": null
          },
          "better": "neither"
        }
      ]
    },
    "content": {
      "kind": "metric_cards",
      "values": {
        "revenue": 1234.56,
        "invoices": 7.0
      },
      "previous": {
        "revenue": 1100.0,
        "invoices": 9.0
      }
    },
    "fields": [],
    "rows": []
  },
  "chart": {
    "block": {
      "id": "sales_by_month",
      "title": "Receita por mês",
      "width": 12,
      "kind": "chart",
      "shape": "line",
      "x": {
        "field": "month",
        "title": "Mês",
        "type": "month"
      },
      "series": [
        {
          "field": "revenue",
          "title": "Receita"
        }
      ],
      "format": {
        "type": "money",
        "currency": "BRL",
        "unit": null,
        "decimals": null
      }
    },
    "content": {
      "kind": "chart",
      "rows": [
        {
          "month": "2026-08",
          "revenue": 931.5
        },
        {
          "month": "2026-09",
          "revenue": 1104.2
        },
        {
          "month": "2026-10",
          "revenue": null
        },
        {
          "month": "2026-11",
          "revenue": 1234.56
        }
      ]
    },
    "fields": [],
    "rows": []
  },
  "text": {
    "block": {
      "id": "summary",
      "title": "Resumo",
      "width": 12,
      "kind": "text"
    },
    "content": {
      "kind": "text",
      "markdown": "**Cinco clientes** no Brasil, três deles em São Paulo.\n\n- Embraer\n- Riotur"
    },
    "fields": [],
    "rows": []
  },
  "callout": {
    "block": {
      "id": "source_note",
      "title": "Sobre estes dados",
      "width": 12,
      "kind": "callout",
      "tone": "info",
      "markdown": "Datas deslocadas para que os últimos 30 dias tenham faturas."
    },
    "content": null,
    "fields": [],
    "rows": []
  },
  "action_buttons": {
    "block": {
      "id": "actions",
      "title": "Ações",
      "width": 12,
      "kind": "action_buttons",
      "buttons": [
        {
          "id": "change_world",
          "label": "Mudar o mundo",
          "tool": "crm.change_world",
          "arguments": {},
          "confirm": "Altera os dados da fonte de demonstração.",
          "look": "plain"
        }
      ]
    },
    "content": null,
    "fields": [],
    "rows": []
  }
};
