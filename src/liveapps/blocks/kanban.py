"""kanban: the rows of a collection as cards, one column per stage."""

from typing import Literal

from .base import Example, RowsBlock, SameDrawing, Slug, Traits


class KanbanBlock(RowsBlock):
    """Columns are the options of the collection's stage field, plus "No stage" for the others.

    Title, subtitle, value, due and owner come from the roles of the fields; `lines` adds fields
    below them.
    """

    kind: Literal["kanban"] = "kanban"
    lines: list[Slug] = []


TRAITS = Traits(group="rows", holds="rows", in_panel=SameDrawing())

EXAMPLE = Example(
    block={"kind": "kanban", "id": "customers_board", "title": "Carteira", "of": "customers"},
    fields=[
        {"id": "company", "title": "Empresa", "type": "text", "role": "title"},
        {"id": "city", "title": "Cidade", "type": "text", "role": "subtitle"},
        {"id": "revenue", "title": "Receita", "type": "money", "currency": "BRL", "role": "value"},
        {
            "id": "stage",
            "title": "Etapa",
            "type": "stage",
            "role": "stage",
            "belongs_to": "panel",
            "options": [
                {"id": "new", "title": "Novo"},
                {"id": "contacted", "title": "Contatado"},
                {"id": "negotiating", "title": "Negociando"},
                {"id": "won", "title": "Ganho"},
            ],
        },
    ],
    rows=[
        {"company": "Embraer", "city": "São José dos Campos", "revenue": 39.62, "stage": "negotiating"},
        {"company": "Riotur", "city": "Rio de Janeiro", "revenue": 1237.62, "stage": "new"},
        {"company": "Banco do Brasil", "city": "Brasília", "revenue": 37.62, "stage": None},
    ],
)
