"""card_grid: the rows of a collection as cards in a grid, without stages."""

from typing import Literal

from .base import Example, RowsBlock, SameDrawing, Slug, Traits


class CardGridBlock(RowsBlock):
    """Cards take title, subtitle, value, image and link from the roles of the fields; `lines` adds fields."""

    kind: Literal["card_grid"] = "card_grid"
    lines: list[Slug] = []


TRAITS = Traits(group="rows", holds="rows", in_panel=SameDrawing())

EXAMPLE = Example(
    block={"kind": "card_grid", "id": "contacts", "title": "Contatos", "of": "people", "lines": ["email"]},
    fields=[
        {"id": "name", "title": "Nome", "type": "text", "role": "title"},
        {"id": "company", "title": "Empresa", "type": "text", "role": "subtitle"},
        {"id": "email", "title": "E-mail", "type": "email"},
    ],
    rows=[
        {"name": "Luís Gonçalves", "company": "Embraer", "email": "luisg@embraer.com.br"},
        {"name": "Eduardo Martins", "company": "Woodstock Discos", "email": "eduardo@woodstock.com.br"},
    ],
)
