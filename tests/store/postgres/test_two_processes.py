"""Two processes work on one database as one does alone: nothing is lost, nothing done twice, no limit passed."""

import asyncio
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from liveapps.conversation.threads import Run
from liveapps.ports import Tx
from liveapps.writing.writes import RestorePanel, TrashPanel
from tests.store import nouns
from tests.store.nouns import LATER
from tests.store.postgres.house import Process

Both = tuple[Process, Process]


def codes(done: Iterable[object]) -> list[str]:
    """The codes of those that were refused."""
    return [str(getattr(one, "code", one)) for one in done if isinstance(one, BaseException)]


async def test_increments_from_both_sum_exactly(both: Both) -> None:
    first, second = both
    panel = await first.create()
    (row,) = (await first.add(panel, code="C-1", revenue=0)).added
    for _ in range(200):
        await asyncio.gather(first.more(panel, row, revenue=1), second.more(panel, row, revenue=0.01))
    (kept,) = await second.rows(panel)
    assert kept.values["revenue"] == 202
    assert kept.version == 402


async def test_writes_at_once_on_one_panel_all_succeed_and_leave_no_gap_in_its_versions(both: Both) -> None:
    panel = await both[0].create()
    done = await asyncio.gather(*(both[n % 2].add(panel, code=f"C-{n}") for n in range(32)))
    assert sorted(receipt.version for receipt in done) == list(range(2, 34))
    kept = await both[1].rows(panel)
    assert len(kept) == len({row.position for row in kept}) == 32
    later = await both[0].store.read(lambda tx: tx.versions_after(panel, 1))
    assert [version.version for version in later] == list(range(33, 1, -1))


async def test_creators_at_once_do_not_pass_the_limit_of_an_agent(both: Both) -> None:
    """Also when the agent has no panel yet, so that there is none to lock."""
    done = await asyncio.gather(*(both[n % 2].create() for n in range(10)), return_exceptions=True)
    assert codes(done) == ["limit_reached"] * 7
    assert await both[0].store.read(lambda tx: tx.count_panels("sales")) == 3


async def test_panels_that_come_back_from_the_trash_at_once_do_not_pass_it_either(both: Both) -> None:
    trashed = [await both[0].create() for _ in range(3)]
    for panel in trashed:
        await both[0].write(TrashPanel(panel=panel))
    await both[0].create()
    await both[0].create()
    done = await asyncio.gather(
        *(both[n].write(RestorePanel(panel=trashed[n])) for n in range(2)), return_exceptions=True
    )
    assert codes(done) == ["limit_reached"]


async def test_creators_for_different_agents_are_all_served(both: Both) -> None:
    await asyncio.gather(*(both[n % 2].create(f"agent {n}") for n in range(10)))
    assert len(await both[0].store.read(lambda tx: tx.panels())) == 10


async def test_one_request_sent_to_both_at_once_is_done_once_and_both_learn_the_same(both: Both) -> None:
    """The second one would be refused for its key if it did not wait for the receipt of the first."""
    panel = await both[0].create()
    for number in range(20):
        first, second = await asyncio.gather(
            *(one.add(panel, key=f"request {number}", code=f"C-{number}") for one in both)
        )
        assert first.added == second.added
        assert sorted([first.replayed, second.replayed]) == [False, True]
    assert len(await both[0].rows(panel)) == 20


async def test_a_refused_request_leaves_its_key_free(both: Both) -> None:
    panel = await both[0].create()
    await both[0].add(panel, code="C-1")
    refused = await asyncio.gather(*(one.add(panel, key="k", code="C-1") for one in both), return_exceptions=True)
    assert codes(refused) == ["duplicate_key"] * 2
    assert (await both[1].add(panel, key="k", code="C-2")).replayed is False


async def test_messages_appended_by_both_at_once_get_a_place_each(both: Both) -> None:
    await both[0].store.write(lambda tx: tx.save_thread(nouns.thread()))
    await asyncio.gather(
        *(both[n % 2].store.write(lambda tx, n=n: tx.append_message(nouns.message(f"m{n}"))) for n in range(20))
    )
    kept = await both[0].store.read(lambda tx: tx.messages("th1"))
    assert [message.seq for message in kept] == list(range(1, 21))


async def test_a_thread_that_both_would_start_a_run_in_takes_one(both: Both) -> None:
    async def start(tx: Tx, run: Run) -> bool:
        thread = await tx.thread("th1")
        assert thread is not None
        await tx.save_thread(thread)
        if await tx.active_run("th1") is not None:
            return False
        await tx.save_run(run)
        return True

    await both[0].store.write(lambda tx: tx.save_thread(nouns.thread()))
    runs = [nouns.run(f"run{n}", status="running", ended_at=None, error=None) for n in range(8)]
    started = await asyncio.gather(
        *(both[n % 2].store.write(lambda tx, run=run: start(tx, run)) for n, run in enumerate(runs))
    )
    assert sum(started) == 1


async def test_two_who_change_different_things_of_a_thread_at_once_both_succeed(both: Both) -> None:
    async def change(tx: Tx, **changes: Any) -> None:
        thread = await tx.thread("th1")
        assert thread is not None
        await tx.save_thread(thread.model_copy(update=changes))

    await both[0].store.write(lambda tx: tx.save_thread(nouns.thread()))
    for number in range(30):
        title, at = f"Título {number}", LATER + timedelta(days=number)
        await asyncio.gather(
            both[0].store.write(lambda tx, title=title: change(tx, title=title)),
            both[1].store.write(lambda tx, at=at: change(tx, updated_at=at)),
        )
        kept = await both[0].store.read(lambda tx: tx.thread("th1"))
        assert kept is not None
        assert (kept.title, kept.updated_at) == (title, at)


async def test_workspaces_on_one_database_see_nothing_of_each_other(both: Both, one: Process) -> None:
    panel = await both[0].create()
    await both[0].add(panel, code="C-1")
    assert await one.store.read(lambda tx: tx.panel(panel)) is None
    assert await one.store.read(lambda tx: tx.rows(panel, "customers")) == []
    assert await one.store.read(lambda tx: tx.panels()) == []
