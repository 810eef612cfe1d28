"""Tabs that refresh by themselves: on time, as by a click, and no oftener than their schedule says."""

import asyncio
from datetime import UTC, datetime
from typing import Any

import pytest

from liveapps.automating.worker import ATTEMPTS
from liveapps.panels.errors import Refusal
from liveapps.panels.jobs import Job, RefreshTab
from liveapps.panels.schedules import refresh_key
from liveapps.panels.template import read_template
from liveapps.people.policy import PersonReader
from liveapps.ports import Tx
from liveapps.writing.writes import (
    AddRow,
    ChangeTemplate,
    CreatePanel,
    RestorePanel,
    RestoreVersion,
    TrashPanel,
)
from tests.support.patience import until
from tests.support.world import AGENT, World, panel_template

EMBRAER = {"code": "C-1", "company": "Embraer"}
QUARTER = {"cron": "*/15 * * * *", "jitter_seconds": 0}
NIGHTLY = {"cron": "0 3 * * *", "jitter_seconds": 0}


def template(schedule: Any = QUARTER, tool: str = "crm.list", **changes: Any) -> dict[str, Any]:
    whole = panel_template(**changes)
    whole["tabs"][0]["schedule"] = schedule
    whole["tabs"][0]["refresh"]["tool"] = tool
    return whole


def at(hour: int, minute: int = 0, day: int = 30) -> datetime:
    """In UTC: the clock stands at 15:00, which is noon in São Paulo."""
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC)


async def change(world: World, panel: str, to: dict[str, Any]) -> None:
    await world.write(ChangeTemplate(panel=panel, template=read_template(to)))


async def jobs(world: World) -> list[Job]:
    """Those that refresh a tab, newest first."""
    found = await world.running.store.read(lambda tx: tx.jobs(None, 100))
    return [job for job in found if isinstance(job.task, RefreshTab)]


async def due(world: World, panel: str, tab: str = "main") -> datetime | None:
    """When the one refresh of a tab that waits is due."""
    key = refresh_key(panel, tab)
    return (await world.running.store.read(lambda tx: tx.due_times([key]))).get(key)


async def time_comes(world: World, when: datetime) -> list[Job]:
    """Moves the clock, and returns the jobs that ended once all that was due was done."""

    async def idle() -> bool:
        found = await jobs(world)
        return all(job.status == "done" or (job.status == "waiting" and job.run_at > when) for job in found)

    world.clock.at = when
    world.running.worker.nudge()
    await until(idle)
    return [job for job in await jobs(world) if job.status == "done"]


async def test_a_tab_is_refreshed_when_its_time_comes_and_again_the_next_time(world: World) -> None:
    panel = await world.panel(**template())
    assert await due(world, panel) == at(15, 15)
    world.crm += [EMBRAER]
    assert await time_comes(world, at(15, 14)) == []
    (done,) = await time_comes(world, at(15, 15))
    assert (done.attempts, done.error) == (1, None)
    assert set(await world.rows(panel)) == {"C-1"}
    fresh = (await world.view(panel)).states["customers"].freshness
    assert fresh is not None
    assert (fresh.status, fresh.triggered_by.kind, fresh.triggered_by.id) == ("complete", "system", "schedule")
    assert await due(world, panel) == at(15, 30)
    assert len(await time_comes(world, at(15, 30))) == 2


async def test_the_schedule_is_read_by_the_clock_of_the_panel(world: World) -> None:
    panel = await world.panel(**template(NIGHTLY, time_zone="America/Sao_Paulo"))
    assert await due(world, panel) == datetime(2026, 12, 1, 6, tzinfo=UTC)


async def test_a_panel_that_only_its_owner_sees_is_refreshed_too(world: World) -> None:
    world.crm += [EMBRAER]
    panel = await world.panel(**template(audience={"who": "only_me"}))
    await time_comes(world, at(15, 15))
    assert set(await world.rows(panel)) == {"C-1"}


async def test_times_that_were_missed_count_once(world: World) -> None:
    panel = await world.panel(**template())
    assert len(await time_comes(world, at(16, 7, day=30).replace(month=12))) == 1
    assert await due(world, panel) == at(16, 15, day=30).replace(month=12)


async def test_a_source_that_fails_is_marked_and_asked_again_only_at_the_next_time(world: World) -> None:
    asked: list[int] = []

    def broken() -> dict[str, Any]:
        asked.append(1)
        raise ValueError("secret of the source")

    world.tool("crm.bad", broken)
    panel = await world.panel(**template(tool="crm.bad"))
    await world.ship(panel, [EMBRAER])
    (done,) = await time_comes(world, at(15, 15))
    assert (done.status, done.attempts) == ("done", 1)
    fresh = (await world.view(panel)).states["customers"].freshness
    assert fresh is not None
    assert (fresh.status, fresh.code) == ("error", "tool_failed")
    assert set(await world.rows(panel)) == {"C-1"}
    assert (asked, await due(world, panel)) == ([1], at(15, 30))


async def test_a_tool_that_may_no_longer_refresh_is_marked_and_not_called(world: World) -> None:
    def never() -> dict[str, Any]:
        raise AssertionError("called")

    world.tool("crm.turned", lambda: {"rows": [], "total": 0})
    panel = await world.panel(**template(tool="crm.turned"))
    world.functions._tools.pop("crm.turned")  # pyright: ignore[reportPrivateUsage] the source lists it anew
    world.tool("crm.turned", never, "domain")
    await time_comes(world, at(15, 15))
    fresh = (await world.view(panel)).states["customers"].freshness
    assert fresh is not None
    assert (fresh.status, fresh.code, fresh.tool) == ("error", "tool_not_read_only", "crm.turned")
    assert await due(world, panel) == at(15, 30)


async def test_a_click_and_the_schedule_at_once_share_one_call(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    asked, read, go = asyncio.Event(), asyncio.Event(), asyncio.Event()
    head = world.house.facade.head

    async def told(*of: Any) -> Any:
        found = await head(*of)
        read.set()
        return found

    async def slow() -> dict[str, Any]:
        calls.append(1)
        asked.set()
        await go.wait()
        return {"rows": [EMBRAER], "total": 1}

    world.tool("crm.slow", slow)
    panel = await world.panel(**template(tool="crm.slow"))
    world.clock.at = at(15, 15)
    world.running.worker.nudge()
    await asked.wait()
    monkeypatch.setattr(world.house.facade, "head", told)
    reader, origin = PersonReader(await world.person("ana")), await world.origin()
    click = asyncio.create_task(world.house.refresher.tab(reader, panel, "main", origin))
    await read.wait()
    go.set()
    assert (await click).status == "complete"
    await time_comes(world, at(15, 15))
    assert calls == [1]


async def test_a_schedule_that_is_gone_when_its_time_comes_does_nothing(world: World) -> None:
    panel = await world.panel(**template(None))
    now = world.clock.now()
    for number, task in enumerate([RefreshTab(panel=panel, tab="main"), RefreshTab(panel="gone", tab="main")]):
        job = Job(id=f"j{number}", task=task, run_at=now, created_at=now)
        await world.running.store.write(lambda tx, job=job: tx.put_job(job))
    done = await time_comes(world, now)
    assert [(one.id, one.error) for one in done] == [("j1", None), ("j0", None)]
    assert (await world.view(panel)).version == 1


async def test_a_schedule_taken_away_while_the_tool_runs_has_no_next_time(world: World) -> None:
    asked, go = asyncio.Event(), asyncio.Event()

    async def slow() -> dict[str, Any]:
        asked.set()
        await go.wait()
        return {"rows": [], "total": 0}

    world.tool("crm.slow", slow)
    panel = await world.panel(**template(tool="crm.slow"))
    world.clock.at = at(15, 15)
    world.running.worker.nudge()
    await asked.wait()
    await change(world, panel, template(None))
    go.set()
    await time_comes(world, at(15, 15))
    assert await due(world, panel) is None


async def test_a_refresh_that_fails_for_good_does_not_end_the_schedule(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error nobody foresaw, time and again."""
    panel = await world.panel(**template())
    (waiting,) = await jobs(world)
    tried = waiting.model_copy(update={"attempts": ATTEMPTS - 1})
    await world.running.store.write(lambda tx: tx.put_job(tried.model_copy(update={"id": "again"})))

    async def breaks(*_: Any) -> None:
        raise RuntimeError

    async def dead() -> bool:
        return any(job.status == "dead" for job in await jobs(world))

    monkeypatch.setattr(world.house.refresher, "scheduled", breaks)
    world.clock.at = at(15, 15)
    world.running.worker.nudge()
    await until(dead)
    assert {(job.status, job.error) for job in await jobs(world)} == {
        ("dead", "internal_error: RuntimeError"),
        ("waiting", None),
    }
    assert await due(world, panel) == at(15, 30)


async def test_a_redesign_moves_the_refresh_that_waits(world: World) -> None:
    panel = await world.panel(**template())
    before = await jobs(world)
    await change(world, panel, template({"cron": "40 * * * *", "jitter_seconds": 0}))
    assert await due(world, panel) == at(15, 40)
    await change(world, panel, template({"cron": "40 * * * *", "jitter_seconds": 0, "time_zone": "Asia/Kolkata"}))
    assert await due(world, panel) == at(15, 10)
    assert [job.id for job in await jobs(world)] == [job.id for job in before]


async def test_a_new_time_zone_of_the_panel_moves_it_too(world: World) -> None:
    panel = await world.panel(**template(NIGHTLY, time_zone="America/Sao_Paulo"))
    await change(world, panel, template(NIGHTLY, time_zone="UTC"))
    assert await due(world, panel) == datetime(2026, 12, 1, 3, tzinfo=UTC)


async def test_a_redesign_leaves_the_time_of_other_tabs_alone(world: World) -> None:
    """Also one that has come and waits for its turn."""
    await world.running.worker.close()
    two = template()
    two["tabs"].append({**two["tabs"][0], "id": "other", "title": "Outra", "blocks": []})
    panel = await world.panel(**two)
    world.clock.at = at(15, 16)
    two["tabs"][1]["schedule"] = {"cron": "40 * * * *", "jitter_seconds": 0}
    await change(world, panel, two)
    assert (await due(world, panel), await due(world, panel, "other")) == (at(15, 15), at(15, 40))


async def test_a_schedule_or_a_tab_that_is_taken_away_waits_no_longer(world: World) -> None:
    two = template()
    other = {"id": "other", "title": "Outra", "refresh": two["tabs"][0]["refresh"], "schedule": QUARTER}
    two["tabs"].append(other)
    panel = await world.panel(**two)
    assert len(await jobs(world)) == 2
    await change(world, panel, template())
    assert (await due(world, panel), await due(world, panel, "other")) == (at(15, 15), None)
    await change(world, panel, template(None))
    assert await jobs(world) == []


async def test_a_panel_in_the_trash_is_not_refreshed_until_it_is_back(world: World) -> None:
    panel = await world.panel(**template())
    await world.write(TrashPanel(panel=panel))
    assert await jobs(world) == []
    world.clock.at = at(17, 1)
    await world.write(RestorePanel(panel=panel))
    assert await due(world, panel) == at(17, 15)


async def test_an_earlier_version_comes_back_with_its_schedule(world: World) -> None:
    panel = await world.panel(**template())
    await change(world, panel, template(None))
    assert await due(world, panel) is None
    await world.write(RestoreVersion(panel=panel, version=1))
    assert await due(world, panel) == at(15, 15)


async def test_a_panel_without_a_schedule_puts_nothing_down(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unwanted(*_: Any) -> None:
        raise AssertionError("asked the store")

    scheduled, plain = await world.panel(**template()), await world.panel()
    for verb in ("put_job", "drop_job", "due_times"):
        monkeypatch.setattr(f"liveapps.adapters.sqlite.tx.SqliteTx.{verb}", unwanted)
    for panel in (scheduled, plain):
        await world.write(AddRow(panel=panel, collection="customers", values=EMBRAER))
    await change(world, plain, panel_template(title="Outra"))
    await world.view(plain)


async def test_a_template_that_is_refused_leaves_no_refresh_behind(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of a write is there, or nothing of it."""

    async def full(self: Any, scope: str, key: str, *_: Any) -> None:
        raise Refusal("limit_reached", "There is no room.", "Nothing.")

    monkeypatch.setattr("liveapps.adapters.sqlite.tx.SqliteTx.keep_receipt", full)
    write = CreatePanel(panel="p1", agent=AGENT, template=read_template(template()))
    with pytest.raises(Refusal):
        await world.write(write, key="k")
    assert await jobs(world) == []


async def test_one_sees_when_a_tab_is_refreshed_next(world: World) -> None:
    two = template()
    two["tabs"].append({"id": "other", "title": "Outra"})
    panel = await world.panel(**two)
    assert [tab.next_refresh_at for tab in (await world.view(panel)).tabs] == [at(15, 15), None]


async def test_a_refresh_that_a_stopped_server_gave_back_is_done_by_the_next_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("liveapps.automating.worker.FINISH_SECONDS", 0)
    asked = asyncio.Event()

    async def hangs() -> dict[str, Any]:
        asked.set()
        await asyncio.Event().wait()
        return {}

    async def lease_is_free(tx: Tx) -> bool:
        return await tx.take_lease(refresh_key(panel, "main"), "test", world.clock.now(), world.clock.now())

    world.tool("crm.slow", hangs)
    panel = await world.panel(**template(tool="crm.slow"))
    world.clock.at = at(15, 15)
    world.running.worker.nudge()
    await asked.wait()
    await world.running.worker.close()
    await world.house.refresher.close()
    (job,) = await jobs(world)
    assert (job.status, job.attempts, job.run_at) == ("waiting", 0, at(15, 15))
    assert await world.running.store.write(lease_is_free)
