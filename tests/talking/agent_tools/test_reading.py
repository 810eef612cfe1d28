"""Finding and reading panels: counts with their whole, ages, row ids, pages; and never a private row."""

import json
from typing import Any

from liveapps.writing.writes import AddRow
from tests.support.world import World, panel_template

from .conftest import EMBRAER, RIOTUR, Use


def rows_of(data: str) -> list[list[Any]]:
    return [json.loads(line) for line in data.splitlines()]


async def test_panels_are_found_by_part_of_their_title_whatever_its_accents(world: World, use: Use) -> None:
    panel = await world.panel(title="Operação Sul")
    told = await use("find_panels", words="operacao")
    assert told.said.startswith("1 of the 1 panels here.")
    assert rows_of(told.data)[1] == [panel, "Operação Sul", "main", "customers", 1, True]


async def test_where_no_panel_fits_the_way_to_make_one_is_told(use: Use) -> None:
    told = await use("find_panels", words="nada")
    assert told.said == "None of the 0 panels here has a title like that. create_panel makes a new one."


async def test_an_overview_is_what_agents_read_of_the_panel_anywhere(world: World, use: Use) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER], mode="complete", declared_count=1)
    told = await use("read_panel", panel="Carteira")
    async with await world.client() as client:
        shown = (await client.get(f"/api/panels/{panel}/context")).text
    assert told.data in json.loads(shown) if shown.startswith('"') else told.data in shown


async def test_a_list_is_read_with_its_age_its_counts_and_the_ids_of_its_rows(world: World, use: Use) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER, RIOTUR], mode="complete", declared_count=2)
    where = [{"field": "revenue", "op": "gte", "value": 20}]
    told = await use("read_panel", panel=panel, collection="customers", slice={"where": where})
    columns, riotur = rows_of(told.data)
    assert "1 of 1 matching rows, 2 in all" in told.said
    assert "complete, 2 of 2" in told.said
    assert columns[0] == "row id"
    assert riotur[:3] == [(await world.row(panel, "C-2")).id, "C-2", "Riotur"]


async def test_a_list_is_read_in_pages_that_say_how_to_go_on(world: World, use: Use) -> None:
    panel = await world.panel()
    await world.ship(panel, [{"code": f"C-{place}", "company": "x"} for place in range(5)])
    first = await use("read_panel", panel=panel, collection="customers", limit=3)
    assert "3 of 5 matching rows" in first.said
    cursor = first.said.split('cursor "')[1].split('"')[0]
    second = await use("read_panel", panel=panel, collection="customers", limit=3, cursor=cursor)
    codes = [row[1] for told in (first, second) for row in rows_of(told.data)[1:]]
    assert codes == [f"C-{place}" for place in range(5)]


async def test_a_failed_refresh_is_told_with_the_time_of_the_rows(world: World, use: Use) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER], mode="complete", declared_count=1)
    world.clock.forward(hours=1)

    def broken() -> None:
        raise ValueError("no")

    world.functions._tools.pop("crm.list")  # pyright: ignore[reportPrivateUsage] the source fails from now on
    world.tool("crm.list", broken)
    told = await use("refresh_tab", panel=panel, tab="main")
    assert "could not be refreshed (tool_failed): what it had stays, marked" in told.said
    read = await use("read_panel", panel=panel, collection="customers")
    assert "failed; the rows are from" in read.said
    assert "Embraer" in read.data


async def test_a_private_row_is_neither_read_nor_counted_even_for_its_owner(world: World, use: Use) -> None:
    template: dict[str, Any] = {"collections": [{**panel_template()["collections"][0], "private_rows": True}]}
    panel = await world.panel(**template)
    await world.ship(panel, [EMBRAER])
    await world.write(AddRow(panel=panel, collection="customers", values={"code": "S-1", "company": "Segredo"}))
    told = await use("read_panel", panel=panel, collection="customers")
    assert "1 of 1 matching rows, 1 in all" in told.said
    assert "Segredo" not in told.data


async def test_a_title_that_fits_two_panels_is_refused_with_both(world: World, use: Use) -> None:
    await world.panel(title="Vendas Sul")
    await world.panel(title="Vendas Norte")
    told = await use("read_panel", panel="Vendas")
    assert told.said == "Refused (ambiguous_target). Name one of them by its id."
    assert "Vendas Sul" in told.data
    assert "Vendas Norte" in told.data


async def test_the_kinds_are_described_by_their_examples(use: Use) -> None:
    told = await use("describe_kinds", kinds=["chart", "hologram"])
    assert '"shape":"line"' in told.data
    assert "The kinds there are: table," in told.said
