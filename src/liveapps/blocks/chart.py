"""chart: numbers drawn as lines, bars or slices."""

from typing import Annotated, Literal

from pydantic import Field

from .base import BlockBase, Example, Format, Label, Model, SameDrawing, Slug, Traits


class Axis(Model):
    field: Slug
    title: Label
    type: Literal["text", "number", "date", "month"] = "text"


class Series(Model):
    field: Slug
    title: Label


class ChartBlock(BlockBase):
    """The block says how to draw; its content brings plain rows. All series share one `format`."""

    kind: Literal["chart"] = "chart"
    shape: Literal["line", "bar", "stacked_bar", "pie"]
    x: Axis
    series: Annotated[list[Series], Field(min_length=1, max_length=12)]
    format: Format = Format()


class ChartContent(Model):
    """One object per point: the x field and one number (or null, a gap) per series."""

    kind: Literal["chart"] = "chart"
    rows: Annotated[list[dict[Slug, float | str | None]], Field(max_length=2_000)]


TRAITS = Traits(group="numbers", holds="content", in_panel=SameDrawing())

EXAMPLE = Example(
    block={
        "kind": "chart",
        "id": "sales_by_month",
        "title": "Receita por mês",
        "shape": "line",
        "x": {"field": "month", "title": "Mês", "type": "month"},
        "series": [{"field": "revenue", "title": "Receita"}],
        "format": {"type": "money", "currency": "BRL"},
    },
    content={
        "kind": "chart",
        "rows": [
            {"month": "2026-08", "revenue": 931.5},
            {"month": "2026-09", "revenue": 1104.2},
            {"month": "2026-10", "revenue": None},
            {"month": "2026-11", "revenue": 1234.56},
        ],
    },
)
