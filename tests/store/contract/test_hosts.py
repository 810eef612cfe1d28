"""Conversations in other hosts, their calls and events, and proposals."""

import asyncio
from datetime import timedelta

from liveapps.adapters.system import SystemIds
from liveapps.ports import Store, Tx
from tests.store.host_nouns import call, event, proposal, session
from tests.store.nouns import AT, LATER, panel, plain_row, template


async def test_a_conversation_is_opened_once_and_remembers_its_last_call(store: Store) -> None:
    later = LATER + timedelta(hours=1)
    first = await store.write(lambda tx: tx.open_host_session(session()))
    again = await store.write(lambda tx: tx.open_host_session(session("s2", opened_at=later, last_at=later)))
    assert first == session()
    assert again == session(last_at=later) == await store.read(lambda tx: tx.host_session("s1"))
    assert await store.read(lambda tx: tx.host_session("s2")) is None


async def test_conversations_of_people_and_of_hosts_are_apart_and_the_newest_come_first(store: Store) -> None:
    others = [
        session("s2", person="bia", last_at=AT + timedelta(hours=2)),
        session("s3", conversation="host:c2", last_at=AT + timedelta(hours=1)),
    ]
    for one in [session(), *others]:
        assert await store.write(lambda tx, one=one: tx.open_host_session(one)) == one
    assert [one.id for one in await store.read(lambda tx: tx.host_sessions(10))] == ["s2", "s3", "s1"]
    assert [one.id for one in await store.read(lambda tx: tx.host_sessions(1))] == ["s2"]


async def test_calls_of_one_conversation_are_counted_one_after_the_other(store: Store) -> None:
    """Who opens the conversation sees the calls of all that opened it before."""

    async def body(tx: Tx) -> int:
        kept = await tx.open_host_session(session(SystemIds().new()))
        count = len(await tx.host_calls(kept.id, 100))
        await tx.save_host_call(call(f"c{count}", session=kept.id))
        return count

    assert sorted(await asyncio.gather(*(store.write(body) for _ in range(10)))) == list(range(10))


async def test_a_call_comes_back_whole_with_what_became_of_it(store: Store) -> None:
    await store.write(lambda tx: tx.save_host_call(call(status="started", outcome=None)))
    await store.write(lambda tx: tx.save_host_call(call("c2")))
    await store.write(lambda tx: tx.save_host_call(call("c3", session="s2")))
    await store.write(lambda tx: tx.save_host_call(call()))
    assert await store.read(lambda tx: tx.host_calls("s1", 10)) == [call("c2"), call()]
    assert await store.read(lambda tx: tx.host_calls("s1", 1)) == [call("c2")]


async def test_an_event_comes_back_whole_and_once_told_is_no_longer_untold(store: Store) -> None:
    for one in (event(told_at=None), event("e2", told_at=None), event("e3", session="s2", told_at=None)):
        await store.write(lambda tx, one=one: tx.save_host_event(one))
    assert len(await store.read(lambda tx: tx.host_events("s1", untold=True))) == 2
    await store.write(lambda tx: tx.save_host_event(event()))
    assert await store.read(lambda tx: tx.host_events("s1")) == [event(), event("e2", told_at=None)]
    assert await store.read(lambda tx: tx.host_events("s1", untold=True)) == [event("e2", told_at=None)]


async def test_a_proposal_comes_back_whole_to_its_person_only(store: Store) -> None:
    assert await store.write(lambda tx: tx.add_proposal(proposal())) == proposal()
    assert await store.read(lambda tx: tx.proposal("ana", "x")) == proposal()
    assert await store.read(lambda tx: tx.proposal("bia", "x")) is None
    changed = proposal(status="stale", tokens=[])
    await store.write(lambda tx: tx.save_proposal(changed))
    assert await store.read(lambda tx: tx.proposal("ana", "x")) == changed


async def test_a_proposal_that_is_there_is_not_written_over_by_the_same_one(store: Store) -> None:
    await store.write(lambda tx: tx.add_proposal(proposal()))
    assert await store.write(lambda tx: tx.add_proposal(proposal(status="pending"))) == proposal()
    theirs = proposal(person="bia", status="pending")
    assert await store.write(lambda tx: tx.add_proposal(theirs)) == theirs


async def test_of_two_who_decide_at_once_the_second_sees_what_the_first_decided(store: Store) -> None:
    await store.write(lambda tx: tx.add_proposal(proposal(status="pending")))

    async def body(tx: Tx) -> str:
        found = await tx.proposal("ana", "x")
        assert found is not None
        if found.status == "pending":
            await tx.save_proposal(proposal())
        return found.status

    seen = await asyncio.gather(*(store.write(body) for _ in range(6)))
    assert sorted(seen) == ["confirmed"] * 5 + ["pending"]


async def test_what_was_proposed_about_a_row_is_forgotten_with_it(store: Store) -> None:
    gone = plain_row("r1", trashed_at=AT)

    async def body(tx: Tx) -> None:
        await tx.insert_panel(panel())
        await tx.save_rows("p1", [(gone, None), (plain_row("r2"), None)], template().collections)
        await tx.add_proposal(proposal())
        await tx.add_proposal(proposal("y", row="r2"))
        assert await tx.forget_rows("p1", ["r1", "r2"], LATER + timedelta(days=1)) == 1

    await store.write(body)
    assert await store.read(lambda tx: tx.proposal("ana", "x")) is None
    assert await store.read(lambda tx: tx.proposal("ana", "y")) is not None
