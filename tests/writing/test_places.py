"""Cards stand where they are put, however many are put into one gap, and going back finds them where they were."""

from liveapps.writing.writes import RestoreVersion
from tests.support.world import World
from tests.writing.asking import back_to, kept_row, move


async def placed(world: World, panel: str, *codes: str) -> dict[str, str]:
    """Cards in one column, from top to bottom."""
    rows: dict[str, str] = {}
    for code in codes:
        rows[code] = await kept_row(world, panel, code=code)
        await world.write(move(panel, rows[code], "new"))
    return rows


async def places(world: World, panel: str) -> dict[str, float]:
    return {code: row.position for code, row in (await world.rows(panel)).items()}


async def test_a_hundred_cards_put_into_one_gap_all_find_room(world: World) -> None:
    """Each goes right above the last one: halving a gap a hundred times exhausts any float."""
    panel = await world.panel()
    rows = await placed(world, panel, "top", *(f"C-{number:03}" for number in range(100)), "low")
    for number in range(100):
        await world.write(move(panel, rows[f"C-{number:03}"], "new", before=rows["low"]))
    assert list(await world.rows(panel)) == ["top", *(f"C-{number:03}" for number in range(100)), "low"]


async def test_going_back_finds_every_card_where_it_was_also_when_all_had_to_make_room(world: World) -> None:
    panel = await world.panel()
    rows = await placed(world, panel, "a", "b", "c", "d", "e")
    await world.write(move(panel, rows["c"], "new", before=rows["b"]))
    seen = (await world.view(panel)).version
    await world.write(move(panel, rows["c"], "won"))
    await world.write(move(panel, rows["d"], "new", before=rows["b"]))
    await world.write(RestoreVersion(panel=panel, version=seen, row=rows["c"]))
    then, crowded = (await world.view(panel)).version, await places(world, panel)
    assert crowded["c"] == crowded["d"], "two cards at one place leave no room between them"

    receipt = await world.write(move(panel, rows["e"], "new", before=rows["d"]))
    assert list(await world.rows(panel)) == ["a", "c", "e", "d", "b"]
    assert receipt.changed == [rows["e"]]
    await world.write(back_to(panel, then))
    assert await places(world, panel) == crowded
