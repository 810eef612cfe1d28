"""Over a limit a write is refused whole, with the limit, the count and the way out. Nothing is cut silently."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.limits import Limits
from liveapps.panels.template import read_template
from liveapps.writing.writes import CreatePanel, RestorePanel, RestoreRow, TrashPanel
from tests.support.world import AGENT, World, make_world, panel_template
from tests.writing.asking import add, kept_row, redesign, refused, remove


def list_of(count: int) -> list[dict[str, Any]]:
    return [{"code": f"C-{number}"} for number in range(count)]


def as_table(**changes: Any) -> list[dict[str, Any]]:
    return [{**panel_template()["collections"][0], "rows": "table", **changes}]


async def count(world: World, panel: str) -> int:
    return (await world.view(panel)).collections["customers"].count


async def shipped(world: World, panel: str, rows: int, **more: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        await world.ship(panel, list_of(rows), **more)
    return refusal.value


@pytest.fixture
async def small(tmp_path: Path) -> AsyncGenerator[World]:
    """A house where the limits are a configuration of its own."""
    made = await make_world(tmp_path / "small", limits=Limits(inline_rows=3, table_rows=5, panels_per_agent=2))
    yield made
    await made.running.close()


def test_the_limits_are_two_thousand_twenty_thousand_and_fifty() -> None:
    limits = Limits()
    assert (limits.inline_rows, limits.table_rows, limits.panels_per_agent) == (2_000, 20_000, 50)


async def test_the_row_after_two_thousand_inline_ones_is_refused(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, list_of(2_000))
    found = await refused(world, add(panel, code="one too many"))
    assert found.code == "rows_limit"
    assert found.facts == {"collection": "customers", "count": 2_001, "limit": 2_000, "mode": "inline"}
    assert "table" in found.next_step
    assert (await shipped(world, panel, 2_001)).facts["count"] == 2_001
    assert await count(world, panel) == 2_000


async def test_the_row_after_twenty_thousand_in_a_table_is_refused(world: World) -> None:
    panel = await world.panel(collections=as_table())
    await world.ship(panel, list_of(20_000))
    found = await refused(world, add(panel, code="one too many"))
    assert found.facts == {"collection": "customers", "count": 20_001, "limit": 20_000, "mode": "table"}
    assert (await shipped(world, panel, 20_001)).facts["count"] == 20_001
    assert await count(world, panel) == 20_000


async def test_a_list_over_the_limit_is_refused_whole(small: World) -> None:
    panel = await small.panel()
    assert (await shipped(small, panel, 4, mode="complete", declared_count=4)).code == "rows_limit"
    assert (await count(small, panel), (await small.view(panel)).version) == (0, 1)


async def test_rows_that_are_there_already_do_not_count_twice(small: World) -> None:
    panel = await small.panel()
    await small.ship(panel, list_of(3))
    assert (await small.ship(panel, list_of(3))).unchanged == 3
    with pytest.raises(Refusal) as refusal:
        await small.ship(panel, [{"code": "C-0"}, {"code": "new"}])
    assert refusal.value.facts["count"] == 4


async def test_the_trash_does_not_count_until_a_row_comes_back(small: World) -> None:
    panel = await small.panel()
    row = await kept_row(small, panel, code="C-0")
    await small.write(remove(panel, row))
    await small.ship(panel, [{"code": f"N-{number}"} for number in range(3)])
    found = await refused(small, RestoreRow(panel=panel, collection="customers", row=row))
    assert (found.code, found.facts["count"]) == ("rows_limit", 4)


async def test_a_long_list_cannot_be_redesigned_to_travel_whole(small: World) -> None:
    panel = await small.panel(collections=as_table())
    await small.ship(panel, list_of(5))
    found = await refused(small, redesign(panel))
    assert (found.code, found.facts["count"], found.facts["limit"]) == ("rows_limit", 5, 3)
    await small.write(redesign(panel, title="Outra", collections=as_table()))


async def test_the_panel_after_fifty_is_refused_with_guidance(world: World) -> None:
    template = read_template(panel_template())
    for number in range(50):
        await world.write(CreatePanel(panel=f"p{number}", agent=AGENT, template=template))
    found = await refused(world, CreatePanel(panel="one too many", agent=AGENT, template=template))
    assert (found.code, found.facts) == ("limit_reached", {"agent": AGENT, "count": 50, "limit": 50})
    assert "Trash" in found.next_step
    await world.write(TrashPanel(panel="p0"))
    await world.write(CreatePanel(panel="another", agent=AGENT, template=template))


async def test_a_panel_out_of_the_trash_counts_again(small: World) -> None:
    first, _ = await small.panel(), await small.panel()
    await small.write(TrashPanel(panel=first))
    await small.panel()
    found = await refused(small, RestorePanel(panel=first))
    assert (found.code, found.facts["count"], found.facts["limit"]) == ("limit_reached", 2, 2)


async def test_each_agent_has_its_own_fifty(small: World) -> None:
    template = read_template(panel_template())
    for number in range(2):
        await small.panel()
        await small.write(CreatePanel(panel=f"p{number}", agent="other", template=template))
