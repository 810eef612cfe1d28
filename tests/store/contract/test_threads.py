"""Threads as their owner lists and searches them, and what was said before it was said otherwise."""

from collections.abc import Sequence
from datetime import timedelta

import pytest

from liveapps.conversation.files import SaidFile
from liveapps.conversation.threads import Answered, Called, Message, Said, Shown, Sliced
from liveapps.panels.slices import Slice
from liveapps.ports import Store, ThreadFound, Tx
from tests.store import nouns
from tests.store.nouns import AT, LATER

FILE = SaidFile(attachment="at1", name="Orçamento 2026.csv", size=10, kind="rows", rows=1)


async def say(store: Store, thread: str, *bodies: Said | Answered | Called | Shown | Sliced) -> list[Message]:
    async def body(tx: Tx) -> list[Message]:
        if await tx.thread(thread) is None:
            await tx.save_thread(nouns.thread(thread, title=""))
        return [
            await tx.append_message(nouns.message(f"{thread} {number}", thread=thread, body=one))
            for number, one in enumerate(bodies)
        ]

    return await store.write(body)


async def found(store: Store, *terms: str, owner: str = "ana", limit: int = 100) -> dict[str, ThreadFound]:
    listed = await store.read(lambda tx: tx.threads(owner, terms, limit))
    return {one.thread.id: one for one in listed}


async def keep(store: Store, *threads: tuple[str, dict[str, object]]) -> None:
    async def body(tx: Tx) -> None:
        for name, changes in threads:
            await tx.save_thread(nouns.thread(name, **changes))

    await store.write(body)


async def test_the_threads_of_a_person_start_with_pinned_ones_then_the_newest(store: Store) -> None:
    day = timedelta(days=1)
    await keep(
        store,
        ("th1", {"updated_at": AT}),
        ("th2", {"updated_at": AT + day}),
        ("th3", {"owner": "bia"}),
        ("th4", {"updated_at": AT - day, "pinned": True}),
        ("th5", {"deleted_at": LATER}),
    )
    assert list(await found(store)) == ["th4", "th2", "th1"]
    assert list(await found(store, limit=2)) == ["th4", "th2"]


async def test_a_thread_comes_back_with_all_that_is_known_of_it(store: Store) -> None:
    whole = nouns.thread(pinned=True, seen=7, deleted_at=LATER)
    await store.write(lambda tx: tx.save_thread(nouns.thread()))
    await store.write(lambda tx: tx.save_thread(whole))
    assert await store.read(lambda tx: tx.thread("th1")) == whole
    assert await store.write(lambda tx: tx.thread("th1")) == whole


@pytest.mark.parametrize(
    ("terms", "threads"),
    [
        (["sao"], ["th1", "th2"]),
        (["sao", "paulo"], ["th1"]),
        (["riotur"], ["th1"]),
        (["orcamento"], ["th2"]),
        (["sp"], ["th2"]),
        (["100%"], ["th1"]),
        (["_"], []),
        (["crm.list"], []),
        (["sao", "orcamento"], []),
    ],
)
async def test_a_search_finds_titles_and_what_was_said_in_one_message(
    store: Store, terms: Sequence[str], threads: list[str]
) -> None:
    await say(store, "th1", Said(text="Clientes de SÃO PAULO"), Answered(text="A **Riotur** subiu 100%"))
    called = Called(call="c", tool="crm.list", preview="são paulo riotur")
    sliced = Sliced(answer="a1", words="só SP", slice=Slice(), shown=1, total=2)
    await say(store, "th2", Said(text="", files=[FILE]), called, sliced)
    await keep(store, ("th2", {"title": "Visão São geral"}))
    assert sorted(await found(store, *terms)) == threads


async def test_a_search_brings_the_last_message_that_holds_its_words(store: Store) -> None:
    said = await say(store, "th1", Said(text="Riotur?"), Answered(text="A Riotur está aqui"), Answered(text="Fim"))
    assert (await found(store, "riotur"))["th1"].message == said[1]
    assert (await found(store))["th1"].message is None


async def test_what_a_person_said_is_no_news_and_what_they_saw_is_none_any_more(store: Store) -> None:
    await say(store, "th1", Said(text="Oi"))
    assert not (await found(store))["th1"].unread
    last = (await say(store, "th1", Said(text="Oi"), Answered(text="Olá")))[-1]
    assert (await found(store))["th1"].unread
    await keep(store, ("th1", {"seen": last.seq - 1}))
    assert (await found(store))["th1"].unread
    await keep(store, ("th1", {"seen": last.seq}))
    assert not (await found(store))["th1"].unread


async def test_the_state_of_a_thread_is_that_of_its_last_run(store: Store) -> None:
    await keep(store, ("th1", {}))
    assert (await found(store))["th1"].run is None
    await store.write(lambda tx: tx.save_run(nouns.run("run 2", status="failed", started_at=AT)))
    await store.write(lambda tx: tx.save_run(nouns.run("run 1", status="waiting", started_at=AT + timedelta(days=1))))
    assert (await found(store))["th1"].run == "waiting"


async def test_what_is_set_aside_no_longer_counts_and_stays_readable(store: Store) -> None:
    bodies = (Said(text="a"), Shown(answer="a1"), Said(text="b"), Shown(answer="a2"), Answered(text="riotur"))
    said = await say(store, "th1", *bodies)
    await store.write(lambda tx: tx.save_answer(nouns.answer("a1")))
    await store.write(lambda tx: tx.save_answer(nouns.answer("a2")))
    await store.write(lambda tx: tx.set_aside("th1", said[2].seq))
    await store.write(lambda tx: tx.save_answer(nouns.answer("a2", slice={})))

    assert await store.read(lambda tx: tx.messages("th1")) == said[:2]
    assert await store.read(lambda tx: tx.messages_set_aside("th1")) == [(1, one) for one in said[2:]]
    assert await store.read(lambda tx: tx.answers("th1")) == [nouns.answer("a1")]
    assert await store.read(lambda tx: tx.answers_set_aside("th1", 1)) == [nouns.answer("a2", slice={})]
    assert await found(store, "riotur") == {}
    assert (await found(store))["th1"].unread


async def test_each_attempt_has_its_own_number_and_later_messages_go_on_counting(store: Store) -> None:
    said = await say(store, "th1", Said(text="a"), Answered(text="b"))
    await store.write(lambda tx: tx.set_aside("th1", said[1].seq))
    again = await store.write(lambda tx: tx.append_message(nouns.message("c")))
    assert again.seq == said[1].seq + 1
    await store.write(lambda tx: tx.set_aside("th1", said[0].seq))
    await store.write(lambda tx: tx.set_aside("th1", said[0].seq))
    numbers = [number for number, _ in await store.read(lambda tx: tx.messages_set_aside("th1"))]
    assert numbers == [2, 1, 2]


async def test_setting_aside_leaves_other_threads_alone(store: Store) -> None:
    await say(store, "th1", Said(text="a"))
    other = await say(store, "th2", Said(text="b"))
    await store.write(lambda tx: tx.set_aside("th1", 0))
    assert await store.read(lambda tx: tx.messages("th2")) == other
