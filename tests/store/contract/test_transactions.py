"""What a transaction promises: whole or not at all, durable once acknowledged, one snapshot for a reader."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from liveapps.panels.errors import Refusal
from liveapps.ports import Store, Tx
from tests.store import nouns
from tests.store.nouns import plain_row


async def add_row(tx: Tx, name: str) -> str:
    await tx.save_rows("p1", [(plain_row(name), None)], [])
    return name


async def add_and_refuse(tx: Tx, name: str) -> str:
    await add_row(tx, name)
    raise Refusal("invalid_value", f"{name} is refused", "Nothing.")


async def ids(store: Store) -> list[str]:
    return [row.id for row in await store.read(lambda tx: tx.rows("p1", "customers"))]


async def test_a_write_returns_what_its_body_returns_and_is_read_at_once(store: Store) -> None:
    assert await store.write(lambda tx: add_row(tx, "r1")) == "r1"
    assert await ids(store) == ["r1"]


async def refuse(tx: Tx, name: str) -> str:
    await tx.rows("p1", "customers")
    raise Refusal("invalid_value", f"{name} is refused", "Nothing.")


async def add_read_and_refuse(tx: Tx, name: str) -> str:
    await add_row(tx, name)
    return await refuse(tx, name)


@pytest.mark.parametrize("of", [None, "p1"])
@pytest.mark.parametrize("refusing", [refuse, add_and_refuse, add_read_and_refuse])
async def test_a_refused_body_undoes_itself_and_not_its_neighbours(
    store: Store, of: str | None, refusing: Callable[[Tx, str], Awaitable[str]]
) -> None:
    """All are waiting at once, so a store that commits them together must keep them apart."""
    bodies = [refusing if number % 2 else add_row for number in range(20)]
    done = await asyncio.gather(
        *(store.write(lambda tx, body=body, n=n: body(tx, f"r{n:02}"), of=of) for n, body in enumerate(bodies)),
        return_exceptions=True,
    )
    assert await ids(store) == [f"r{number:02}" for number in range(0, 20, 2)]
    assert [str(one) for one in done] == [
        f"r{number:02} is refused" if number % 2 else f"r{number:02}" for number in range(20)
    ]


@pytest.mark.parametrize("of", [None, "p1"])
async def test_an_error_of_the_database_undoes_only_the_body_that_made_it(store: Store, of: str | None) -> None:
    async def clash(tx: Tx) -> None:
        await add_row(tx, "lost")
        await tx.insert_panel(nouns.panel())
        await tx.insert_panel(nouns.panel())

    first, broken, last = await asyncio.gather(
        store.write(lambda tx: add_row(tx, "r1"), of=of),
        store.write(clash, of=of),
        store.write(lambda tx: add_row(tx, "r2"), of=of),
        return_exceptions=True,
    )
    assert (first, last) == ("r1", "r2")
    assert isinstance(broken, Exception)
    assert await ids(store) == ["r1", "r2"]
    assert await store.read(lambda tx: tx.panel("p1")) is None


async def test_a_body_sees_what_it_wrote_and_what_was_committed_before_it(store: Store) -> None:
    async def body(tx: Tx) -> list[str]:
        await add_row(tx, "r2")
        return [row.id for row in await tx.rows("p1", "customers")]

    await store.write(lambda tx: add_row(tx, "r1"))
    assert await store.write(body) == ["r1", "r2"]


async def test_a_body_that_waits_for_something_outside_is_refused_and_undone(store: Store) -> None:
    """It would hold the lock for as long as the world takes."""

    async def write(tx: Tx) -> None:
        await add_row(tx, "r1")
        await asyncio.sleep(0)

    async def read(tx: Tx) -> None:
        await tx.panel("p1")
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="other than the database"):
        await store.write(write)
    with pytest.raises(RuntimeError, match="other than the database"):
        await store.read(read)
    assert await ids(store) == []
    assert await store.write(lambda tx: add_row(tx, "r2")) == "r2"


async def test_a_reader_writes_nothing(store: Store) -> None:
    with pytest.raises(Exception, match=r"(?i)read.?only"):
        await store.read(lambda tx: add_row(tx, "r1"))
    assert await ids(store) == []


async def test_reads_see_a_consistent_snapshot_while_writes_go_on(store: Store) -> None:
    """Each write adds a row to both collections: a read that counts both never finds them different."""
    writing = True

    async def pair(tx: Tx, number: int) -> None:
        name = f"r{number:03}"
        await tx.save_rows("p1", [(plain_row(name), None), (plain_row(f"{name}b", collection="others"), None)], [])

    async def counts(tx: Tx) -> tuple[int, int]:
        return await tx.count_rows("p1", "customers"), await tx.count_rows("p1", "others")

    async def write() -> None:
        nonlocal writing
        for number in range(100):
            await store.write(lambda tx, number=number: pair(tx, number))
        writing = False

    async def watch() -> list[tuple[int, int]]:
        seen: list[tuple[int, int]] = []
        while writing:
            seen.append(await store.read(counts))
        return seen

    _, *watched = await asyncio.gather(write(), watch(), watch())
    seen = [pair for one in watched for pair in one]
    assert len(seen) > 1
    assert [pair for pair in seen if pair[0] != pair[1]] == []
    assert await store.read(counts) == (100, 100)


@pytest.mark.parametrize("of", [None, "p1"])
async def test_a_caller_that_goes_away_leaves_its_write_whole(store: Store, of: str | None) -> None:
    task = asyncio.create_task(store.write(lambda tx: add_row(tx, "r1"), of=of))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    # The next write comes after it: by then it is there, or was never begun.
    await store.write(lambda tx: add_row(tx, "r2"), of=of)
    assert await ids(store) == ["r1", "r2"]


async def test_writes_of_one_panel_that_wait_are_all_done_each_after_the_other(store: Store) -> None:
    async def next_one(tx: Tx) -> int:
        count = await tx.count_rows("p1", "customers")
        await add_row(tx, f"r{count:03}")
        return count

    done = await asyncio.gather(*(store.write(next_one, of="p1") for _ in range(50)))
    assert sorted(done) == list(range(50))
    assert await ids(store) == [f"r{number:03}" for number in range(50)]


async def test_a_closed_store_takes_no_more(store: Store) -> None:
    await store.close()
    await store.close()
    with pytest.raises(RuntimeError):
        await store.write(lambda tx: add_row(tx, "r1"))
