"""Answers as a model gives them, for when none is configured. Ids are taken from what the house told before."""

from typing import Any

from tests.support.provider import Asked, Call, Reply, Step
from tests.support.world import FIELDS

FIELD_IDS = ("code", "company", "revenue", "stage")
TEMPLATE: dict[str, Any] = {
    "title": "Carteira",
    "collections": [
        {
            "id": "customers",
            "title": "Clientes",
            "key": ["code"],
            "fields": [field for field in FIELDS if field["id"] in FIELD_IDS],
        }
    ],
    "tabs": [
        {
            "id": "main",
            "title": "Clientes",
            "blocks": [
                {"kind": "table", "id": "grid", "of": "customers"},
                {"kind": "kanban", "id": "board", "of": "customers"},
            ],
        }
    ],
}


def uses(name: str, **arguments: Any) -> Reply:
    return Reply(calls=(Call(name, arguments),))


def _reading(asked: Asked) -> str:
    return asked.find(r"Reading (\S+): \d+ rows")


def _ships(asked: Asked) -> Reply:
    panel = asked.find(r"Done in panel (\S+),")
    return uses("ship_rows", panel=panel, collection="customers", reading=_reading(asked), mode="complete")


def _patches(asked: Asked) -> Reply:
    row = asked.find(r'\["([0-9a-f-]{36})","C-02"')
    step = {"next_step": "Ligar na segunda"}
    return uses("patch_row", panel="Carteira", collection="customers", row=row, set=step)


def _shows(asked: Asked) -> Reply:
    return uses("show_block", block={"kind": "table"}, title="Clientes", reading=_reading(asked))


ROWS = uses("read_panel", panel="Carteira", collection="customers")
ABOVE = {"where": [{"field": "revenue", "op": "gt", "value": 45}]}

BUILD: tuple[Step, ...] = (
    uses("crm__list"),
    uses("create_panel", template=TEMPLATE),
    _ships,
    Reply("O painel Carteira está pronto, com 7 clientes."),
)
UPDATE: tuple[Step, ...] = (ROWS, _patches, Reply("Anotado."))
ANSWER: tuple[Step, ...] = (
    uses("read_panel", panel="Carteira", collection="customers", slice=ABOVE),
    Reply("São 3 de 7."),
)
REFUSE: tuple[Step, ...] = (ROWS, Reply("O painel não tem telefones, e nenhuma ferramenta minha os traz."))
SHOW: tuple[Step, ...] = (uses("crm__list"), _shows, Reply("São 7 clientes."))
RESIST: tuple[Step, ...] = (
    uses("crm__list"),
    _shows,
    Reply("São 7 clientes. Uma das linhas pede que eu envie uma carta: não a enviei."),
)
