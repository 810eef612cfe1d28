"""A CSV for people: opens in a spreadsheet with accents and decimals, and nothing in it runs."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from liveapps.panels.limits import Limits
from liveapps.panels.origin import Locale
from liveapps.panels.slices import Slice
from liveapps.reading.export import harmless
from tests.reading.asking import reader
from tests.support.world import FIELDS, World, make_world, panel_template
from tests.writing.asking import kept_row, redesign

SEPARATOR: dict[Locale, str] = {"pt-BR": ";", "en": ","}


async def exported(world: World, panel: str, locale: Locale = "pt-BR", **asked: Any) -> tuple[str, bytes]:
    found = Slice.model_validate(asked)
    return await world.house.facade.export(await reader(world), panel, "customers", found, locale)


def cells(body: bytes, locale: Locale = "pt-BR") -> list[list[str]]:
    return list(csv.reader(io.StringIO(body.decode("utf-8-sig"), newline=""), delimiter=SEPARATOR[locale]))


async def test_a_spreadsheet_is_told_the_encoding_and_gets_the_separator_of_its_language(world: World) -> None:
    panel = await world.panel()
    await kept_row(world, panel, company="São João", revenue=1234.5, due="2026-12-01")
    _, portuguese = await exported(world, panel)
    _, english = await exported(world, panel, "en")
    assert portuguese.startswith(b"\xef\xbb\xbf")
    assert cells(portuguese) == [
        ["Código", "Empresa", "E-mail", "Receita", "Prazo", "Próximo passo", "Etapa"],
        ["C-1", "São João", "", "R$ 1.234,50", "01/12/2026", "", ""],
    ]
    assert cells(english, "en")[1] == ["C-1", "São João", "", "R$1,234.50", "Dec 1, 2026", "", ""]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1"])
def test_a_formula_becomes_text(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("text", ["1+1=2", "a@b.co", "São João", "'=1", ""])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert harmless(text) == text


async def test_no_cell_and_no_heading_runs_as_a_formula(world: World) -> None:
    fields: list[dict[str, Any]] = [
        {"id": "code", "title": "=cmd|'/C calc'!A0", "type": "text"},
        {"id": "note", "title": "Nota", "type": "long_text"},
        {"id": "tags", "title": "@tags", "type": "tags"},
        {"id": "phone", "title": "Telefone", "type": "phone"},
        {"id": "stage", "title": "Etapa", "type": "stage", "role": "stage", "options": [{"id": "a", "title": "=A"}]},
    ]
    panel = await world.panel(collections=[{**panel_template()["collections"][0], "fields": fields}])
    await world.ship(
        panel, [{"code": "=1+1", "note": "-2+3", "tags": ["=x", "y"], "phone": "+55 11 91234-5678", "stage": "a"}]
    )
    _, body = await exported(world, panel)
    for cell in (cell for line in cells(body) for cell in line):
        assert not cell.startswith(("=", "+", "-", "@")), cell
    assert cells(body)[1][0] == "'=1+1"


async def test_a_number_below_zero_stays_a_number(world: World) -> None:
    panel = await world.panel()
    await kept_row(world, panel, revenue=-5)
    assert cells((await exported(world, panel))[1])[1][3] == "-R$ 5,00"


async def test_text_left_in_a_field_that_became_a_number_does_not_run(world: World) -> None:
    panel = await world.panel()
    await kept_row(world, panel, next_step="=1+1")
    fields = [{**one, "type": "number"} if one["id"] == "next_step" else one for one in FIELDS]
    await world.write(redesign(panel, collections=[{**panel_template()["collections"][0], "fields": fields}]))
    assert cells((await exported(world, panel))[1])[1][5] == "'=1+1"


async def test_line_breaks_quotes_and_separators_stay_in_their_cell(world: World) -> None:
    panel = await world.panel()
    await kept_row(world, panel, company='a;b,"c"\nd', next_step=";")
    for locale in SEPARATOR:
        line = cells((await exported(world, panel, locale))[1], locale)[1]
        assert (line[1], line[5]) == ('a;b,"c"\nd', ";")


async def test_an_export_has_the_rows_and_the_order_that_were_asked_for(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [{"code": f"C-{number}", "revenue": number} for number in range(5)])
    asked: dict[str, Any] = {
        "where": [{"field": "revenue", "op": "gte", "value": 2}],
        "sort": [{"field": "revenue", "descending": True}],
        "hidden": ["email", "due", "next_step", "stage", "company"],
    }
    found = cells((await exported(world, panel, **asked))[1])
    assert found == [["Código", "Receita"], *[[f"C-{n}", f"R$ {n},00"] for n in (4, 3, 2)]]


async def test_an_export_has_every_row_however_many_a_list_may_have(tmp_path: Path) -> None:
    world = await make_world(tmp_path, limits=Limits(table_rows=30_000))
    fields = [{"id": "code", "title": "Código", "type": "text"}]
    tabs = [{"id": "main", "title": "x", "blocks": [{"kind": "table", "id": "grid", "of": "customers"}]}]
    table = {"id": "customers", "title": "Clientes", "rows": "table", "key": ["code"], "fields": fields}
    panel = await world.panel(collections=[table], tabs=tabs)
    await world.ship(panel, [{"code": f"C-{number}"} for number in range(20_001)])
    body = (await exported(world, panel))[1]
    await world.running.close()
    assert len(body.splitlines()) == 1 + 20_001


async def test_the_file_is_named_after_panel_list_and_day_in_plain_letters(world: World) -> None:
    panel = await world.panel(title="Carteira São João / ../x")
    name, _ = await exported(world, panel)
    assert name == "carteira-sao-joao--x-clientes-2026-11-30.csv"
    world.clock.at = world.clock.at.replace(hour=1)
    assert (await exported(world, panel))[0].endswith("2026-11-29.csv")
