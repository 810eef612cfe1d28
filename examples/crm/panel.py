"""The panel of the demo, as a template."""

from pathlib import Path
from typing import Any

STAGES = [
    {"id": "new", "title": "Novo", "colour": "blue"},
    {"id": "contacted", "title": "Contatado", "colour": "violet"},
    {"id": "negotiating", "title": "Negociando", "colour": "amber"},
    {"id": "won", "title": "Ganho", "colour": "green"},
]
USD = {"type": "money", "currency": "USD"}
COUNTED = {"kind": "structured", "path": "rows", "total": "total", "truncated": "truncated"}


def commercial_panel(
    customer_fields: list[dict[str, Any]],
    invoice_fields: list[dict[str, Any]],
    country_fields: list[dict[str, Any]],
    weeks_moved: int,
    repository: Path | None,
) -> dict[str, Any]:
    """The fields are those the source declares for its rows."""
    stage = {"id": "stage", "title": "Etapa", "type": "stage", "role": "stage", "options": STAGES}
    next_step = {"id": "next_step", "title": "Próximo passo", "type": "text", "belongs_to": "panel"}
    collections: list[dict[str, Any]] = [
        {
            "id": "customers",
            "title": "Clientes",
            "key": ["customer_id"],
            "fields": [*customer_fields, stage, next_step],
        },
        {"id": "invoices", "title": "Faturas", "rows": "table", "key": ["invoice_id"], "fields": invoice_fields},
        {"id": "countries", "title": "Países", "key": ["country"], "fields": country_fields},
    ]
    tabs = [_customers(), _sales(weeks_moved), _invoices(), _countries()]
    if repository is not None:
        collections.append(_commits())
        tabs.append(_code(repository))
    return {"title": "Carteira comercial", "semantics": "sync", "collections": collections, "tabs": tabs}


def _customers() -> dict[str, Any]:
    return {
        "id": "customers_tab",
        "title": "Clientes",
        "refresh": {
            "by": "tool",
            "tool": "crm.list_customers",
            "arguments": {"country": "Brazil"},
            "into": [{"target": "customers", "extract": COUNTED, "mode": "complete"}],
            "expect_minutes": 60,
        },
        "blocks": [
            {
                "kind": "action_buttons",
                "id": "demo_actions",
                "title": "Demonstração",
                "buttons": [
                    {
                        "id": "change_world",
                        "label": "Mudar o mundo",
                        "tool": "crm.change_world",
                        "look": "primary",
                    }
                ],
            },
            {"kind": "kanban", "id": "customers_board", "title": "Quadro", "of": "customers", "lines": ["email"]},
            {
                "kind": "table",
                "id": "customers_table",
                "title": "Tabela",
                "of": "customers",
                "columns": ["company", "stage", "next_step", "email", "city", "state", "revenue", "last_invoice"],
            },
        ],
    }


def _sales(weeks_moved: int) -> dict[str, Any]:
    metrics: list[tuple[str, str, str, dict[str, str], str]] = [
        ("revenue", "Receita", "Soma do total das faturas emitidas no período de 12 meses.", USD, "up"),
        ("invoices", "Faturas", "Quantidade de faturas emitidas no período de 12 meses.", {}, "up"),
        ("average_ticket", "Ticket médio", "Receita dividida pela quantidade de faturas.", USD, "up"),
        ("customers", "Clientes ativos", "Clientes com ao menos uma fatura no período.", {}, "up"),
    ]
    return {
        "id": "sales_tab",
        "title": "Vendas",
        "refresh": {
            "by": "tool",
            "tool": "crm.sales_by_month",
            "arguments": {"months": 12},
            "into": [
                {
                    "target": "sales_numbers",
                    "extract": {"kind": "structured", "path": "metrics"},
                    "previous": {"kind": "structured", "path": "previous"},
                },
                {"target": "sales_chart", "extract": {"kind": "structured", "path": "rows"}},
            ],
            "expect_minutes": 24 * 60,
        },
        "blocks": [
            {
                "kind": "metric_cards",
                "id": "sales_numbers",
                "title": "Últimos 12 meses",
                "metrics": [
                    {"id": name, "title": title, "definition": said, "format": shown, "better": better}
                    for name, title, said, shown, better in metrics
                ],
            },
            {
                "kind": "chart",
                "id": "sales_chart",
                "title": "Receita por mês",
                "shape": "bar",
                "x": {"field": "month", "title": "Mês", "type": "month"},
                "series": [{"field": "revenue", "title": "Receita"}],
                "format": USD,
                "width": 8,
            },
            {
                "kind": "callout",
                "id": "source_note",
                "title": "Sobre estes dados",
                "markdown": (
                    "Base de demonstração **Chinook**, em dólares. As datas das faturas foram adiantadas em "
                    f"{weeks_moved} semanas, para que os últimos dias tenham movimento."
                ),
                "width": 4,
            },
        ],
    }


def _invoices() -> dict[str, Any]:
    return {
        "id": "invoices_tab",
        "title": "Faturas",
        "refresh": {
            "by": "tool",
            "tool": "crm.list_invoices",
            "arguments": {"days": 3660},
            "into": [{"target": "invoices", "extract": COUNTED, "mode": "complete"}],
            "expect_minutes": 24 * 60,
        },
        "blocks": [
            {
                "kind": "table",
                "id": "invoices_table",
                "title": "Faturas",
                "of": "invoices",
                "sort": [{"field": "date", "descending": True}],
            }
        ],
    }


def _countries() -> dict[str, Any]:
    return {
        "id": "countries_tab",
        "title": "Países",
        "refresh": {
            "by": "tool",
            "tool": "crm.sales_by_country",
            "into": [{"target": "countries", "extract": COUNTED, "mode": "complete"}],
            "expect_minutes": 24 * 60,
        },
        "blocks": [
            {
                "kind": "card_grid",
                "id": "countries_cards",
                "title": "Vendas por país",
                "of": "countries",
                "lines": ["customers", "invoices"],
            }
        ],
    }


def _commits() -> dict[str, Any]:
    return {
        "id": "commits",
        "title": "Commits",
        "rows": "table",
        "key": ["commit"],
        "fields": [
            {"id": "message", "title": "Mensagem", "type": "text", "role": "title"},
            {"id": "author", "title": "Autor", "type": "person", "role": "owner"},
            {"id": "date", "title": "Data", "type": "datetime"},
            {"id": "commit", "title": "Commit", "type": "text"},
        ],
    }


def _code(repository: Path) -> dict[str, Any]:
    return {
        "id": "code_tab",
        "title": "Código",
        "refresh": {
            "by": "tool",
            "tool": "git.git_log",
            "arguments": {"repo_path": str(repository), "max_count": 200},
            "into": [{"target": "commits", "extract": {"kind": "parser", "parser": "git_log"}}],
        },
        "blocks": [
            {
                "kind": "table",
                "id": "commits_table",
                "title": "Commits",
                "of": "commits",
                "sort": [{"field": "date", "descending": True}],
            }
        ],
    }
