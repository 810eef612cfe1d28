"""Panels, what is known of their blocks, their history, notes, receipts and grants come back as they were kept."""

from datetime import timedelta

import pytest

from liveapps.panels.history import RowBefore, Version
from liveapps.panels.panel import Panel
from liveapps.people.policy import RowScope
from liveapps.ports import Store, Tx
from tests.store import nouns
from tests.store.nouns import AT, LATER, TAKEN

ALL = RowScope(everything=True)


async def test_a_panel_comes_back_whole(store: Store) -> None:
    kept = nouns.panel(trashed_at=LATER)
    await store.write(lambda tx: tx.insert_panel(kept))
    assert await store.read(lambda tx: tx.panel("p1")) == kept
    assert await store.write(lambda tx: tx.lock_panel("p1")) == kept
    assert await store.read(lambda tx: tx.panel("p2")) is None


async def test_a_changed_panel_replaces_the_one_that_was_kept(store: Store) -> None:
    changed = nouns.panel(version=9, template_version=5, template=nouns.template(title="Outra"), updated_at=LATER)

    async def body(tx: Tx) -> None:
        await tx.insert_panel(nouns.panel())
        await tx.save_panel(changed)

    await store.write(body)
    assert await store.read(lambda tx: tx.panel("p1")) == changed


async def test_a_new_panel_never_takes_the_place_of_another(store: Store) -> None:
    await store.write(lambda tx: tx.insert_panel(nouns.panel()))
    with pytest.raises(Exception, match=TAKEN):
        await store.write(lambda tx: tx.insert_panel(nouns.panel(owner="bia")))
    assert await store.read(lambda tx: tx.panel("p1")) == nouns.panel()


async def test_the_list_of_panels_and_their_count_leave_the_trash_out_and_start_with_the_newest(store: Store) -> None:
    panels = [
        nouns.panel("p1", updated_at=AT),
        nouns.panel("p2", updated_at=AT + timedelta(days=1)),
        nouns.panel("p3", trashed_at=AT),
        nouns.panel("p4", agent="other", updated_at=AT - timedelta(days=1)),
    ]

    async def body(tx: Tx) -> None:
        for one in panels:
            await tx.insert_panel(one)

    async def seen(tx: Tx) -> tuple[list[Panel], int, int]:
        return await tx.panels(), await tx.count_panels("sales"), await tx.count_panels("nobody")

    await store.write(body)
    found, of_sales, of_nobody = await store.read(seen)
    assert [one.id for one in found] == ["p2", "p1", "p4"]
    assert (of_sales, of_nobody) == (2, 0)


async def test_the_trash_lists_the_panels_in_it_the_last_one_first(store: Store) -> None:
    async def body(tx: Tx) -> None:
        await tx.insert_panel(nouns.panel("p1", trashed_at=AT))
        await tx.insert_panel(nouns.panel("p2"))
        await tx.insert_panel(nouns.panel("p3", trashed_at=AT + timedelta(days=1)))

    await store.write(body)
    assert await store.read(lambda tx: tx.panels_in_trash()) == [
        nouns.panel("p3", trashed_at=AT + timedelta(days=1)),
        nouns.panel("p1", trashed_at=AT),
    ]


async def test_what_is_known_of_blocks_comes_back_whole(store: Store) -> None:
    await store.write(lambda tx: tx.save_states("p1", nouns.states()))
    found = await store.read(lambda tx: tx.states("p1"))
    assert sorted(found, key=lambda state: state.target) == nouns.states()
    some = await store.read(lambda tx: tx.states("p1", ["summary", "unknown"]))
    assert [state.target for state in some] == ["summary"]
    assert await store.read(lambda tx: tx.states("p2")) == []


async def test_a_count_too_large_for_any_integer_is_kept_all_the_same(store: Store) -> None:
    """A source may declare nonsense; a panel that once heard it must still take writes."""
    first = nouns.states()[0]
    assert first.freshness is not None
    huge = first.model_copy(update={"freshness": first.freshness.model_copy(update={"declared": 10**30})})

    async def body(tx: Tx) -> None:
        await tx.save_states("p1", [huge])
        await tx.append_version(nouns.version(states=[huge]))

    await store.write(body)
    assert await store.read(lambda tx: tx.states("p1")) == [huge]
    kept = await store.read(lambda tx: tx.version("p1", 4))
    assert kept is not None
    assert kept.states == [huge]


async def test_a_version_comes_back_whole(store: Store) -> None:
    await store.write(lambda tx: tx.append_version(nouns.version()))
    assert await store.read(lambda tx: tx.version("p1", 4)) == nouns.version()
    assert await store.read(lambda tx: tx.version("p1", 5)) is None
    assert await store.read(lambda tx: tx.version("p2", 4)) is None


async def test_versions_are_listed_newest_first_in_pages_with_how_many_rows_they_changed(store: Store) -> None:
    async def body(tx: Tx) -> None:
        await tx.save_rows("p1", [(nouns.row("r1"), "1"), (nouns.row("r2"), "2")], [])
        for number in range(1, 6):
            await tx.append_version(nouns.version(number))

    async def pages(tx: Tx) -> list[list[tuple[Version, int]]]:
        return [await tx.versions("p1", None, 2, ALL), await tx.versions("p1", 4, 9, ALL)]

    await store.write(body)
    first, rest = await store.read(pages)
    assert [(one.version, rows) for one, rows in first] == [(5, 2), (4, 2)]
    assert [one.version for one, _ in rest] == [3, 2, 1]
    assert first[0][0] == nouns.version(5, rows=[])


async def test_versions_count_only_the_rows_that_may_be_seen(store: Store) -> None:
    mine = nouns.row("r1", owner="ana", private=True)
    public = nouns.row("r2", owner="ana", private=False)
    only_mine = [RowBefore(row="r1", collection="customers", version=2, before={})]

    async def body(tx: Tx) -> None:
        await tx.save_rows("p1", [(mine, "1"), (public, "2")], [])
        await tx.append_version(nouns.version(1))
        await tx.append_version(nouns.version(2, rows=only_mine))
        await tx.append_version(nouns.version(3, rows=[]))

    async def listed(tx: Tx, scope: RowScope) -> list[tuple[int, int]]:
        return [(one.version, rows) for one, rows in await tx.versions("p1", None, 9, scope)]

    await store.write(body)
    assert await store.read(lambda tx: listed(tx, RowScope(owner="ana"))) == [(3, 0), (2, 1), (1, 2)]
    assert await store.read(lambda tx: listed(tx, RowScope(owner="bia"))) == [(3, 0), (1, 1)]
    assert await store.read(lambda tx: listed(tx, RowScope())) == [(3, 0), (1, 1)]
    assert await store.read(lambda tx: listed(tx, ALL)) == [(3, 0), (2, 1), (1, 2)]


async def test_later_versions_come_newest_first_each_with_its_own_rows(store: Store) -> None:
    async def body(tx: Tx) -> None:
        for number in range(1, 5):
            await tx.append_version(nouns.version(number))

    await store.write(body)
    later = await store.read(lambda tx: tx.versions_after("p1", 2))
    assert later == [nouns.version(4), nouns.version(3)]


async def test_the_story_of_a_row_comes_newest_first_from_after_a_version(store: Store) -> None:
    async def body(tx: Tx) -> None:
        for number in range(1, 5):
            await tx.append_version(nouns.version(number))

    await store.write(body)
    story = await store.read(lambda tx: tx.row_history("p1", "r1", 2))
    assert [(one.version, one.kind, one.origin) for one, _ in story] == [
        (4, "patch_row", nouns.ORIGIN),
        (3, "patch_row", nouns.ORIGIN),
    ]
    assert story[0][1] == nouns.version(4).rows[0]
    whole = await store.read(lambda tx: tx.row_history("p1", "r2"))
    assert [before.before for _, before in whole] == [None] * 4


async def test_a_version_is_kept_once(store: Store) -> None:
    await store.write(lambda tx: tx.append_version(nouns.version()))
    with pytest.raises(Exception, match=TAKEN):
        await store.write(lambda tx: tx.append_version(nouns.version(kind="ship")))
    assert await store.read(lambda tx: tx.version("p1", 4)) == nouns.version()


async def test_notes_on_a_row_come_back_in_the_order_they_were_added(store: Store) -> None:
    notes = [nouns.annotation("n1"), nouns.annotation("n2", "Pediu preço"), nouns.annotation("n3", "")]

    async def body(tx: Tx) -> None:
        for note in notes:
            await tx.add_annotation("p1", note)

    await store.write(body)
    assert await store.read(lambda tx: tx.annotations("p1", "r1")) == notes
    assert await store.read(lambda tx: tx.annotations("p1", "r2")) == []


async def test_what_a_person_was_told_comes_newest_first_and_is_read_by_that_person_alone(store: Store) -> None:
    told = [nouns.notice("n1"), nouns.notice("n2", text="Outra"), nouns.notice("n3", person="bia")]

    async def body(tx: Tx) -> None:
        for one in told:
            await tx.add_notice(one)

    await store.write(body)
    assert await store.read(lambda tx: tx.notices("ana")) == [told[1], told[0]]
    await store.write(lambda tx: tx.read_notices("ana", LATER))
    await store.write(lambda tx: tx.read_notices("ana", LATER + timedelta(days=1)))
    assert [one.read_at for one in await store.read(lambda tx: tx.notices("ana"))] == [LATER, LATER]
    assert await store.read(lambda tx: tx.notices("bia")) == [told[2]]


async def test_a_receipt_is_kept_under_its_key_and_writer(store: Store) -> None:
    await store.write(lambda tx: tx.keep_receipt("person:ana", "k", "hash", '{"panel":"p1"}', AT))
    assert await store.read(lambda tx: tx.kept_receipt("person:ana", "k")) == ("hash", '{"panel":"p1"}')
    assert await store.read(lambda tx: tx.kept_receipt("person:bia", "k")) is None
    with pytest.raises(Exception, match=TAKEN):
        await store.write(lambda tx: tx.keep_receipt("person:ana", "k", "other", "{}", AT))


async def test_grants_belong_to_one_panel_and_can_be_taken_back(store: Store) -> None:
    async def body(tx: Tx) -> None:
        await tx.grant("p1", "crm.change", "bia", AT)
        await tx.grant("p1", "crm.change", "bia", LATER)
        await tx.grant("p1", "crm.mail", "bia", AT)
        await tx.grant("p2", "crm.other", "bia", AT)
        await tx.revoke("p1", "crm.mail")
        await tx.revoke("p1", "crm.other")

    await store.write(body)
    assert await store.read(lambda tx: tx.grants("p1")) == {"crm.change"}
    assert await store.read(lambda tx: tx.grants("p2")) == {"crm.other"}
