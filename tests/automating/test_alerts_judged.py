"""Alerts that stand otherwise though nobody wrote: a wait is over, or a day."""

from typing import Any

import pytest

from liveapps.automating.alerts import Judging
from liveapps.panels.jobs import JudgeAlerts
from liveapps.ports import PanelChanged
from liveapps.writing.writes import RestorePanel, TrashPanel
from tests.automating.working import until
from tests.support.world import World
from tests.writing.alarming import RULE, jobs, many, standing, told, watched
from tests.writing.asking import remove

LATE: dict[str, Any] = {**RULE, "threshold": 0, "where": [{"field": "due", "op": "lt", "value": {"days_ago": 0}}]}


async def judge(world: World, panel: str) -> None:
    house = world.house
    await Judging(world.running.store, house.wakeup, house.clock, house.ids).do(JudgeAlerts(panel=panel))


async def test_a_wait_that_is_over_alerts_by_itself(world: World) -> None:
    panel = await watched(world, {**RULE, "pending_minutes": 5})
    await world.ship(panel, many(3))
    assert await told(world) == []
    world.clock.forward(minutes=5)

    async def alerted() -> bool:
        return await told(world) == ["alerting"]

    await until(alerted)


async def test_what_is_kept_firing_ends_by_itself_and_is_told_then(world: World) -> None:
    panel = await watched(world, {**RULE, "keep_firing_minutes": 5})
    await world.ship(panel, many(3))
    await world.write(remove(panel, (await world.row(panel, "C-1")).id))
    world.clock.forward(minutes=4)
    await judge(world, panel)
    assert ((await standing(world, panel)).status, await told(world)) == ("recovering", ["alerting"])
    world.clock.forward(minutes=1)
    await judge(world, panel)
    assert await told(world) == ["alerting", "normal"]


async def test_a_rule_that_speaks_of_days_goes_off_at_midnight_and_waits_for_the_next(world: World) -> None:
    panel = await watched(world, LATE)
    await world.ship(panel, [{"code": "C-1", "due": "2026-11-30"}])
    assert (await standing(world, panel)).status == "normal"
    world.clock.forward(hours=12)
    await judge(world, panel)
    assert await told(world) == ["alerting"]
    waiting = [job for job in await jobs(world, "judge_alerts") if job.status == "waiting"]
    assert [job.run_at.isoformat() for job in waiting] == ["2026-12-02T03:00:00+00:00"]


async def test_judged_twice_nothing_is_told_twice_and_no_version_is_made(world: World) -> None:
    panel = await watched(world, {**RULE, "pending_minutes": 5})
    await world.ship(panel, many(3))
    version = (await world.view(panel)).version
    world.clock.forward(minutes=5)
    with world.house.wakeup.listening() as changes:
        for _ in range(3):
            await judge(world, panel)
        assert changes.get_nowait() == PanelChanged(panel, version, ())
        assert changes.empty()
    assert await told(world) == ["alerting"]
    assert (await world.view(panel)).version == version


@pytest.mark.parametrize("gone", ["trashed", "missing"])
async def test_a_panel_that_is_not_there_is_not_judged(world: World, gone: str) -> None:
    panel = await watched(world, {**RULE, "pending_minutes": 5})
    await world.ship(panel, many(3))
    await world.write(TrashPanel(panel=panel))
    world.clock.forward(minutes=5)
    await judge(world, panel if gone == "trashed" else "nothing")
    assert ((await standing(world, panel)).status, await told(world)) == ("pending", [])
    await world.write(RestorePanel(panel=panel))
    assert await told(world) == ["alerting"]
