"""table: the rows of a collection as a grid."""

from typing import Literal

from .base import Example, RowsBlock, SameDrawing, Slug, Sort, Traits


class TableBlock(RowsBlock):
    """`columns` chooses and orders the fields shown; empty shows all of them in the collection's order."""

    kind: Literal["table"] = "table"
    columns: list[Slug] = []
    sort: list[Sort] = []


TRAITS = Traits(group="rows", holds="rows", in_panel=SameDrawing())

EXAMPLE = Example(
    block={"kind": "table", "id": "customers_table", "title": "Clientes", "of": "customers"},
    fields=[
        {"id": "company", "title": "Empresa", "type": "text", "role": "title"},
        {"id": "city", "title": "Cidade", "type": "text", "role": "subtitle"},
        {"id": "revenue", "title": "Receita", "type": "money", "currency": "BRL", "role": "value"},
        {"id": "last_invoice", "title": "Última fatura", "type": "date"},
    ],
    rows=[
        {"company": "Embraer", "city": "São José dos Campos", "revenue": 39.62, "last_invoice": "2026-11-12"},
        {"company": "Woodstock Discos", "city": "São Paulo", "revenue": 37.62, "last_invoice": "2026-10-30"},
        {"company": "Riotur", "city": "Rio de Janeiro", "revenue": 1237.62, "last_invoice": "2026-09-01"},
    ],
)
