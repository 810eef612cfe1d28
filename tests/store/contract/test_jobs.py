"""Jobs that a write left for later, and the leases of those who do them."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

from liveapps.panels.jobs import Job, MailAlert, RefreshTab
from liveapps.ports import Store, Tx
from tests.store.nouns import AT, LATER

LEASE = timedelta(minutes=1)


def job(name: str = "j1", /, **changes: Any) -> Job:
    plain = Job(id=name, task=RefreshTab(panel="p1", tab="main"), run_at=AT, created_at=AT)
    return plain.model_copy(update=changes)


async def put(store: Store, *jobs: Job) -> None:
    async def body(tx: Tx) -> None:
        for one in jobs:
            await tx.put_job(one)

    await store.write(body)


async def claim(store: Store, holder: str = "one", at: datetime = AT, limit: int = 10) -> list[Job]:
    return await store.write(lambda tx: tx.claim_jobs(holder, at, at + LEASE, limit))


async def names(store: Store) -> list[str]:
    return [one.id for one in await store.read(lambda tx: tx.jobs(None, 100))]


async def settle(store: Store, ended: Job, holder: str = "one") -> bool:
    return await store.write(lambda tx: tx.settle_job(ended, holder))


async def test_a_job_comes_back_whole(store: Store) -> None:
    mail = MailAlert(panel="p1", alert="many", title="São", person="ana", status="alerting", value=21.5, at=LATER)
    whole = job(
        task=mail,
        key="mail",
        status="dead",
        run_at=LATER,
        attempts=8,
        holder="one",
        lease_until=LATER,
        error="tool_failed: ç",
        ended_at=LATER,
    )
    await put(store, whole, job("j2"))
    assert await store.read(lambda tx: tx.job("j1")) == whole
    assert await store.read(lambda tx: tx.job("nothing")) is None
    assert await store.read(lambda tx: tx.jobs(None, 10)) == [job("j2"), whole]
    assert await store.read(lambda tx: tx.jobs("dead", 10)) == [whole]
    assert await names(store) == ["j2", "j1"]
    assert [one.id for one in await store.read(lambda tx: tx.jobs(None, 1))] == ["j2"]


async def test_what_is_due_is_claimed_oldest_first_and_nothing_before_its_time(store: Store) -> None:
    """Also within one second: times are compared as times, however they are written."""
    at = AT + timedelta(milliseconds=500)
    await put(store, job("j1", run_at=at), job("j2", run_at=AT), job("j3", run_at=at + timedelta(microseconds=1)))
    assert [one.id for one in await claim(store, at=AT)] == ["j2"]
    (claimed,) = await claim(store, at=at)
    assert claimed == job(run_at=at, status="running", attempts=1, holder="one", lease_until=at + LEASE)
    assert await claim(store, at=at) == []


async def test_no_more_are_claimed_than_asked_for(store: Store) -> None:
    await put(store, *(job(f"j{number}", run_at=AT + timedelta(seconds=9 - number)) for number in range(5)))
    late = AT + timedelta(minutes=1)
    assert [one.id for one in await claim(store, at=late, limit=2)] == ["j4", "j3"]
    assert [one.id for one in await claim(store, at=late, limit=9)] == ["j2", "j1", "j0"]


async def test_no_two_holders_get_one_job_and_none_is_missed(store: Store) -> None:
    await put(store, *(job(f"j{number:03}") for number in range(100)))
    got = await asyncio.gather(*(claim(store, f"holder {number}", limit=7) for number in range(20)))
    claimed = [one.id for some in got for one in some]
    assert len(claimed) == len(set(claimed))
    while more := await claim(store, "last", limit=7):
        claimed += [one.id for one in more]
    assert sorted(claimed) == [f"j{number:03}" for number in range(100)]


async def test_a_lease_that_ran_out_lets_another_have_the_job(store: Store) -> None:
    await put(store, job())
    await claim(store, "one")
    assert await claim(store, "two", AT + LEASE - timedelta(microseconds=1)) == []
    (taken,) = await claim(store, "two", AT + LEASE)
    assert (taken.id, taken.holder, taken.attempts) == ("j1", "two", 2)


async def test_an_extended_lease_keeps_the_job(store: Store) -> None:
    await put(store, job())
    await claim(store, "one")
    until = AT + 2 * LEASE
    assert await store.write(lambda tx: tx.extend_lease("j1", "one", until)) is True
    assert await store.write(lambda tx: tx.extend_lease("j1", "two", until + LEASE)) is False
    assert await claim(store, "two", AT + LEASE) == []
    assert len(await claim(store, "two", until)) == 1
    assert await store.write(lambda tx: tx.extend_lease("j1", "one", until + LEASE)) is False


async def test_who_lost_the_lease_cannot_settle_the_job(store: Store) -> None:
    await put(store, job())
    (first,) = await claim(store, "one")
    await claim(store, "two", AT + LEASE)
    done = first.model_copy(update={"status": "done", "ended_at": LATER, "lease_until": None})
    assert await settle(store, done, "one") is False
    assert await settle(store, done, "two") is True
    assert await store.read(lambda tx: tx.job("j1")) == done
    assert await settle(store, done.model_copy(update={"status": "dead"}), "two") is False
    assert await claim(store, "three", AT + 9 * LEASE) == []


async def test_a_job_that_is_to_be_tried_again_waits_until_then(store: Store) -> None:
    await put(store, job(key="k"))
    (first,) = await claim(store)
    again = first.model_copy(
        update={"status": "waiting", "run_at": AT + LEASE, "holder": None, "lease_until": None, "error": "no answer"}
    )
    assert await settle(store, again) is True
    assert await store.read(lambda tx: tx.job("j1")) == again
    assert await claim(store, at=AT) == []
    assert [(one.attempts, one.error) for one in await claim(store, at=AT + LEASE)] == [(2, "no answer")]


async def test_only_one_job_waits_under_a_key_and_a_later_one_moves_it(store: Store) -> None:
    other = job("j9", key="other", run_at=LATER)
    await put(store, job("j1", key="k"), other)
    moved = job("j2", key="k", run_at=LATER)
    assert await store.write(lambda tx: tx.put_job(moved)) is False
    assert await store.write(lambda tx: tx.put_job(job("j3"))) is True
    assert await store.write(lambda tx: tx.put_job(job("j4"))) is True
    assert await names(store) == ["j9", "j4", "j3", "j1"]
    assert await store.read(lambda tx: tx.job("j1")) == job("j1", key="k", run_at=LATER)
    assert await store.read(lambda tx: tx.due_times(["k", "other", "none"])) == {"k": LATER, "other": LATER}


async def test_many_who_put_one_key_at_once_leave_one_waiting(store: Store) -> None:
    added = await asyncio.gather(
        *(store.write(lambda tx, n=n: tx.put_job(job(f"j{n:02}", key="k"))) for n in range(20))
    )
    assert sum(added) == 1
    assert len(await names(store)) == 1


async def test_while_a_job_is_done_the_next_may_wait_under_its_key(store: Store) -> None:
    await put(store, job("j1", key="k"))
    (running,) = await claim(store)
    assert await store.write(lambda tx: tx.put_job(job("j2", key="k", run_at=AT + LEASE))) is True
    assert await names(store) == ["j2", "j1"]

    # Given back, it does not wait beside the other: that one is done in its place.
    back = running.model_copy(update={"status": "waiting", "holder": None, "lease_until": None, "error": "broke"})
    assert await settle(store, back) is True
    assert await store.read(lambda tx: tx.jobs(None, 10)) == [job("j2", key="k", attempts=1, error="broke")]


async def test_a_job_is_taken_back_by_its_key_only_while_it_waits(store: Store) -> None:
    await put(store, job("j1", key="k"), job("j2", key="other"), job("j3"))
    await store.write(lambda tx: tx.drop_job("k"))
    await store.write(lambda tx: tx.drop_job("k"))
    assert await names(store) == ["j3", "j2"]
    await claim(store)
    await store.write(lambda tx: tx.drop_job("other"))
    assert await names(store) == ["j3", "j2"]


async def test_a_dead_job_can_be_tried_again_and_no_other(store: Store) -> None:
    dead = job("j1", key="k", status="dead", attempts=8, holder="one", error="broke", ended_at=AT)
    await put(store, dead, job("j2", status="done", ended_at=AT), job("j3", key="busy"))
    tried = await asyncio.gather(*(store.write(lambda tx: tx.retry_job("j1", LATER)) for _ in range(2)))
    assert sorted(tried) == [False, True]
    assert await store.read(lambda tx: tx.job("j1")) == job("j1", key="k", run_at=LATER)
    assert [await store.write(lambda tx, n=n: tx.retry_job(n, LATER)) for n in ("j2", "j3", "j4")] == [False] * 3

    await put(store, job("j5", key="busy", status="dead", ended_at=AT))
    assert await store.write(lambda tx: tx.retry_job("j5", LATER)) is True
    assert await store.read(lambda tx: tx.job("j3")) == job("j3", key="busy", run_at=LATER)
    assert await names(store) == ["j3", "j2", "j1"]


async def test_one_learns_when_there_will_be_something_to_do(store: Store) -> None:
    assert await store.read(lambda tx: tx.next_job_at()) is None
    await put(store, job("j0", status="done", ended_at=AT), job("j1"), job("j2", run_at=AT + 5 * LEASE))
    assert await store.read(lambda tx: tx.next_job_at()) == AT
    await claim(store)
    assert await store.read(lambda tx: tx.next_job_at()) == AT + LEASE
    await store.write(lambda tx: tx.extend_lease("j1", "one", AT + 9 * LEASE))
    assert await store.read(lambda tx: tx.next_job_at()) == AT + 5 * LEASE


async def test_jobs_that_ended_before_a_moment_are_forgotten_and_no_others(store: Store) -> None:
    await put(
        store,
        job("j1", status="done", ended_at=AT),
        job("j2", status="dead", ended_at=AT),
        job("j3", status="done", ended_at=LATER),
        job("j4"),
    )
    assert await store.write(lambda tx: tx.forget_jobs(AT)) == 0
    assert await store.write(lambda tx: tx.forget_jobs(LATER)) == 2
    assert await names(store) == ["j4", "j3"]


async def take(store: Store, holder: str, at: datetime = AT, name: str = "refresh") -> bool:
    return await store.write(lambda tx: tx.take_lease(name, holder, at, at + LEASE))


async def test_a_lease_has_one_holder_until_it_is_dropped(store: Store) -> None:
    taken = await asyncio.gather(*(take(store, f"holder {number}") for number in range(20)))
    assert sum(taken) == 1
    holder = f"holder {taken.index(True)}"
    await store.write(lambda tx: tx.drop_lease("refresh", "someone else"))
    assert await take(store, "next") is False
    assert await take(store, "next", name="another") is True
    await store.write(lambda tx: tx.drop_lease("refresh", holder))
    assert await take(store, "next") is True


async def test_a_lease_that_is_taken_again_by_its_holder_lasts_longer(store: Store) -> None:
    assert await take(store, "one") is True
    assert await take(store, "one", AT + LEASE / 2) is True
    assert await take(store, "two", AT + LEASE) is False
    assert await take(store, "two", AT + LEASE * 1.5) is True
    assert await take(store, "one", AT + LEASE * 1.5) is False
