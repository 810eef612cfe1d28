"""A connection may be lost at any moment: nothing is kept by halves, nothing written twice, and the store goes on."""

import asyncio

import pytest

from liveapps.adapters.postgres import patience
from liveapps.adapters.postgres.store import OutcomeUnknown, PostgresStore
from liveapps.panels.errors import Refusal
from liveapps.ports import Tx
from tests.store import nouns
from tests.store.nouns import plain_row
from tests.store.postgres.house import Process
from tests.store.postgres.wire import Wire
from tests.support.postgres import cut_connections, restart, shared_database


async def add(tx: Tx, name: str) -> int:
    """Adds a row, and makes sure that the database has it: how many there are now."""
    await tx.save_rows("p1", [(plain_row(name), None)], [])
    return await tx.count_rows("p1", "customers")


async def names(store: PostgresStore) -> list[str]:
    return [row.id for row in await store.read(lambda tx: tx.rows("p1", "customers"))]


async def test_a_write_whose_connection_is_cut_is_made_again_whole(one: Process) -> None:
    runs: list[int] = []

    async def body(tx: Tx) -> None:
        runs.append(await add(tx, f"r{len(runs)}"))
        if len(runs) == 1:
            assert cut_connections(shared_database()) == 1
        await add(tx, "last")

    await one.store.write(body)
    assert runs == [1, 1]
    assert await names(one.store) == ["last", "r1"]


async def test_a_write_that_never_gets_through_leaves_nothing(one: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "TRIES", 3)
    runs: list[int] = []

    async def body(tx: Tx) -> None:
        runs.append(await add(tx, f"r{len(runs)}"))
        cut_connections(shared_database())
        await add(tx, "last")

    with pytest.raises(Exception, match=r"connection|terminating"):
        await one.store.write(body)
    assert runs == [1, 1, 1]
    assert await names(one.store) == []


async def test_a_reading_whose_connection_is_cut_is_made_again(one: Process) -> None:
    await one.store.write(lambda tx: add(tx, "r1"))
    runs: list[int] = []

    async def body(tx: Tx) -> int:
        runs.append(await tx.count_rows("p1", "customers"))
        if len(runs) == 1:
            cut_connections(shared_database())
        return await tx.count_rows("p1", "customers")

    assert await one.store.read(body) == 1
    assert runs == [1, 1]


async def test_a_store_goes_on_after_its_server_was_restarted(one: Process) -> None:
    """Its connections are all dead by then, and it does not know."""
    await asyncio.gather(*(one.store.write(lambda tx, n=n: add(tx, f"r{n}")) for n in range(5)))
    await asyncio.to_thread(restart, shared_database())
    await one.store.write(lambda tx: add(tx, "r5"))
    assert await names(one.store) == [f"r{n}" for n in range(6)]


async def test_writes_that_are_under_way_while_the_server_restarts_are_made_once(one: Process) -> None:
    """Each adds one to a number. A commit that was cut may be there or not, and is then taken for neither."""
    panel = await one.create()
    (row,) = (await one.add(panel, code="C-1", revenue=0)).added
    told: list[str] = []

    async def count() -> None:
        while "restarted" not in told:
            try:
                await one.more(panel, row, revenue=1)
                told.append("done")
            except OutcomeUnknown:
                told.append("unknown")

    async def bring_down() -> None:
        while len(told) < 8:
            await asyncio.sleep(0)
        await asyncio.to_thread(restart, shared_database())
        told.append("restarted")

    await asyncio.gather(*(count() for _ in range(4)), bring_down())
    (kept,) = await one.rows(panel)
    assert told.count("done") >= 12
    assert told.count("done") <= kept.values["revenue"] <= told.count("done") + told.count("unknown")


async def test_a_caller_that_goes_away_leaves_only_when_its_write_has_ended(one: Process) -> None:
    """The write waits for the lock of a panel; so does the caller who gave up on it."""
    await one.store.write(lambda tx: tx.insert_panel(nouns.panel()))
    holding, waiting, go = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def hold(tx: Tx) -> None:
        await tx.lock_panel("p1")
        holding.set()
        while not go.is_set():
            await tx.panel("p1")
        await add(tx, "r1")

    async def wait(tx: Tx) -> None:
        waiting.set()
        await tx.lock_panel("p1")
        await add(tx, "r2")

    holder = asyncio.create_task(one.store.write(hold))
    await holding.wait()
    waiter = asyncio.create_task(one.store.write(wait))
    await waiting.wait()
    waiter.cancel()
    for _ in range(100):
        await asyncio.sleep(0)
    left_early = waiter.done()
    go.set()
    await holder
    with pytest.raises(asyncio.CancelledError):
        await waiter
    assert not left_early
    assert await names(one.store) == ["r1", "r2"]


@pytest.mark.parametrize(("when", "kept"), [("before", []), ("after", ["r1"])])
async def test_a_commit_whose_answer_is_lost_is_told_of_and_never_made_again(
    wire: Wire, one: Process, when: str, kept: list[str]
) -> None:
    """Whoever writes cannot tell the two apart: only the database knows."""
    runs: list[int] = []

    async def body(tx: Tx) -> None:
        runs.append(await add(tx, "r1"))

    wire.lose = lambda statement: when if statement == "COMMIT" else None
    with pytest.raises(OutcomeUnknown):
        await one.store.write(body)
    wire.lose = lambda _: None
    assert runs == [1]
    assert await names(one.store) == kept


async def test_two_writes_that_wait_for_each_other_are_both_made(one: Process) -> None:
    """The database undoes one of them; that one is made again when the other has ended."""
    for name in ("p1", "p2"):
        await one.store.write(lambda tx, name=name: tx.insert_panel(nouns.panel(name)))
    locked: list[str] = []
    begun = {"p1": asyncio.Event(), "p2": asyncio.Event()}

    async def body(tx: Tx, mine: str, other: str) -> None:
        await tx.lock_panel(mine)
        locked.append(mine)
        begun[mine].set()
        while not begun[other].is_set():
            await tx.panel(mine)
        await tx.lock_panel(other)
        await add(tx, f"r of {mine}")

    await asyncio.gather(
        one.store.write(lambda tx: body(tx, "p1", "p2")), one.store.write(lambda tx: body(tx, "p2", "p1"))
    )
    assert len(locked) == 3
    assert await names(one.store) == ["r of p1", "r of p2"]


async def test_a_body_that_goes_on_after_the_database_refused_it_keeps_nothing(one: Process) -> None:
    async def body(tx: Tx) -> None:
        await add(tx, "r1")
        await tx.insert_panel(nouns.panel())
        try:
            await tx.insert_panel(nouns.panel())
            await tx.panels()
        except Exception:
            return

    with pytest.raises(RuntimeError, match="went on"):
        await one.store.write(body)
    assert await names(one.store) == []


async def test_a_text_that_the_database_cannot_keep_is_refused_and_says_why(one: Process) -> None:
    with pytest.raises(Refusal) as refused:
        await one.store.write(lambda tx: tx.save_thread(nouns.thread(title="a\0b")))
    assert refused.value.code == "invalid_input"
    assert "NUL" in refused.value.message
