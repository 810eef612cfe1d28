"""The trash: who finds there what, and what may come back."""

from liveapps.writing.writes import Annotate, RestoreRow, TrashPanel
from tests.reading.asking import private_panel, reader
from tests.support.world import World
from tests.writing.asking import EMBRAER, RIOTUR, kept_row, remove


async def trash(world: World, panel: str, login: str = "ana", limit: int = 100) -> tuple[list[str], int]:
    found = await world.house.facade.trash(await reader(world, login), panel, "customers", limit)
    return [str(row.values["code"]) for row in found.rows], found.total


async def panels_in_trash(world: World, login: str) -> list[str]:
    return [one.title for one in await world.house.facade.trashed_panels(await world.person(login))]


async def test_removed_rows_are_in_the_trash_the_last_one_first_until_they_are_brought_back(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER, RIOTUR])
    first, last = (await world.row(panel, "C-1")).id, (await world.row(panel, "C-2")).id
    assert await trash(world, panel) == ([], 0)
    await world.write(remove(panel, first))
    world.clock.forward(minutes=1)
    await world.write(remove(panel, last))
    assert await trash(world, panel) == (["C-2", "C-1"], 2)
    assert await trash(world, panel, limit=1) == (["C-2"], 2)
    await world.write(RestoreRow(panel=panel, collection="customers", row=last))
    assert await trash(world, panel) == (["C-1"], 1)


async def test_the_private_rows_of_another_are_not_in_the_trash_either(world: World) -> None:
    await world.person("bia", "boss")
    panel = await private_panel(world)
    await world.write(remove(panel, await kept_row(world, panel, "ana", code="S-1")))
    assert await trash(world, panel, "ana") == (["S-1"], 1)
    assert await trash(world, panel, "bia") == ([], 0)


async def test_a_panel_in_the_trash_is_listed_for_those_who_may_bring_it_back(world: World) -> None:
    await world.person("bia", "boss")
    panel = await world.panel("ana")
    assert await panels_in_trash(world, "ana") == []
    await world.write(TrashPanel(panel=panel))
    listed = {login: await panels_in_trash(world, login) for login in ("ana", "bia", "caio")}
    assert listed == {"ana": ["Carteira"], "bia": ["Carteira"], "caio": []}


async def test_a_boss_does_not_learn_of_a_panel_that_only_its_owner_read(world: World) -> None:
    await world.person("bia", "boss")
    panel = await world.panel("ana", audience={"who": "only_me"})
    await world.write(TrashPanel(panel=panel))
    assert (await panels_in_trash(world, "ana"), await panels_in_trash(world, "bia")) == (["Carteira"], [])


async def test_a_note_on_my_row_names_the_row_for_as_long_as_it_is_there(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, "ana", code="C-1", company="Embraer")
    ana = await world.person("ana")
    await world.write(Annotate(panel=panel, collection="customers", row=row, text="Ligar"), "caio")
    (line,) = await world.house.facade.inbox(ana)
    assert (line.collection, line.row_title, line.notice.text) == ("customers", "Embraer", "Ligar")
    await world.write(remove(panel, row))
    (line,) = await world.house.facade.inbox(ana)
    assert (line.collection, line.row_title, line.notice.text) == (None, None, "Ligar")
