"""Threads, messages, runs, answers and readings."""

from datetime import timedelta
from typing import Any

import pytest

from liveapps.conversation.savings import Talk
from liveapps.conversation.threads import Answered, Body, Message, Run, Said, Sliced, Thread
from liveapps.panels.slices import Slice
from liveapps.ports import Store, Tx
from tests.store import nouns
from tests.store.nouns import AT, LATER, TAKEN


async def test_a_thread_comes_back_whole_and_takes_a_new_title(store: Store) -> None:
    await store.write(lambda tx: tx.save_thread(nouns.thread()))
    assert await store.read(lambda tx: tx.thread("th1")) == nouns.thread()
    renamed = nouns.thread(title="Outra", updated_at=AT + timedelta(days=1))
    await store.write(lambda tx: tx.save_thread(renamed))
    assert await store.read(lambda tx: tx.thread("th1")) == renamed
    assert await store.read(lambda tx: tx.thread("th2")) is None


async def test_messages_are_numbered_in_the_order_they_are_appended(store: Store) -> None:
    async def body(tx: Tx) -> list[Message]:
        placed = [await tx.append_message(nouns.message(name)) for name in ("m3", "m1", "m2")]
        await tx.append_message(nouns.message("m1", thread="th2"))
        return placed

    placed = await store.write(body)
    assert [(one.id, one.seq) for one in placed] == [("m3", 1), ("m1", 2), ("m2", 3)]
    assert await store.read(lambda tx: tx.messages("th1")) == placed
    assert [one.seq for one in await store.read(lambda tx: tx.messages("th2"))] == [1]


async def test_a_message_that_is_written_anew_keeps_its_place(store: Store) -> None:
    async def body(tx: Tx) -> Message:
        first = await tx.append_message(nouns.message("m1"))
        await tx.append_message(nouns.message("m2"))
        changed = first.model_copy(update={"body": Answered(text="**Cinco** clientes")})
        await tx.save_message(changed)
        return changed

    changed = await store.write(body)
    assert (await store.read(lambda tx: tx.messages("th1")))[0] == changed


async def test_a_run_comes_back_whole_and_only_running_ones_are_active(store: Store) -> None:
    active = running("run1")

    async def body(tx: Tx) -> None:
        await tx.save_run(active)
        await tx.save_run(nouns.run("run2", thread="th2"))

    await store.write(body)
    assert await store.read(lambda tx: tx.run("run2")) == nouns.run("run2", thread="th2")
    assert await store.read(lambda tx: tx.active_run("th1")) == active
    assert await store.read(lambda tx: tx.active_run("th2")) is None
    assert await store.read(lambda tx: tx.active_runs()) == [active]
    await store.write(lambda tx: tx.save_run(nouns.run("run1")))
    assert await store.read(lambda tx: tx.run("run1")) == nouns.run("run1")
    assert await store.read(lambda tx: tx.active_runs()) == []
    assert await store.read(lambda tx: tx.run("nobody")) is None


def running(name: str = "run", **changes: Any) -> Run:
    return nouns.run(name, status="running", ended_at=None, error=None, stop_asked=False, **changes)


async def test_the_last_runs_come_first_of_all_agents_or_of_one(store: Store) -> None:
    async def body(tx: Tx) -> None:
        for number, agent in enumerate(["sales", "support", "sales"]):
            await tx.save_run(nouns.run(f"run{number}", agent=agent, started_at=AT + timedelta(hours=number)))

    await store.write(body)
    assert [one.id for one in await store.read(lambda tx: tx.recent_runs(None, 2))] == ["run2", "run1"]
    assert [one.id for one in await store.read(lambda tx: tx.recent_runs("sales", 9))] == ["run2", "run0"]
    assert await store.read(lambda tx: tx.recent_runs("nobody", 9)) == []


async def test_only_a_run_that_has_not_ended_is_kept_alive_or_asked_to_stop(store: Store) -> None:
    over = nouns.run("over", stop_asked=False)

    async def body(tx: Tx) -> None:
        for one in (running("run1"), running("run2"), over):
            await tx.save_run(one)

    await store.write(body)
    later = LATER + timedelta(hours=1)

    async def touch(tx: Tx) -> None:
        await tx.keep_alive(["run1", "over"], later)
        await tx.ask_stop("run1")
        await tx.ask_stop("over")

    await store.write(touch)
    assert await store.read(lambda tx: tx.run("run1")) == running("run1", alive_until=later).model_copy(
        update={"stop_asked": True}
    )
    assert await store.read(lambda tx: tx.run("run2")) == running("run2")
    assert await store.read(lambda tx: tx.run("over")) == over
    found = await store.read(lambda tx: tx.still_to_do(["run1", "run2", "over", "nobody"]))
    assert found == {"run1": True, "run2": False}
    assert await store.read(lambda tx: tx.still_to_do([])) == {}


async def test_an_approval_comes_back_whole_and_those_of_a_thread_in_the_order_they_were_asked(store: Store) -> None:
    waiting = nouns.approval("ap1", status="waiting", decided_by=None, decided_at=None, goes_on=None, edited_from=None)

    async def body(tx: Tx) -> None:
        await tx.save_approval(nouns.approval("ap2"))
        await tx.save_approval(waiting)
        await tx.save_approval(nouns.approval("ap3", thread="th2"))

    await store.write(body)
    assert await store.read(lambda tx: tx.approval("ap1")) == waiting
    assert await store.read(lambda tx: tx.approvals("th1")) == [waiting, nouns.approval("ap2")]
    await store.write(lambda tx: tx.save_approval(nouns.approval("ap1")))
    assert await store.read(lambda tx: tx.approval("ap1")) == nouns.approval("ap1")
    assert await store.read(lambda tx: tx.approval("nobody")) is None
    assert await store.read(lambda tx: tx.approvals("th3")) == []


async def test_the_log_of_a_run_is_read_from_any_place(store: Store) -> None:
    events = [(number, f'{{"n":{number}}}') for number in range(1, 12)]

    async def body(tx: Tx) -> bool:
        await tx.save_run(running())
        await tx.append_run_events("run", 0, [event for _, event in events[:4]])
        return await tx.append_run_events("run", 4, [event for _, event in events[4:]])

    assert await store.write(body)
    assert await store.read(lambda tx: tx.run_events("run", 0)) == events
    assert await store.read(lambda tx: tx.run_events("run", 9)) == events[9:]
    assert await store.read(lambda tx: tx.run_events("other", 0)) == []


async def test_a_place_in_the_log_of_a_run_is_taken_once(store: Store) -> None:
    await store.write(lambda tx: tx.save_run(running()))
    await store.write(lambda tx: tx.append_run_events("run", 0, ['{"n":1}']))
    with pytest.raises(Exception, match=TAKEN):
        await store.write(lambda tx: tx.append_run_events("run", 0, ['{"n":2}']))


async def test_the_log_of_a_run_that_has_ended_does_not_change(store: Store) -> None:
    async def body(tx: Tx) -> bool:
        await tx.save_run(nouns.run())
        return await tx.append_run_events("run", 0, ['{"n":1}'])

    assert not await store.write(body)
    assert not await store.write(lambda tx: tx.append_run_events("nobody", 0, ['{"n":1}']))
    assert await store.read(lambda tx: tx.run_events("run", 0)) == []


async def test_an_answer_comes_back_whole_with_how_it_is_sliced(store: Store) -> None:
    plain = nouns.answer("a1", slice={})

    async def body(tx: Tx) -> None:
        await tx.save_answer(plain)
        await tx.save_answer(nouns.answer("a2"))
        await tx.save_answer(nouns.answer("a1"))
        await tx.save_answer(nouns.answer("a3", thread="th2"))

    await store.write(body)
    assert await store.read(lambda tx: tx.answer("a1")) == nouns.answer("a1")
    assert await store.read(lambda tx: tx.answers("th1")) == [nouns.answer("a1"), nouns.answer("a2")]
    assert await store.read(lambda tx: tx.answer("nobody")) is None


async def test_a_reading_comes_back_as_it_ended(store: Store) -> None:
    begun = nouns.reading(outcome="running", ended_at=None, rows=[], status=None)

    async def body(tx: Tx) -> None:
        await tx.save_reading(begun)
        await tx.save_reading(nouns.reading())
        await tx.save_reading(nouns.reading("reading 2"))
        await tx.save_reading(nouns.reading("reading 3", run=None, panel=None))

    await store.write(body)
    assert await store.read(lambda tx: tx.reading("reading")) == nouns.reading()
    assert [one.id for one in await store.read(lambda tx: tx.readings_of_run("run"))] == ["reading", "reading 2"]
    assert await store.read(lambda tx: tx.reading("nobody")) is None


async def test_calls_that_have_not_ended_are_found_oldest_first(store: Store) -> None:
    async def body(tx: Tx) -> None:
        for name, at in (("r1", LATER), ("r2", AT), ("r3", AT)):
            await tx.save_reading(nouns.reading(name, outcome="running", ended_at=None, started_at=at))
        await tx.save_reading(nouns.reading("r3"))

    await store.write(body)
    assert [one.id for one in await store.read(lambda tx: tx.open_readings(LATER))] == ["r2", "r1"]
    assert [one.id for one in await store.read(lambda tx: tx.open_readings(AT))] == ["r2"]


async def test_a_run_without_end_or_error_comes_back_without_them(store: Store) -> None:
    bare = Run(id="run", thread="th1", agent="sales", status="running", started_at=AT)
    await store.write(lambda tx: tx.save_run(bare))
    assert await store.read(lambda tx: tx.run("run")) == bare


async def test_what_was_said_and_cut_is_counted_by_agent(store: Store) -> None:
    def message(thread: str, number: int, body: Body) -> Message:
        return Message(id=f"{thread}-{number}", thread=thread, seq=number, at=AT, body=body)

    async def fill(tx: Tx) -> None:
        for name, agent, deleted in (("th1", "sales", None), ("th2", "sales", AT), ("th3", "stock", None)):
            plain = Thread(id=name, agent=agent, owner="ana", created_at=AT, updated_at=AT, deleted_at=deleted)
            await tx.save_thread(plain)
            await tx.append_message(message(name, 1, Said(text="Oi")))
            await tx.append_message(message(name, 2, Said(text="E?")))
            cut = Sliced(answer="a1", words="só SP", slice=Slice(), shown=1, total=2)
            await tx.append_message(message(name, 3, cut))
            await tx.append_message(message(name, 4, Answered(text="said")))

    await store.write(fill)
    assert await store.read(lambda tx: tx.talk("sales")) == Talk(threads=1, said=2, sliced=1)
    assert await store.read(lambda tx: tx.talk(None)) == Talk(threads=2, said=4, sliced=2)
    assert await store.read(lambda tx: tx.talk("nobody")) == Talk(threads=0, said=0, sliced=0)
