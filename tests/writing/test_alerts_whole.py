"""What an alert costs the writes of a panel, and that it is kept with the write or not at all, on both stores."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest

from liveapps.ports import Store, Tx
from tests.support.postgres import empty_database
from tests.support.world import World, make_world
from tests.writing import test_whole_or_not as whole_or_not
from tests.writing.alarming import ALERTING, REVENUE, RULE, followed, jobs, many, news, notices, standing, told, watched
from tests.writing.asking import add, remove

T = TypeVar("T")


class Counting:
    """A store that notes which verbs a transaction calls."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.called: list[str] = []

    async def write(self, body: Callable[[Tx], Awaitable[T]], *, of: str | None = None) -> T:
        return await self._store.write(lambda tx: body(cast("Tx", _CountingTx(tx, self.called))))


class _CountingTx:
    def __init__(self, tx: Tx, called: list[str]) -> None:
        self._tx, self._called = tx, called

    def __getattr__(self, name: str) -> Any:
        self._called.append(name)
        return getattr(self._tx, name)


VERBS = {"alert_states", "save_alert_state", "measure", "followers", "put_job", "drop_job", "drop_alert", "users"}


@pytest.mark.parametrize(("rules", "asked"), [([], set[str]()), ([RULE], {"alert_states", "measure"})])
async def test_a_panel_without_alerts_pays_nothing_for_them(
    world: World, monkeypatch: pytest.MonkeyPatch, rules: list[dict[str, Any]], asked: set[str]
) -> None:
    panel = await world.panel(alerts=rules)
    await world.ship(panel, many(2))
    await world.ship(panel, many(2))
    counting = Counting(world.running.store)
    monkeypatch.setattr(world.house.funnel, "_store", counting)
    await world.ship(panel, many(2))
    assert "append_version" in counting.called
    assert VERBS & set(counting.called) == asked


async def test_what_an_alert_leaves_is_saved_with_the_write_or_not_at_all(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Broken in each verb by which an alert is kept and told, the write is undone, rows and all."""
    panel = await watched(world, RULE, {**RULE, "id": "slow", "pending_minutes": 5})
    await world.house.accounts.create_user("ana", "Ana", "user", None, email="ana@example.com")
    await followed(world, panel, "ana", by_email=True)
    await world.ship(panel, many(2))
    monkeypatch.setattr(whole_or_not, "SAVES", ("save_alert_state", "add_notice", "put_job"))
    breaking = whole_or_not.Breaking(world.running.store)
    monkeypatch.setattr(world.house.funnel, "_store", breaking)

    async def kept() -> Any:
        return (await world.view(panel), await standing(world, panel), await notices(world))

    before = await kept()
    for verb in ("save_alert_state", "add_notice", "put_job"):
        breaking.breaks_in = verb
        with pytest.raises(whole_or_not.Broken, match=verb):
            await world.write(add(panel, code="C-9"), key="k")
        assert await kept() == before
        assert await jobs(world, "mail_alert") + await jobs(world, "judge_alerts") == []
    breaking.breaks_in = ""
    assert (await world.write(add(panel, code="C-9"), key="k")).alerts[0] == ALERTING[0]
    assert len(await jobs(world, "mail_alert")) == 1


@pytest.fixture
async def postgres_world(tmp_path: Path) -> AsyncGenerator[World]:
    with empty_database() as database:
        made = await make_world(tmp_path, database=database)
        yield made
        await made.running.close()


async def test_on_postgresql_a_write_is_heard_in_the_same_way(postgres_world: World) -> None:
    world = postgres_world
    panel = await watched(world, RULE, REVENUE, {**RULE, "id": "slow", "pending_minutes": 5})
    await world.house.accounts.create_user("ana", "Ana", "user", None, email="ana@example.com")
    for alert in ("many", "revenue"):
        await followed(world, panel, "ana", alert, by_email=True)
    await world.ship(panel, many(3, revenue=50))
    assert sorted(one.alert for one in await news(world)) == ["many", "revenue"]
    assert len(await jobs(world, "mail_alert")) == 2
    assert len(await jobs(world, "judge_alerts")) == 1
    await world.write(remove(panel, (await world.row(panel, "C-1")).id))
    assert await told(world) == ["alerting", "alerting", "normal", "normal"]
    assert await jobs(world, "judge_alerts") == []
