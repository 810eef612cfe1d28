"""A slice in words, as the screen says it back to people."""

from typing import Any

import pytest

from liveapps.panels.fields import Field
from liveapps.panels.origin import Locale
from liveapps.panels.slices import Slice
from liveapps.panels.slicing import check_slice, describe_slice

FIELDS = [
    Field.model_validate(field)
    for field in (
        {"id": "name", "title": "Nome", "type": "text"},
        {"id": "revenue", "title": "Receita", "type": "money", "currency": "BRL"},
        {"id": "share", "title": "Fatia", "type": "percent"},
        {"id": "since", "title": "Entrada", "type": "date"},
        {"id": "called", "title": "Chamada", "type": "datetime"},
        {"id": "active", "title": "Ativo", "type": "boolean"},
        {
            "id": "stage",
            "title": "Etapa",
            "type": "stage",
            "role": "stage",
            "options": [{"id": "novo", "title": "Novo"}, {"id": "ganho", "title": "Ganho"}],
        },
        {"id": "tags", "title": "Etiquetas", "type": "tags"},
    )
]
Condition = tuple[str, str] | tuple[str, str, Any]


def where(*conditions: Condition, **more: Any) -> Slice:
    names = ("field", "op", "value")
    cuts = [dict(zip(names, condition, strict=False)) for condition in conditions]
    return Slice.model_validate({"where": cuts, **more})


def words(slice: Slice, locale: Locale = "pt-BR") -> str:
    check_slice(slice, FIELDS)
    return describe_slice(slice, FIELDS, locale=locale, time_zone="America/Sao_Paulo")


@pytest.mark.parametrize(
    ("conditions", "brazilian", "english"),
    [
        ([("name", "is", "São Paulo")], "Nome é São Paulo", "Nome is São Paulo"),
        ([("name", "not_in", ["A", "B", "C"])], "Nome não é A, B nem C", "Nome is not A, B nor C"),
        ([("stage", "in", ["novo", "ganho"])], "Etapa é Novo ou Ganho", "Etapa is Novo or Ganho"),
        ([("revenue", "gt", 10000)], "Receita acima de R$ 10.000,00", "Receita above R$10,000.00"),
        ([("share", "gte", 5), ("share", "lte", 10)], "Fatia entre 5 % e 10 %", "Fatia between 5% and 10%"),
        ([("since", "lt", "2026-10-01")], "Entrada antes de 01/10/2026", "Entrada before Oct 1, 2026"),
        ([("called", "gt", "2026-10-01")], "Chamada depois de 01/10/2026", "Chamada after Oct 1, 2026"),
        ([("since", "is", {"days_ago": 1})], "Entrada é ontem", "Entrada is yesterday"),
        ([("since", "lt", {"days_ago": 90})], "Entrada antes de 90 dias atrás", "Entrada before 90 days ago"),
        (
            [("since", "gte", {"days_ago": 30}), ("since", "lte", {"days_ago": 0})],
            "Entrada nos últimos 30 dias",
            "Entrada in the last 30 days",
        ),
        (
            [("since", "lte", {"days_ago": -7}), ("since", "gte", {"days_ago": 0})],
            "Entrada nos próximos 7 dias",
            "Entrada in the next 7 days",
        ),
        ([("name", "is_empty")], "sem Nome", "no Nome"),
        (
            [("tags", "is", "VIP"), ("tags", "is_not", "b")],
            "Etiquetas com VIP, Etiquetas sem b",
            "Etiquetas with VIP, Etiquetas without b",
        ),
        ([("active", "is_not", True)], "exceto Ativo: sim", "except Ativo: yes"),
    ],
)
def test_a_condition_is_said_in_plain_words(conditions: list[Condition], brazilian: str, english: str) -> None:
    assert words(where(*conditions)) == brazilian
    assert words(where(*conditions), "en") == english


def test_a_whole_slice_is_one_fragment() -> None:
    sort = [{"field": "revenue", "descending": True}, {"field": "name"}]
    slice = where(("name", "is", "São Paulo"), sort=sort, group="stage", hidden=["tags", "since"], limit=5, search="x")
    assert words(slice) == (
        'Nome é São Paulo, contendo "x"; ordenado por Receita, do maior para o menor, depois por Nome, de A a Z; '
        "só as 5 primeiras linhas; agrupado por Etapa; sem as colunas Etiquetas e Entrada"
    )
    assert words(slice, "en") == (
        'Nome is São Paulo, containing "x"; sorted by Receita, largest first, then by Nome, A to Z; '
        "only the first 5 rows; grouped by Etapa; without the columns Etiquetas and Entrada"
    )


def test_one_hidden_column_is_said_in_the_singular_and_no_slice_is_all_rows() -> None:
    assert words(Slice(hidden=["name"])) == "sem a coluna Nome"
    assert words(Slice()) == "todas as linhas"
    assert words(Slice(), "en") == "all rows"
