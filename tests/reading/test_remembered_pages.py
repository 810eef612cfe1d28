"""A page is remembered for as long as its panel keeps its version, and for those alone who may see it."""

from typing import Any

import pytest

from liveapps.blocks.base import Condition
from liveapps.panels.errors import Refusal
from liveapps.panels.slices import Slice
from liveapps.reading.remembered import LARGEST, MOST_BYTES, Remembered
from tests.reading.asking import private_panel, reader
from tests.support.world import World
from tests.writing.asking import EMBRAER, kept_row, move, patch, redesign


async def seen(world: World, panel: str, login: str = "ana", **asked: Any) -> bytes:
    found = world.house.facade.rows_json(
        await reader(world, login), panel, "customers", Slice(**asked), 50, None, sums=True
    )
    return await found


async def test_a_page_asked_for_again_has_what_anyone_changed_since(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    row = await world.row(panel, "C-1")
    pages = [await seen(world, panel), await seen(world, panel)]
    await world.write(move(panel, row.id, "talking"), "ana")
    pages.append(await seen(world, panel))
    await world.write(patch(panel, row.id, company="Embraer S.A."), "carla")
    pages.append(await seen(world, panel))
    await world.ship(panel, [{**EMBRAER, "revenue": 77}])
    pages.append(await seen(world, panel))
    assert pages[0] == pages[1]
    assert b"talking" not in pages[1]
    assert b"talking" in pages[2]
    assert b"Embraer S.A." in pages[3]
    assert b"77" in pages[4]


async def test_a_page_of_one_person_is_not_given_to_another(world: World) -> None:
    panel = await private_panel(world)
    await world.ship(panel, [EMBRAER])
    await kept_row(world, panel, code="S-1", company="Segredo")
    assert b"Segredo" in await seen(world, panel, "ana")
    assert b"Segredo" not in await seen(world, panel, "carla")
    assert b"Segredo" in await seen(world, panel, "ana")


async def test_a_page_about_recent_days_is_not_that_of_another_day(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [{**EMBRAER, "due": "2026-11-30"}])
    recent = [Condition(field="due", op="gte", value={"days_ago": 1})]
    assert b"Embraer" in await seen(world, panel, where=recent)
    world.clock.forward(days=3)
    assert b"Embraer" not in await seen(world, panel, where=recent)


async def test_who_may_no_longer_see_a_panel_gets_no_remembered_page(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    await seen(world, panel, "carla")
    await world.write(redesign(panel, audience={"who": "only_me"}), "ana")
    with pytest.raises(Refusal) as refused:
        await seen(world, panel, "carla")
    assert refused.value.code == "panel_not_found"


def test_what_is_remembered_is_bounded() -> None:
    remembered = Remembered()
    for number in range(40):
        remembered.keep(number, bytes(LARGEST))
    remembered.keep("too large", bytes(LARGEST + 1))
    kept = [number for number in range(40) if remembered.get(number)]
    assert kept == list(range(40 - MOST_BYTES // LARGEST, 40))
    assert remembered.get("too large") is None


async def test_a_panel_opened_again_has_what_anyone_changed_since_and_each_their_own(world: World) -> None:
    panel = await private_panel(world)
    await world.ship(panel, [EMBRAER])
    await kept_row(world, panel, code="S-1", company="Segredo")
    opened = world.house.facade.panel_json
    for _ in range(2):
        assert b"Segredo" in await opened(await reader(world, "ana"), panel)
        assert b"Segredo" not in await opened(await reader(world, "carla"), panel)
    await world.ship(panel, [{**EMBRAER, "company": "Embraer S.A."}])
    assert b"Embraer S.A." in await opened(await reader(world, "carla"), panel)
