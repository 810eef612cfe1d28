"""callout: a short notice that is part of the template."""

from typing import Annotated, Literal

from pydantic import StringConstraints

from .base import BlockBase, Example, SameDrawing, Traits


class CalloutBlock(BlockBase):
    kind: Literal["callout"] = "callout"
    tone: Literal["info", "success", "warning", "danger"] = "info"
    markdown: Annotated[str, StringConstraints(min_length=1, max_length=4_000)]


TRAITS = Traits(group="static", holds="nothing", in_panel=SameDrawing())

EXAMPLE = Example(
    block={
        "kind": "callout",
        "id": "source_note",
        "title": "Sobre estes dados",
        "tone": "info",
        "markdown": "Datas deslocadas para que os últimos 30 dias tenham faturas.",
    },
)
