"""Each part has its own age. A tab is as old as its oldest part and as well as its worst one."""

from datetime import datetime, timedelta
from typing import Any

from liveapps.blocks.text import TextContent
from liveapps.panels.instance import Status
from liveapps.panels.receipts import Receipt
from liveapps.writing.writes import MarkFailed, SetBlock
from tests.reading.asking import reader, tab
from tests.support.world import World, panel_template
from tests.writing.asking import EMBRAER, kept_row, patch

NOTES = ("first", "second", "third", "fourth")


def four_tabs() -> dict[str, Any]:
    tabs = [{"id": name, "title": name, "blocks": [{"kind": "text", "id": f"{name}_text"}]} for name in NOTES]
    return panel_template(tabs=tabs)


def one_tab(**changes: Any) -> dict[str, Any]:
    blocks = [{"kind": "text", "id": f"{name}_text"} for name in NOTES[:2]]
    return panel_template(tabs=[{"id": "main", "title": "Tudo", "blocks": blocks, **changes}])


async def collected(world: World, panel: str, name: str, status: Status = "complete") -> datetime:
    content = TextContent(markdown=name)
    await world.write(SetBlock(panel=panel, block=f"{name}_text", content=content, status=status))
    return world.clock.now()


async def failed(world: World, panel: str, name: str) -> Receipt:
    return await world.write(
        MarkFailed(panel=panel, targets=[f"{name}_text"], code="tool_timeout", message="Sem resposta")
    )


async def test_four_tabs_have_four_ages(world: World) -> None:
    panel = await world.panel(**four_tabs())
    expected: dict[str, datetime] = {}
    for name in NOTES:
        world.clock.forward(hours=5)
        expected[name] = await collected(world, panel, name)
    view = await world.view(panel)
    assert {one.id: one.oldest.collected_at for one in view.tabs if one.oldest} == expected
    assert len(set(expected.values())) == 4


async def test_a_tab_that_was_never_filled_has_no_age(world: World) -> None:
    panel = await world.panel(**four_tabs())
    await collected(world, panel, "first")
    view = await world.view(panel)
    assert [(one.oldest is None, one.status) for one in view.tabs] == [(False, "complete"), *[(True, None)] * 3]


async def test_a_tab_is_as_old_as_its_oldest_part(world: World) -> None:
    panel = await world.panel(**one_tab())
    old = await collected(world, panel, "first")
    world.clock.forward(days=1)
    await collected(world, panel, "second")
    oldest = (await tab(world, panel)).oldest
    assert oldest is not None
    assert oldest.collected_at == old


async def test_a_tab_is_as_well_as_its_worst_part(world: World) -> None:
    panel = await world.panel(**one_tab())
    seen: list[Status | None] = []
    await collected(world, panel, "first")
    await collected(world, panel, "second")
    seen.append((await tab(world, panel)).status)
    await collected(world, panel, "first", "partial")
    seen.append((await tab(world, panel)).status)
    await failed(world, panel, "second")
    seen.append((await tab(world, panel)).status)
    assert seen == ["complete", "partial", "error"]
    summary = (await world.house.facade.panels(await reader(world)))[0]
    assert summary.status == "error"


async def test_data_left_by_a_failure_is_as_old_as_it_was_over_two_failures(world: World) -> None:
    panel = await world.panel(**one_tab())
    good = await collected(world, panel, "first")
    world.clock.forward(hours=1)
    newer = await collected(world, panel, "second")
    for _ in range(2):
        world.clock.forward(hours=1)
        await failed(world, panel, "first")
    found = await tab(world, panel)
    assert found.oldest is not None
    assert (found.oldest.last_good_at, found.status) == (good, "error")
    assert good < newer


async def test_a_good_answer_after_failures_is_as_new_as_it_is(world: World) -> None:
    panel = await world.panel(**one_tab())
    await collected(world, panel, "first")
    await failed(world, panel, "first")
    world.clock.forward(hours=1)
    now = await collected(world, panel, "first")
    oldest = (await tab(world, panel)).oldest
    assert oldest is not None
    assert (oldest.collected_at, oldest.last_good_at, oldest.status) == (now, None, "complete")


async def test_a_failure_without_any_data_before_it_says_so(world: World) -> None:
    panel = await world.panel(**one_tab())
    await failed(world, panel, "first")
    oldest = (await tab(world, panel)).oldest
    assert oldest is not None
    assert (oldest.status, oldest.last_good_at) == ("error", None)


async def test_a_tab_is_stale_after_the_minutes_its_template_expects(world: World) -> None:
    refresh: dict[str, Any] = {"by": "agent", "prompt": "Resuma", "expect_minutes": 60}
    panel = await world.panel(**one_tab(refresh=refresh))
    await collected(world, panel, "first")
    world.clock.forward(minutes=60)
    assert (await tab(world, panel)).stale is False
    world.clock.forward(seconds=1)
    assert (await tab(world, panel)).stale is True


async def test_a_list_kept_by_hand_is_as_old_as_its_last_change(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    world.clock.forward(days=2)
    await world.write(patch(panel, row, company="Embraer"), "bia")
    oldest = (await tab(world, panel)).oldest
    assert oldest is not None
    assert (oldest.collected_at, oldest.triggered_by.name) == (world.clock.now(), "Bia")


async def test_an_edit_does_not_make_the_list_of_a_tool_look_newer(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    shipped = world.clock.now()
    world.clock.forward(days=2)
    await world.write(patch(panel, (await world.row(panel, "C-1")).id, company="x"))
    oldest = (await tab(world, panel)).oldest
    assert oldest is not None
    assert world.clock.now() - oldest.collected_at == timedelta(days=2)
    assert oldest.collected_at == shipped
