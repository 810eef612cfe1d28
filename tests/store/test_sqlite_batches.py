"""Writes that wait together share one commit on SQLite: none is acknowledged before it, each is refused alone."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Awaitable, Mapping
from pathlib import Path
from typing import Any

import apsw
import pytest

from liveapps.adapters.sqlite import store as store_module
from liveapps.adapters.sqlite.connection import connect
from liveapps.adapters.sqlite.driver import Connection, Cursor
from liveapps.adapters.sqlite.store import SqliteStore
from liveapps.ports import Tx
from tests.store.nouns import plain_row


class Failing:
    """A connection that counts its commits and can be told to fail at them."""

    def __init__(self, inner: Connection) -> None:
        self._inner = inner
        self.commits = 0
        self.fails = False

    def execute(self, statements: str, bindings: Mapping[str, Any] | None = None, /) -> Cursor:
        if statements == "COMMIT":
            self.commits += 1
            if self.fails:
                raise apsw.FullError("the disk is full")
        return self._inner.execute(statements, bindings)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class Bench:
    """A store whose writer can be held, so that writes pile up behind it."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.connections: list[Failing] = []

    @property
    def connection(self) -> Failing:
        (only,) = self.connections
        return only

    async def ids(self) -> list[str]:
        return [row.id for row in await self.store.read(lambda tx: tx.rows("p1", "customers"))]


@pytest.fixture
async def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Bench]:
    writers: list[Failing] = []

    def watched(path: Path, *, read_only: bool = False) -> Any:
        opened = connect(path, read_only=read_only)
        if read_only:
            return opened
        writers.append(Failing(opened))
        return writers[-1]

    monkeypatch.setattr(store_module, "connect", watched)
    made = Bench(SqliteStore(tmp_path / "liveapps.db"))
    made.connections = writers
    yield made
    await made.store.close()


async def add(tx: Tx, name: str) -> str:
    await tx.save_rows("p1", [(plain_row(name), None)], [])
    return name


class Held:
    """A write that stays open until it is let go, in the thread of the writer."""

    def __init__(self) -> None:
        self.begun, self.go = threading.Event(), threading.Event()

    async def body(self, tx: Tx) -> str:
        self.begun.set()
        assert self.go.wait(10)
        return await add(tx, "held")


async def started(held: Held) -> None:
    assert await asyncio.to_thread(held.begun.wait, 10)


async def within(*writes: Awaitable[Any], fails: bool = False) -> list[Any]:
    """All of them, or a failure: a writer that died would never answer."""
    return await asyncio.wait_for(asyncio.gather(*writes, return_exceptions=fails), 30)


async def test_waiting_writes_share_one_commit_and_a_refused_one_undoes_only_itself(bench: Bench) -> None:
    async def refuse(tx: Tx, name: str) -> str:
        await add(tx, name)
        raise ValueError(name)

    held = Held()
    first = asyncio.create_task(bench.store.write(held.body))
    await started(held)
    before = bench.connection.commits
    bodies = [refuse if number % 2 else add for number in range(10)]
    rest = [
        asyncio.create_task(bench.store.write(lambda tx, body=body, n=n: body(tx, f"r{n}")))
        for n, body in enumerate(bodies)
    ]
    await asyncio.sleep(0)
    held.go.set()
    done = await within(first, *rest, fails=True)
    assert await bench.ids() == ["held", "r0", "r2", "r4", "r6", "r8"]
    assert [type(one) for one in done] == [str, *[str, ValueError] * 5]
    assert bench.connection.commits - before == 2


async def test_nothing_is_acknowledged_or_seen_before_the_commit(bench: Bench) -> None:
    first, second = Held(), Held()
    opening = asyncio.create_task(bench.store.write(first.body))
    await started(first)
    early = asyncio.create_task(bench.store.write(lambda tx: add(tx, "early")))
    late = asyncio.create_task(bench.store.write(second.body))
    await asyncio.sleep(0)
    first.go.set()
    await started(second)
    # "early" has run in the same batch as the one that is held, which is not committed yet.
    assert await within(opening) == ["held"]
    assert not early.done()
    assert await bench.ids() == ["held"]
    second.go.set()
    assert await within(early, late) == ["early", "held"]
    assert await bench.ids() == ["early", "held"]


async def test_a_commit_that_fails_acknowledges_none_of_its_writes_and_the_store_goes_on(bench: Bench) -> None:
    await bench.store.write(lambda tx: add(tx, "before"))
    held = Held()
    bench.connection.fails = True
    writes = [bench.store.write(held.body), *(bench.store.write(lambda tx, n=n: add(tx, f"r{n}")) for n in range(3))]
    tasks = [asyncio.create_task(write) for write in writes]
    await started(held)
    held.go.set()
    failures = await within(*tasks, fails=True)
    assert [getattr(one, "code", one) for one in failures] == ["storage_full"] * 4
    assert await bench.ids() == ["before"]
    bench.connection.fails = False
    assert await bench.store.write(lambda tx: add(tx, "after")) == "after"
    assert await bench.ids() == ["after", "before"]


async def test_what_was_waiting_when_the_store_closes_is_still_written(bench: Bench) -> None:
    held = Held()
    tasks = [asyncio.create_task(bench.store.write(held.body))]
    await started(held)
    tasks += [asyncio.create_task(bench.store.write(lambda tx, n=n: add(tx, f"r{n}"))) for n in range(3)]
    await asyncio.sleep(0)
    held.go.set()
    await bench.store.close()
    assert await within(*tasks) == ["held", "r0", "r1", "r2"]
