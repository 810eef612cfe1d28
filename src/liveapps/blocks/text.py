"""text: prose in markdown, alive (an agent or a tool may rewrite it)."""

from typing import Literal

from .base import BlockBase, Example, Markdown, Model, SameDrawing, Traits


class TextBlock(BlockBase):
    kind: Literal["text"] = "text"


class TextContent(Model):
    kind: Literal["text"] = "text"
    markdown: Markdown


TRAITS = Traits(group="structure", holds="content", in_panel=SameDrawing())

EXAMPLE = Example(
    block={"kind": "text", "id": "summary", "title": "Resumo"},
    content={
        "kind": "text",
        "markdown": "**Cinco clientes** no Brasil, três deles em São Paulo.\n\n- Embraer\n- Riotur",
    },
)
