"""Jobs are done when their time has come, tried again when they fail, and never lost."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, TypeVar

import pytest

from liveapps.automating import worker as working
from liveapps.automating.worker import AT_ONCE, ATTEMPTS, LEASE, pause_after
from liveapps.panels.errors import Refusal
from liveapps.panels.jobs import RefreshTab
from liveapps.ports import Store, Tx
from tests.automating.working import Shop, begun, for_ever, nothing
from tests.support.patience import until

T = TypeVar("T")


class Failing:
    """A store that fails as often as it is told to, and counts how often it is asked."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.reads = self.failing_reads = self.failing_writes = 0

    async def read(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        self.reads += 1
        if self.failing_reads:
            self.failing_reads -= 1
            raise ConnectionResetError("gone")
        return await self._store.read(body)

    async def write(self, body: Callable[[Tx], Awaitable[T]], *, of: str | None = None) -> T:
        if self.failing_writes:
            self.failing_writes -= 1
            raise ConnectionResetError("gone")
        return await self._store.write(body)

    async def glance(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        return await self.read(body)

    async def close(self) -> None:
        await self._store.close()


def raising(error: Exception) -> Callable[[RefreshTab], Awaitable[None]]:
    async def act(_: RefreshTab) -> None:
        raise error

    return act


async def test_a_due_job_is_done_once(shop: Shop) -> None:
    await shop.put("j1", "j2")
    async with shop.worker() as worker:
        done = await shop.ended("j1", "j2")
        worker.nudge()
        await shop.put("j3")
        await shop.ended("j3")
    assert sorted(shop.begun) == ["j1", "j2", "j3"]
    assert {(one.status, one.attempts, one.holder, one.error) for one in done} == {("done", 1, None, None)}
    assert {one.ended_at for one in done} == {shop.clock.now()}


async def test_a_job_is_not_begun_before_its_time(shop: Shop) -> None:
    await shop.put("later", run_at=shop.clock.now() + timedelta(minutes=5))
    async with shop.worker() as worker:
        await shop.put("now")
        worker.nudge()
        await shop.ended("now")
        assert shop.begun == ["now"]
        shop.clock.forward(minutes=5)
        worker.nudge()
        await shop.ended("later")
    assert shop.begun == ["now", "later"]


async def test_only_a_few_are_done_at_once_and_the_rest_after_them(shop: Shop) -> None:
    go = asyncio.Event()
    at_work: list[str] = []
    most: list[int] = []

    async def act(task: RefreshTab) -> None:
        at_work.append(task.tab)
        most.append(len(at_work))
        await go.wait()
        at_work.remove(task.tab)

    shop.act = act
    names = [f"j{number:02}" for number in range(10)]
    await shop.put(*names)
    async with shop.worker() as worker:
        await begun(shop, AT_ONCE)
        worker.nudge()
        go.set()
        await shop.ended(*names)
    assert max(most) == AT_ONCE
    assert sorted(shop.begun) == names


async def test_a_job_that_fails_waits_longer_each_time_and_dies_in_the_end(shop: Shop) -> None:
    shop.act = raising(Refusal("source_failed", "The source is away.", "Try later."))
    await shop.put("j1")
    waits: list[timedelta] = []
    async with shop.worker() as worker:
        for attempt in range(1, ATTEMPTS):
            (job,) = await shop.ended("j1")
            assert (job.status, job.attempts, job.error) == ("waiting", attempt, "source_failed: The source is away.")
            waits.append(job.run_at - shop.clock.now())
            shop.clock.at = job.run_at
            worker.nudge()
            await begun(shop, attempt + 1)
        (job,) = await shop.ended("j1")
        shop.clock.forward(days=1)
        worker.nudge()
    assert (job.status, job.attempts) == ("dead", ATTEMPTS)
    assert job.ended_at is not None
    assert len(shop.begun) == ATTEMPTS
    assert waits[0] <= timedelta(seconds=10)
    assert waits[-1] > 8 * waits[0]


def test_the_pause_doubles_with_jitter() -> None:
    for attempts, longest in ((1, 10), (2, 20), (ATTEMPTS, 5_120)):
        pauses = {pause_after(attempts).total_seconds() for _ in range(50)}
        assert len(pauses) > 1
        assert longest / 2 <= min(pauses) <= max(pauses) <= longest


async def test_what_an_exception_says_is_neither_kept_nor_logged(shop: Shop, caplog: pytest.LogCaptureFixture) -> None:
    shop.act = raising(ValueError("the password is swordfish"))
    await shop.put("j1")
    async with shop.worker():
        (job,) = await shop.ended("j1")
    assert job.error == "internal_error: ValueError"
    assert "ValueError" in caplog.text
    assert "swordfish" not in caplog.text


async def test_a_job_that_fails_does_not_keep_the_others_from_being_done(shop: Shop) -> None:
    async def act(task: RefreshTab) -> None:
        if task.tab == "bad":
            raise ValueError

    shop.act = act
    await shop.put("bad", "good")
    async with shop.worker():
        bad, good = await shop.ended("bad", "good")
    assert (bad.status, good.status) == ("waiting", "done")


async def test_a_server_that_stops_gives_its_jobs_back(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "FINISH_SECONDS", 0)
    shop.act = for_ever
    await shop.put("j1", key="k")
    async with shop.worker():
        await begun(shop, 1)
    back = await shop.job("j1")
    assert (back.status, back.attempts, back.holder, back.run_at) == ("waiting", 0, None, shop.clock.now())
    shop.act = nothing
    async with shop.worker():
        (job,) = await shop.ended("j1")
    assert (job.status, job.attempts) == ("done", 1)


async def test_what_is_nearly_done_when_the_server_stops_is_finished(shop: Shop) -> None:
    closing = asyncio.Event()

    async def act(_: RefreshTab) -> None:
        await closing.wait()
        await asyncio.sleep(0.01)

    shop.act = act
    await shop.put("j1")
    async with shop.worker():
        await begun(shop, 1)
        asyncio.get_running_loop().call_later(0.05, closing.set)
    assert (await shop.job("j1")).status == "done"


async def test_a_server_that_stops_begins_nothing_more(shop: Shop) -> None:
    async with shop.worker() as worker:
        await worker.close()
        await shop.put("j1")
        worker.nudge()
        await asyncio.sleep(0.05)
    assert shop.begun == []
    assert (await shop.job("j1")).attempts == 0


async def test_the_job_of_a_server_that_is_gone_is_done_by_another(shop: Shop) -> None:
    await shop.put("j1", status="running", attempts=1, holder="gone", lease_until=shop.clock.now() + LEASE)
    async with shop.worker() as worker:
        await shop.put("j2")
        worker.nudge()
        await shop.ended("j2")
        assert shop.begun == ["j2"]
        shop.clock.at += LEASE
        worker.nudge()
        (job,) = await shop.ended("j1")
    assert (job.status, job.attempts) == ("done", 2)


async def test_a_job_that_no_server_outlives_is_not_tried_for_ever(shop: Shop) -> None:
    await shop.put("j1", status="running", attempts=ATTEMPTS, holder="gone", lease_until=shop.clock.now())
    async with shop.worker():
        (job,) = await shop.ended("j1")
    assert (job.status, job.error) == ("dead", "internal_error: the server stopped")
    assert shop.begun == []


async def test_a_lease_lasts_as_long_as_the_work(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "EXTEND_SECONDS", 0.01)
    go = asyncio.Event()

    async def act(_: RefreshTab) -> None:
        await go.wait()

    async def extended() -> bool:
        return (await shop.job("j1")).lease_until == shop.clock.now() + LEASE

    shop.act = act
    await shop.put("j1")
    async with shop.worker():
        await begun(shop, 1)
        for _ in range(3):
            shop.clock.forward(seconds=50)
            await until(extended)
        now = shop.clock.now()
        assert await shop.store.write(lambda tx: tx.claim_jobs("another", now, now + LEASE, 5)) == []
        go.set()
        (job,) = await shop.ended("j1")
    assert job.status == "done"


async def test_who_lost_the_lease_stops_and_leaves_the_job_to_the_other(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "EXTEND_SECONDS", 0.01)
    stopped = asyncio.Event()

    async def act(_: RefreshTab) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()

    shop.act = act
    await shop.put("j1")
    async with shop.worker():
        await begun(shop, 1)
        late = shop.clock.now() + LEASE
        (taken,) = await shop.store.write(lambda tx: tx.claim_jobs("another", late, late + LEASE, 5))
        await stopped.wait()
    assert await shop.job("j1") == taken


async def test_an_error_of_the_store_ends_nothing(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(working, "LOOK_SECONDS", 0.01)
    await shop.put("j1")
    failing = Failing(shop.store)
    failing.failing_reads, failing.failing_writes = 3, 1
    other = Shop(failing, shop.clock)
    async with other.worker():
        (job,) = await shop.ended("j1")
        failing.failing_reads = 2
        await shop.put("j2")
        await shop.ended("j2")
    assert job.status == "done"
    assert other.begun == ["j1", "j2"]


async def test_an_error_while_a_job_is_settled_does_not_do_it_twice(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "LOOK_SECONDS", 0.01)
    failing = Failing(shop.store)

    async def act(_: RefreshTab) -> None:
        failing.failing_writes = 2

    other = Shop(failing, shop.clock, act)
    await shop.put("j1")
    async with other.worker():
        (job,) = await shop.ended("j1")
    assert (job.status, other.begun) == ("done", ["j1"])


@pytest.mark.parametrize("due", [True, False], ids=["no room for what is due", "nothing is due"])
async def test_the_worker_rests_while_there_is_nothing_it_could_begin(shop: Shop, due: bool) -> None:
    go = asyncio.Event()

    async def act(_: RefreshTab) -> None:
        await go.wait()

    failing = Failing(shop.store)
    other = Shop(failing, shop.clock, act)
    changes: dict[str, Any] = {} if due else {"run_at": shop.clock.now() + timedelta(hours=1)}
    await shop.put(*(f"j{number}" for number in range(AT_ONCE)))
    await shop.put("more", **changes)
    async with other.worker():
        await begun(other, AT_ONCE)
        before = failing.reads
        await asyncio.sleep(0.1)
        assert failing.reads - before < 5
        go.set()
