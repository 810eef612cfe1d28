"""By no way do two rows get one key: it is refused like any other mistake, and everything stays as it was."""

from typing import Any

from liveapps.writing.writes import RestoreVersion, SettleSuggestion
from tests.support.world import World, panel_template
from tests.writing.asking import kept_row, patch, redesign, refused

BY_HAND: list[dict[str, Any]] = [{**panel_template()["tabs"][0], "refresh": None}]


def customers(**changes: Any) -> dict[str, Any]:
    return {"collections": [{**panel_template()["collections"][0], **changes}], "tabs": BY_HAND}


async def test_a_suggested_key_that_another_row_took_meanwhile_is_not_accepted(world: World) -> None:
    panel = await world.panel()
    first, second = await kept_row(world, panel, code="C-1"), await kept_row(world, panel, code="C-2")
    await world.write(patch(panel, first, code="C-3"), world.agent_origin())
    await world.write(patch(panel, second, code="C-3"))
    before = await world.view(panel)
    accepted = SettleSuggestion(panel=panel, collection="customers", row=first, field="code", accept=True)
    assert (await refused(world, accepted)).code == "duplicate_key"
    assert await world.view(panel) == before


async def test_a_row_does_not_go_back_to_a_key_that_another_row_has_by_now(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, code="C-1")
    then = (await world.view(panel)).version
    await world.write(patch(panel, row, code="C-2"))
    await kept_row(world, panel, code="C-1")
    before = await world.view(panel)
    assert (await refused(world, RestoreVersion(panel=panel, version=then, row=row))).code == "duplicate_key"
    assert await world.view(panel) == before


async def test_a_hidden_row_that_let_go_of_its_key_is_told_so_and_takes_another(world: World) -> None:
    """A redesign by somebody else made two rows alike that only their owner sees."""
    panel = await world.panel(**customers(private_rows=True))
    rows = [await kept_row(world, panel, code=code, company="Embraer") for code in ("C-1", "C-2")]
    await world.write(redesign(panel, **customers(private_rows=True, key=["company"])), "bia")
    found = await refused(world, patch(panel, rows[1], next_step="Ligar"))
    assert found.code == "duplicate_key"
    await world.write(patch(panel, rows[1], company="Riotur", next_step="Ligar"))
    assert (await world.row(panel, "C-2")).values["next_step"] == "Ligar"
