"""Two servers on one database refresh a tab as one does: one call at a time, and no lease outlives its refresh."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from liveapps.acting import leases
from liveapps.acting.leases import LASTS, Leases
from liveapps.acting.receipts import Refreshed
from liveapps.adapters.system import SystemIds
from liveapps.bootstrap import Parts, Running, build_house
from liveapps.conversation.agents import Agent
from liveapps.house import House
from liveapps.panels.schedules import refresh_key
from liveapps.people.policy import PersonReader
from liveapps.settings import Settings
from tests.support.patience import until
from tests.support.postgres import empty_database
from tests.support.world import AGENT, World, make_world, panel_template

EMBRAER = {"code": "C-1", "company": "Embraer"}
DATABASES: dict[str, Callable[[], AbstractContextManager[str | None]]] = {
    "sqlite": lambda: nullcontext(None),
    "postgres": empty_database,
}


@dataclass
class Servers:
    """Two houses on one database, with one clock and one source: "crm.slow" answers when it is told to."""

    world: World
    other: Running
    calls: list[int] = field(default_factory=list[int])
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)
    fails: bool = False
    waited: asyncio.Event = field(default_factory=asyncio.Event)
    """Someone found the lease in other hands."""
    taken_at: datetime | None = None
    """When a lease was taken or extended last."""

    @property
    def here(self) -> House:
        return self.world.house

    @property
    def there(self) -> House:
        return self.other.house

    async def slow(self) -> dict[str, Any]:
        self.calls.append(1)
        self.asked.set()
        await self.go.wait()
        if self.fails:
            raise ValueError("secret of the source")
        return {"rows": [EMBRAER], "total": 1}

    async def panel(self) -> str:
        template = panel_template()
        template["tabs"][0]["refresh"]["tool"] = "crm.slow"
        template["tabs"].append({**template["tabs"][0], "id": "other", "title": "Outra", "blocks": []})
        return await self.world.panel(**template)

    async def refresh(self, house: House, panel: str, tab: str = "main") -> Refreshed:
        reader = PersonReader(await self.world.person("ana"))
        return await house.refresher.tab(reader, panel, tab, await self.world.origin())

    async def someone_waits(self) -> None:
        async with asyncio.timeout(20):
            await self.waited.wait()

    def start(self, house: House, panel: str, tab: str = "main") -> "asyncio.Task[Refreshed]":
        return asyncio.create_task(self.refresh(house, panel, tab))


@pytest.fixture(params=DATABASES)
async def servers(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Servers]:
    monkeypatch.setattr(leases, "ASK_SECONDS", 0.01)
    with DATABASES[str(request.param)]() as dsn:
        world = await make_world(tmp_path, database=dsn)
        settings = Settings(data=tmp_path, database=dsn, agents=[Agent(id=AGENT, name="Vendas", tools=["crm.list"])])
        other = build_house(settings, Parts(world.clock, SystemIds(), world.functions))
        await other.start()
        both = Servers(world, other)
        world.functions._seconds = 30  # pyright: ignore[reportPrivateUsage] it answers when it is told to
        world.tool("crm.slow", both.slow)
        take = Leases._take  # pyright: ignore[reportPrivateUsage] to learn that someone waits

        async def told(self: Leases, name: str, holder: str) -> bool:
            at = world.clock.now()
            taken = await take(self, name, holder)
            if taken:
                both.taken_at = at
            else:
                both.waited.set()
            return taken

        monkeypatch.setattr(Leases, "_take", told)
        yield both
        both.go.set()
        await other.close()
        await world.running.close()


async def test_two_servers_that_refresh_a_tab_at_once_share_one_call(servers: Servers) -> None:
    panel = await servers.panel()
    first = servers.start(servers.here, panel)
    await servers.asked.wait()
    second = servers.start(servers.there, panel)
    await servers.someone_waits()
    servers.go.set()
    done, found = await asyncio.gather(first, second)
    assert servers.calls == [1]
    assert (found.status, found.tool, found.reading) == ("complete", "crm.slow", done.reading)
    assert (len(done.receipts), found.receipts) == (1, [])
    assert set(await servers.world.rows(panel)) == {"C-1"}


async def test_both_learn_that_the_shared_call_failed_and_the_next_click_runs_at_once(servers: Servers) -> None:
    panel = await servers.panel()
    servers.fails = True
    first = servers.start(servers.here, panel)
    await servers.asked.wait()
    second = servers.start(servers.there, panel)
    await servers.someone_waits()
    servers.go.set()
    done, found = await asyncio.gather(first, second)
    assert (done.code, found.code, found.message) == ("tool_failed", "tool_failed", done.message)
    assert found.next_step
    assert servers.calls == [1]

    servers.fails = False
    servers.waited.clear()
    assert (await servers.refresh(servers.there, panel)).status == "complete"
    assert not servers.waited.is_set()
    assert servers.calls == [1, 1]


async def test_a_refresh_that_ended_leaves_the_tab_free_for_the_other_server(servers: Servers) -> None:
    panel = await servers.panel()
    servers.go.set()
    for house in (servers.here, servers.there, servers.here):
        assert len((await servers.refresh(house, panel)).receipts) == 1
    assert servers.calls == [1, 1, 1]
    assert not servers.waited.is_set()


async def test_different_tabs_are_refreshed_at_the_same_time(servers: Servers) -> None:
    panel = await servers.panel()
    first = servers.start(servers.here, panel)
    await servers.asked.wait()
    servers.asked.clear()
    second = servers.start(servers.there, panel, "other")
    await servers.asked.wait()
    servers.go.set()
    await asyncio.gather(first, second)
    assert servers.calls == [1, 1]


async def test_the_refresh_of_a_server_that_went_away_is_done_by_the_one_that_waits(servers: Servers) -> None:
    panel = await servers.panel()
    servers.go.set()
    now = servers.world.clock.now()
    name = refresh_key(panel, "main")
    await servers.other.store.write(lambda tx: tx.take_lease(name, "gone", now, now + LASTS))
    waiting = servers.start(servers.here, panel)
    await servers.someone_waits()
    assert servers.calls == []
    servers.world.clock.at += LASTS
    assert (await waiting).status == "complete"
    assert servers.calls == [1]


async def test_a_lease_lasts_as_long_as_its_tool_runs(servers: Servers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "EXTEND_SECONDS", 0.01)

    async def extended() -> bool:
        return servers.taken_at == servers.world.clock.now()

    panel = await servers.panel()
    first = servers.start(servers.here, panel)
    await servers.asked.wait()
    for _ in range(3):
        servers.world.clock.at += LASTS * 0.9
        await until(extended)
    second = servers.start(servers.there, panel)
    await servers.someone_waits()
    servers.go.set()
    await asyncio.gather(first, second)
    assert servers.calls == [1]
