"""Any two moments of a panel can be compared, and a part of it brought back."""

import pytest

from liveapps.panels.errors import Refusal
from liveapps.people.policy import PersonReader
from liveapps.reading.views import Comparison
from liveapps.writing.writes import AddRow, MoveCard, PatchRow, RemoveRow, RestoreVersion
from tests.support.world import FIELDS, World

EMBRAER = {"code": "C-1", "company": "Embraer", "email": "a@embraer.com.br"}
RIOTUR = {"code": "C-2", "company": "Riotur", "email": "b@riotur.gov.br"}


async def compared(world: World, panel: str, one: int, other: int, login: str = "ana") -> Comparison:
    return await world.house.facade.compare(PersonReader(await world.person(login)), panel, one, other)


async def patched(world: World, panel: str, code: str, **values: str) -> int:
    row = await world.row(panel, code)
    return (await world.write(PatchRow(panel=panel, collection="customers", row=row.id, set=values))).version


async def test_two_versions_show_each_changed_row_before_and_after(world: World) -> None:
    panel = await world.panel()
    first = (await world.ship(panel, [EMBRAER, RIOTUR])).version
    await patched(world, panel, "C-1", next_step="Ligar")
    last = await patched(world, panel, "C-1", next_step="Visitar")
    await patched(world, panel, "C-2", next_step="Depois disto")
    found = await compared(world, panel, last, first)
    assert (found.older, found.newer, len(found.rows)) == (first, last, 1)
    change = found.rows[0]
    assert change.before is not None
    assert change.after is not None
    assert ("next_step" in change.before.values, change.after.values["next_step"]) == (False, "Visitar")


async def test_what_was_changed_and_changed_back_is_no_difference(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    first = await patched(world, panel, "C-1", next_step="Ligar")
    await patched(world, panel, "C-1", next_step="Visitar")
    row = await world.row(panel, "C-1")
    last = (
        await world.write(RestoreVersion(panel=panel, version=first, row=row.id), await world.origin("bia"))
    ).version
    assert (await compared(world, panel, first, last)).rows == []


async def test_rows_that_came_and_went_are_told_as_such(world: World) -> None:
    panel = await world.panel()
    first = (await world.ship(panel, [EMBRAER])).version
    row = await world.row(panel, "C-1")
    await world.write(RemoveRow(panel=panel, collection="customers", row=row.id))
    last = (await world.ship(panel, [RIOTUR])).version
    gone, new = sorted((await compared(world, panel, first, last)).rows, key=lambda one: one.before is None)
    assert (gone.row, gone.after, new.before) == (row.id, None, None)


async def test_private_rows_of_others_are_in_no_comparison(world: World) -> None:
    collection = {"id": "customers", "title": "C", "key": ["code"], "fields": FIELDS, "private_rows": True}
    panel = await world.panel(collections=[collection])
    first = (await world.write(AddRow(panel=panel, collection="customers", values={"code": "S-1"}), "ana")).version
    last = await patched(world, panel, "S-1", next_step="Segredo")
    assert len((await compared(world, panel, first, last, "ana")).rows) == 1
    assert (await compared(world, panel, first, last, "bia")).rows == []


async def test_a_version_that_is_not_there_is_refused(world: World) -> None:
    panel = await world.panel()
    with pytest.raises(Refusal) as refused:
        await compared(world, panel, 1, 99)
    assert (refused.value.code, refused.value.facts["version"]) == ("version_not_found", 99)


async def test_one_row_goes_back_and_the_others_stay(world: World) -> None:
    panel = await world.panel()
    first = (await world.ship(panel, [EMBRAER, RIOTUR])).version
    await patched(world, panel, "C-1", next_step="Ligar")
    await patched(world, panel, "C-2", next_step="Ligar")
    row = await world.row(panel, "C-1")
    await world.write(RestoreVersion(panel=panel, version=first, row=row.id))
    rows = await world.rows(panel)
    assert ("next_step" in rows["C-1"].values, rows["C-2"].values["next_step"]) == (False, "Ligar")


async def test_one_tab_goes_back_and_the_others_stay(world: World) -> None:
    lists = [{"id": name, "title": name, "key": ["code"], "fields": FIELDS} for name in ("customers", "leads")]
    tabs = [
        {"id": f"{name}_tab", "title": name, "blocks": [{"kind": "table", "id": f"{name}_grid", "of": name}]}
        for name in ("customers", "leads")
    ]
    panel = await world.panel(collections=lists, tabs=tabs)
    await world.write(AddRow(panel=panel, collection="customers", values={"code": "C-1"}))
    first = (await world.write(AddRow(panel=panel, collection="leads", values={"code": "L-1"}))).version
    moves = [("customers", "C-1"), ("leads", "L-1")]
    for collection, code in moves:
        row = (await world.rows(panel, collection=collection))[code]
        await world.write(MoveCard(panel=panel, collection=collection, row=row.id, stage="won"))
    await world.write(RestoreVersion(panel=panel, version=first, tab="leads_tab"))
    stages = [(await world.rows(panel, collection=collection))[code].stage for collection, code in moves]
    assert stages == ["won", None]


async def test_an_unknown_part_is_refused_and_nothing_goes_back(world: World) -> None:
    panel = await world.panel()
    first = (await world.ship(panel, [EMBRAER])).version
    await patched(world, panel, "C-1", next_step="Ligar")
    restore = RestoreVersion(panel=panel, version=first)
    for part, code in (({"tab": "nope"}, "tab_not_found"), ({"row": "nope"}, "row_not_found")):
        with pytest.raises(Refusal) as refused:
            await world.write(restore.model_copy(update=part))
        assert refused.value.code == code
    assert (await world.row(panel, "C-1")).values["next_step"] == "Ligar"
