"""A lease ends with what it was taken for, also when the database is slow."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from liveapps.acting import leases
from liveapps.acting.leases import LASTS, Leases
from liveapps.adapters.sqlite.store import SqliteStore
from liveapps.adapters.system import SystemIds
from liveapps.ports import Store, Tx
from tests.support.clock import FixedClock

T = TypeVar("T")


class Unhurried:
    """Each write goes its own way, as on a database elsewhere: the second one takes longer than those after it, and
    ends although its caller went away."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._writes = 0
        self.extending, self.extended = asyncio.Event(), asyncio.Event()
        self.read, self.glance, self.close = store.read, store.glance, store.close

    async def write(self, body: Callable[[Tx], Awaitable[T]], *, of: str | None = None) -> T:
        task = asyncio.create_task(self._write(body))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])
            raise

    async def _write(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        self._writes += 1
        is_second = self._writes == 2
        if is_second:
            self.extending.set()
            await asyncio.sleep(0.05)
        done = await self._store.write(body)
        if is_second:
            self.extended.set()
        return done


async def test_an_extension_under_way_does_not_outlive_the_lease(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "EXTEND_SECONDS", 0)
    store, clock = SqliteStore(tmp_path / "liveapps.db"), FixedClock()
    slow = Unhurried(store)
    async with Leases(slow, clock, SystemIds()).held("refresh"):
        await slow.extending.wait()
    await slow.extended.wait()
    now = clock.now()
    assert await store.write(lambda tx: tx.take_lease("refresh", "another", now, now + LASTS))
    await store.close()


async def test_a_lease_is_let_go_of_whatever_went_wrong(tmp_path: Path) -> None:
    store, clock = SqliteStore(tmp_path / "liveapps.db"), FixedClock()
    with pytest.raises(ValueError, match="broke"):
        async with Leases(store, clock, SystemIds()).held("refresh"):
            raise ValueError("broke")
    now = clock.now()
    assert await store.write(lambda tx: tx.take_lease("refresh", "another", now, now + LASTS))
    await store.close()
