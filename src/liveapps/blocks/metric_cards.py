"""metric_cards: a few numbers, each with the definition of what it measures."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from .base import BlockBase, Example, Format, Label, Model, SameDrawing, Slug, Traits


class Metric(Model):
    """`definition` is shown on request. `better` tells which way is good, so that colour carries meaning."""

    id: Slug
    title: Label
    definition: Annotated[str, StringConstraints(min_length=1, max_length=600)]
    format: Format = Format()
    better: Literal["up", "down", "neither"] = "neither"


class MetricCardsBlock(BlockBase):
    kind: Literal["metric_cards"] = "metric_cards"
    metrics: Annotated[list[Metric], Field(min_length=1, max_length=12)]


class MetricCardsContent(Model):
    """`values` by metric id; `previous` holds the same metrics one period earlier, where known."""

    kind: Literal["metric_cards"] = "metric_cards"
    values: dict[Slug, float | None]
    previous: dict[Slug, float | None] = {}


TRAITS = Traits(group="numbers", holds="content", in_panel=SameDrawing())

EXAMPLE = Example(
    block={
        "kind": "metric_cards",
        "id": "sales_numbers",
        "title": "Vendas",
        "metrics": [
            {
                "id": "revenue",
                "title": "Receita",
                "definition": "Soma do total das faturas emitidas nos últimos 30 dias.",
                "format": {"type": "money", "currency": "BRL"},
                "better": "up",
            },
            {
                "id": "invoices",
                "title": "Faturas",
                "definition": "Quantidade de faturas emitidas nos últimos 30 dias.",
            },
        ],
    },
    content={
        "kind": "metric_cards",
        "values": {"revenue": 1234.56, "invoices": 7},
        "previous": {"revenue": 1100.0, "invoices": 9},
    },
)
