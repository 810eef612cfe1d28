"""Content of a block, read and checked against the block it is for."""

from typing import Any

from pydantic import ValidationError

from liveapps.blocks.catalogue import CONTENT, Block, Content, traits_of
from liveapps.blocks.chart import ChartBlock, ChartContent
from liveapps.blocks.metric_cards import MetricCardsBlock, MetricCardsContent
from liveapps.panels.errors import Refusal


def read_content(raw: Any) -> Content:
    """Raises Refusal `invalid_content` naming each place that is wrong."""
    try:
        return CONTENT.validate_python(raw)
    except ValidationError as wrong:
        problems = [
            {"at": ".".join(str(part) for part in one["loc"]), "problem": one["msg"]}
            for one in wrong.errors(include_url=False, include_context=False, include_input=False)
        ]
        raise Refusal(
            "invalid_content",
            f"The content is not valid: {problems[0]['at'] or 'content'}: {problems[0]['problem']}",
            "Mend the places named in facts.problems and send the whole content again.",
            problems=problems[:20],
        ) from None


def check_fits(block: Block, content: Content) -> None:
    """A block takes only content of its own kind, with the names it declares."""
    if traits_of(block).holds != "content" or block.kind != content.kind:
        raise Refusal(
            "invalid_content",
            f'Block "{block.id}" is a {block.kind} and does not take {content.kind} content.',
            "Send rows to its collection." if traits_of(block).holds == "rows" else f"Send {block.kind} content.",
            block=block.id,
            kind=block.kind,
            content=content.kind,
        )
    if isinstance(block, MetricCardsBlock) and isinstance(content, MetricCardsContent):
        _check_names(block.id, {metric.id for metric in block.metrics}, set(content.values) | set(content.previous))
    if isinstance(block, ChartBlock) and isinstance(content, ChartContent):
        known = {block.x.field, *(series.field for series in block.series)}
        _check_names(block.id, known, {name for row in content.rows for name in row})


def _check_names(block: str, known: set[str], given: set[str]) -> None:
    unknown = sorted(given - known)
    if unknown:
        raise Refusal(
            "invalid_content",
            f'Block "{block}" knows no "{unknown[0]}".',
            f"Use the names the block declares: {', '.join(sorted(known))}.",
            block=block,
            unknown=unknown,
            choices=sorted(known),
        )
