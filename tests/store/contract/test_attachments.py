"""Files of people."""

from datetime import timedelta

from liveapps.conversation.files import Attachment, ReadFile
from liveapps.panels.sheets import read_sheet
from liveapps.ports import Store, Tx
from tests.store import nouns
from tests.store.nouns import AT, attachment

DAY = timedelta(days=1)
SHEET = read_sheet("Plan1", [["Nome"], ["Ação ✓"]], locale="pt-BR", time_zone="UTC")
assert SHEET
READ = ReadFile(kind="rows", sheets=[SHEET])
CONTENT = bytes(range(256)) * 3


async def keep(store: Store, *files: Attachment) -> None:
    async def body(tx: Tx) -> None:
        for one in files:
            await tx.put_attachment(one, READ, CONTENT)

    await store.write(body)


async def test_a_file_comes_back_byte_by_byte_with_what_was_read_from_it(store: Store) -> None:
    await keep(store, attachment())
    assert await store.read(lambda tx: tx.attachment("at1")) == attachment()
    assert await store.read(lambda tx: tx.attachment_content("at1")) == CONTENT
    assert await store.read(lambda tx: tx.attachment_read("at1")) == READ
    for verb in ("attachment", "attachment_content", "attachment_read"):
        assert await store.read(lambda tx, verb=verb: getattr(tx, verb)("nobody")) is None


async def test_the_files_of_a_person_are_weighed_together(store: Store) -> None:
    await keep(store, attachment("at1", size=10), attachment("at2", size=5), attachment("at3", size=99, owner="bia"))
    assert await store.read(lambda tx: tx.bytes_of("ana")) == 15
    assert await store.read(lambda tx: tx.bytes_of("nobody")) == 0


async def test_a_file_belongs_to_the_first_thread_it_was_sent_in(store: Store) -> None:
    await keep(store, attachment())
    assert not await store.read(lambda tx: tx.is_sent("at1"))
    for thread in ("th1", "th2"):
        await store.write(lambda tx, thread=thread: tx.send_attachment("at1", thread))
    assert await store.read(lambda tx: tx.is_sent("at1"))
    await store.write(lambda tx: tx.forget_thread("th2"))
    assert await store.read(lambda tx: tx.attachment("at1")) is not None


async def test_a_dropped_file_is_gone(store: Store) -> None:
    await keep(store, attachment(), attachment("at2"))
    await store.write(lambda tx: tx.drop_attachment("at1"))
    assert await store.read(lambda tx: tx.attachment_content("at1")) is None
    assert await store.read(lambda tx: tx.attachment_content("at2")) == CONTENT


async def test_old_files_are_due(store: Store) -> None:
    await keep(store, attachment("at1"), attachment("at2", at=AT + 2 * DAY))
    due = await store.read(lambda tx: tx.due("attachments", AT + DAY, 10))
    assert [key for _, key in due] == ["at1"]
    await store.write(lambda tx: tx.forget("attachments", due))
    assert await store.read(lambda tx: tx.due("attachments", AT + DAY, 10)) == []
    assert await store.read(lambda tx: tx.attachment("at2")) is not None


async def test_a_forgotten_thread_leaves_nothing_but_the_ledger(store: Store) -> None:
    await keep(store, attachment())

    async def body(tx: Tx) -> None:
        for name in ("th1", "th2"):
            await tx.save_thread(nouns.thread(name, deleted_at=AT))
            await tx.append_message(nouns.message(f"m {name}", thread=name))
            await tx.save_run(nouns.run(f"run {name}", thread=name, status="running"))
            await tx.append_run_events(f"run {name}", 0, ['{"n":1}'])
            await tx.save_answer(nouns.answer(f"a {name}", thread=name))
            await tx.save_reading(nouns.reading(f"r {name}", run=f"run {name}"))
        await tx.send_attachment("at1", "th1")

    await store.write(body)
    assert await store.read(lambda tx: tx.threads_in_old_trash(AT + DAY)) == ["th1", "th2"]
    assert await store.read(lambda tx: tx.threads_in_old_trash(AT - DAY)) == []
    await store.write(lambda tx: tx.forget_thread("th1"))

    assert await _left_of(store, "th1") == (None, [], None, [], None)
    assert await store.read(lambda tx: tx.attachment("at1")) is None
    assert await store.read(lambda tx: tx.reading("r th1")) is not None
    assert None not in await _left_of(store, "th2")


async def _left_of(store: Store, name: str) -> tuple[object, ...]:
    async def body(tx: Tx) -> tuple[object, ...]:
        return (
            await tx.thread(name),
            await tx.messages(name),
            await tx.run(f"run {name}"),
            await tx.run_events(f"run {name}", 0),
            await tx.answer(f"a {name}"),
        )

    return await store.read(body)
