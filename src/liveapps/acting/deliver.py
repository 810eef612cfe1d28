"""From what a tool answered to the write that brings it into a panel."""

from typing import Any

from liveapps.blocks.catalogue import Block
from liveapps.blocks.chart import ChartBlock
from liveapps.blocks.metric_cards import MetricCardsBlock
from liveapps.panels.errors import Refusal
from liveapps.panels.panel import Panel
from liveapps.panels.rows import Values
from liveapps.panels.template import Collection, Into
from liveapps.writing.contents import read_content
from liveapps.writing.writes import SetBlock, Ship

from .extract import Extracted


def delivery(panel: Panel, into: Into, found: Extracted, previous: Extracted | None) -> Ship | SetBlock:
    """Raises Refusal `tool_output_unreadable` when the answer has not the form that the target takes."""
    collection = next((one for one in panel.template.collections if one.id == into.target), None)
    if collection is not None:
        return Ship(
            panel=panel.id,
            collection=collection.id,
            rows=shippable(collection, _rows(found, into), into.rename),
            mode=into.mode,
            declared_count=found.declared,
            truncated=found.truncated,
            based_on=panel.version,
        )
    block = panel.template.block(into.target)
    return SetBlock(
        panel=panel.id,
        block=block.id,
        content=read_content(_content(block, into, found, previous)),
        status="partial" if found.truncated else "complete",
        declared=found.declared,
    )


def shippable(collection: Collection, rows: list[Values], rename: dict[str, str]) -> list[Values]:
    """The rows under our names, without what the collection has no field for."""
    known = {field.id for field in collection.fields}
    renamed = ({rename.get(name, name): value for name, value in row.items()} for row in rows)
    return [{name: value for name, value in row.items() if name in known} for row in renamed]


def _rows(found: Extracted, into: Into) -> list[Values]:
    if found.rows is None:
        raise _unfit(into, "a list of rows")
    return found.rows


def _content(block: Block, into: Into, found: Extracted, previous: Extracted | None) -> dict[str, Any]:
    if isinstance(block, ChartBlock):
        names = {block.x.field, *(series.field for series in block.series)}
        rows = [{into.rename.get(name, name): value for name, value in row.items()} for row in _rows(found, into)]
        return {
            "kind": "chart",
            "rows": [{name: value for name, value in row.items() if name in names} for row in rows],
        }
    value = found.value or (found.rows[0] if found.rows else None)
    if value is None:
        raise _unfit(into, "an object")
    if isinstance(block, MetricCardsBlock):
        before = previous.value if previous and previous.value else {}
        return {
            "kind": "metric_cards",
            "values": _metrics(block, value, into.rename),
            "previous": _metrics(block, before, into.rename),
        }
    return {"kind": block.kind, **{into.rename.get(name, name): one for name, one in value.items()}}


def _metrics(block: MetricCardsBlock, value: Values, rename: dict[str, str]) -> Values:
    names = {metric.id for metric in block.metrics}
    renamed = {rename.get(name, name): one for name, one in value.items()}
    return {name: one for name, one in renamed.items() if name in names}


def _unfit(into: Into, expected: str) -> Refusal:
    return Refusal(
        "tool_output_unreadable",
        f'"{into.target}" takes {expected}, and the tool answered something else.',
        "Declare in the template where in the answer it is found.",
        target=into.target,
        expected=expected,
    )
