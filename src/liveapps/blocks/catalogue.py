"""The closed list of kinds. A kind that is not here does not exist."""

from dataclasses import dataclass
from types import ModuleType
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from . import action_buttons, callout, card_grid, chart, kanban, metric_cards, table, text
from .action_buttons import ActionButtonsBlock
from .base import BlockBase, Example, Traits
from .callout import CalloutBlock
from .card_grid import CardGridBlock
from .chart import ChartBlock, ChartContent
from .kanban import KanbanBlock
from .metric_cards import MetricCardsBlock, MetricCardsContent
from .table import TableBlock
from .text import TextBlock, TextContent

Block = Annotated[
    TableBlock
    | KanbanBlock
    | CardGridBlock
    | MetricCardsBlock
    | ChartBlock
    | TextBlock
    | CalloutBlock
    | ActionButtonsBlock,
    Field(discriminator="kind"),
]
Content = Annotated[MetricCardsContent | ChartContent | TextContent, Field(discriminator="kind")]

BLOCK: TypeAdapter[Block] = TypeAdapter(Block)
CONTENT: TypeAdapter[Content] = TypeAdapter(Content)


@dataclass(frozen=True)
class Kind:
    name: str
    model: type[BlockBase]
    traits: Traits
    example: Example


def _kind(module: ModuleType, model: type[BlockBase]) -> Kind:
    return Kind(module.__name__.rsplit(".", 1)[-1], model, module.TRAITS, module.EXAMPLE)


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        _kind(table, TableBlock),
        _kind(kanban, KanbanBlock),
        _kind(card_grid, CardGridBlock),
        _kind(metric_cards, MetricCardsBlock),
        _kind(chart, ChartBlock),
        _kind(text, TextBlock),
        _kind(callout, CalloutBlock),
        _kind(action_buttons, ActionButtonsBlock),
    )
}


def traits_of(block: BlockBase) -> Traits:
    return KINDS[kind_of(block)].traits


def kind_of(block: BlockBase) -> str:
    name: Any = getattr(block, "kind", None)
    if name not in KINDS:
        raise LookupError(f"{type(block).__name__} is not in the catalogue")
    return str(name)
