"""Rows come back whole, are found by id and by key, and stand where they were put."""

from datetime import timedelta

import pytest

from liveapps.panels.rows import Row
from liveapps.people.policy import RowScope
from liveapps.ports import Counts, Store, Tx
from tests.store import nouns
from tests.store.nouns import AT, TAKEN, plain_row

Gap = tuple[float | None, float] | None


async def keep(store: Store, *rows: Row, panel: str = "p1") -> None:
    await store.write(lambda tx: tx.save_rows(panel, [(row, None) for row in rows], []))


async def test_a_row_comes_back_whole_with_its_facts_and_suggestions(store: Store) -> None:
    await keep(store, nouns.row("r1"), nouns.plain_row("r2", 2.0))
    assert await store.read(lambda tx: tx.rows("p1", "customers")) == [nouns.row("r1"), nouns.plain_row("r2", 2.0)]


async def test_a_changed_row_replaces_the_one_that_was_kept(store: Store) -> None:
    bare = plain_row("r1", 9.0, values={"code": "C-9"}, version=8)
    await keep(store, nouns.row("r1"))
    await keep(store, bare)
    assert await store.read(lambda tx: tx.rows("p1", "customers")) == [bare.model_copy(update={"born": bare.born})]


async def test_a_row_takes_another_place_and_keeps_its_key_and_what_it_is_found_by(store: Store) -> None:
    row = nouns.row("r1")
    moved = row.model_copy(update={"stage": "won", "position": 7.5, "notes": 4, "version": 9})

    async def found(tx: Tx) -> list[list[Row]]:
        return [await tx.rows_by_key("p1", "customers", ["C-1"]), await tx.rows_by_id("p1", ["r1", "r2"])]

    await store.write(lambda tx: tx.save_rows("p1", [(row, "C-1"), (plain_row("r2"), None)], []))
    await store.write(lambda tx: tx.place_rows("p1", [moved]))
    by_key, by_id = await store.read(found)
    assert by_key == [moved]
    assert sorted(by_id, key=lambda one: one.id) == [moved, plain_row("r2")]
    assert await store.read(lambda tx: tx.last_position("p1", "customers")) == 7.5


@pytest.mark.parametrize(
    "text",
    ['"quoted" \\ back', "{brace}", "}", "linha\nnova\ttab", "emoji 🙂", "nfd Sa\u0303o", "\u2028", "' OR 1=1 --"],
)
async def test_no_text_breaks_a_row(store: Store, text: str) -> None:
    """The last part of a row is what a store may join by hand, so text is put there too."""
    row = nouns.row("r1", values={"company": text}, dismissed={"company": text}, stage=text, owner=text)
    await keep(store, row)
    assert await store.read(lambda tx: tx.rows("p1", "customers")) == [row]


@pytest.mark.parametrize("number", [0, 1, -1, 10**15 - 1, 0.1, 1 / 3, 1e21, -2.5, 1e-7, 123456789.012345])
async def test_numbers_come_back_as_they_are(store: Store, number: float) -> None:
    await keep(store, plain_row("r1", values={"revenue": number}))
    (row,) = await store.read(lambda tx: tx.rows("p1", "customers"))
    assert row.values["revenue"] == number
    assert type(row.values["revenue"]) is type(number)


async def test_rows_are_found_by_id_and_by_key_within_their_panel_and_collection(store: Store) -> None:
    rows = [plain_row("r1"), plain_row("r2"), plain_row("r3", collection="others"), plain_row("r4", trashed_at=AT)]

    async def body(tx: Tx) -> None:
        await tx.save_rows("p1", [(row, f"key of {row.id}") for row in rows], [])
        await tx.save_rows("p2", [(plain_row("r1", stage="won"), "key of r1")], [])

    async def found(tx: Tx) -> dict[str, list[str]]:
        keys = [f"key of r{n}" for n in range(1, 6)]
        return {
            "ids": [row.id for row in await tx.rows("p1", "customers", ["r1", "r3", "nobody"])],
            "any collection": [row.id for row in await tx.rows_by_id("p1", ["r1", "r3", "nobody"])],
            "keys": sorted(row.id for row in await tx.rows_by_key("p1", "customers", keys)),
            "no keys": [row.id for row in await tx.rows_by_key("p1", "customers", [])],
        }

    await store.write(body)
    assert await store.read(found) == {
        "ids": ["r1"],
        "any collection": ["r1", "r3"],
        "keys": ["r1", "r2", "r4"],
        "no keys": [],
    }


async def test_rows_come_in_their_order_and_ties_by_id(store: Store) -> None:
    await keep(store, plain_row("c", 1.0), plain_row("b", 1.0), plain_row("a", 3.0), plain_row("d", 0.5))
    assert [row.id for row in await store.read(lambda tx: tx.rows("p1", "customers"))] == ["d", "b", "c", "a"]


async def test_any_number_of_rows_is_asked_for_at_once(store: Store) -> None:
    rows = [plain_row(f"r{number:05}", float(number)) for number in range(3_000)]

    async def body(tx: Tx) -> tuple[int, int]:
        await tx.save_rows("p1", [(row, row.id) for row in rows], [])
        ids = [row.id for row in rows]
        return len(await tx.rows_by_key("p1", "customers", ids)), len(await tx.rows_by_id("p1", ids))

    assert await store.write(body) == (3_000, 3_000)


async def test_two_rows_of_a_collection_never_have_one_key(store: Store) -> None:
    await store.write(lambda tx: tx.save_rows("p1", [(plain_row("r1"), "C-1")], []))
    with pytest.raises(Exception, match=TAKEN):
        await store.write(lambda tx: tx.save_rows("p1", [(plain_row("r2"), "C-1")], []))
    await store.write(lambda tx: tx.save_rows("p1", [(plain_row("r3", collection="others"), "C-1")], []))
    await store.write(lambda tx: tx.save_rows("p2", [(plain_row("r1"), "C-1")], []))
    await store.write(lambda tx: tx.save_rows("p1", [(plain_row("r4"), None), (plain_row("r5"), None)], []))
    assert [row.id for row in await store.read(lambda tx: tx.rows("p1", "customers"))] == ["r1", "r4", "r5"]


async def test_two_rows_may_exchange_their_keys_in_one_write(store: Store) -> None:
    await store.write(lambda tx: tx.save_rows("p1", [(plain_row("r1"), "A"), (plain_row("r2"), "B")], []))
    await store.write(lambda tx: tx.save_rows("p1", [(plain_row("r1"), "B"), (plain_row("r2"), "A")], []))
    (found,) = await store.read(lambda tx: tx.rows_by_key("p1", "customers", ["A"]))
    assert found.id == "r2"


async def test_counts_leave_out_the_trash_and_what_may_not_be_seen(store: Store) -> None:
    await keep(
        store,
        plain_row("r1", stage="won"),
        plain_row("r2", stage="lost in a redesign"),
        plain_row("r3", unconfirmed_since=AT),
        plain_row("r4", owner="ana", private=True, unconfirmed_since=AT),
        plain_row("r5", trashed_at=AT, unconfirmed_since=AT),
        plain_row("r6", collection="others"),
    )
    customers = nouns.customers()

    async def counted(tx: Tx) -> list[Counts]:
        scopes = (RowScope(owner="ana"), RowScope(owner="bia"), RowScope(), RowScope(everything=True))
        return [await tx.counts("p1", customers, scope) for scope in scopes]

    all_of_them, public = Counts(4, 2, 3), Counts(3, 1, 2)
    assert await store.read(counted) == [all_of_them, public, public, all_of_them]
    assert await store.read(lambda tx: tx.count_rows("p1", "customers")) == 4
    assert await store.read(lambda tx: tx.counts("p2", customers, RowScope())) == Counts(0, 0, 0)


async def test_the_last_position_is_that_of_the_last_row(store: Store) -> None:
    await keep(store, plain_row("r1", 3.0), plain_row("r2", -1.0), plain_row("r3", 9.0, collection="others"))
    assert await store.read(lambda tx: tx.last_position("p1", "customers")) == 3.0
    assert await store.read(lambda tx: tx.last_position("p2", "customers")) == 0.0


async def test_a_gap_lies_between_a_card_and_the_one_above_it_in_the_same_stage(store: Store) -> None:
    await keep(
        store,
        plain_row("a", 1.0, stage="won"),
        plain_row("other", 2.0, stage="new"),
        plain_row("trashed", 3.0, stage="won", trashed_at=AT),
        plain_row("b", 4.0, stage="won"),
        plain_row("loose", 5.0, stage=None),
    )

    async def gaps(tx: Tx) -> dict[str, Gap]:
        return {
            "middle": await tx.gap_above("p1", "customers", "won", "b"),
            "top": await tx.gap_above("p1", "customers", "won", "a"),
            "no stage": await tx.gap_above("p1", "customers", None, "loose"),
            "elsewhere": await tx.gap_above("p1", "customers", "new", "b"),
            "trash": await tx.gap_above("p1", "customers", "won", "trashed"),
            "nobody": await tx.gap_above("p1", "customers", "won", "nobody"),
        }

    assert await store.write(gaps) == {
        "middle": (1.0, 4.0),
        "top": (None, 1.0),
        "no stage": (None, 5.0),
        "elsewhere": None,
        "trash": None,
        "nobody": None,
    }


async def test_of_two_cards_at_one_position_the_one_with_the_lower_id_is_above(store: Store) -> None:
    await keep(store, plain_row("a", 1.0, stage="won"), plain_row("b", 1.0, stage="won"))
    assert await store.write(lambda tx: tx.gap_above("p1", "customers", "won", "b")) == (1.0, 1.0)
    assert await store.write(lambda tx: tx.gap_above("p1", "customers", "won", "a")) == (None, 1.0)


async def test_the_trash_of_a_collection_shows_what_a_reader_sees_of_it_the_last_one_first(store: Store) -> None:
    mine = plain_row("r3", trashed_at=AT, private=True, owner="ana")
    other = plain_row("r5", collection="others", trashed_at=AT)
    await keep(
        store,
        plain_row("r1", trashed_at=AT),
        plain_row("r2", trashed_at=AT + timedelta(days=1)),
        mine,
        plain_row("r4"),
        other,
    )
    await keep(store, plain_row("r6", trashed_at=AT), panel="p2")

    async def found(scope: RowScope, limit: int = 10) -> tuple[list[str], int]:
        rows, total = await store.read(lambda tx: tx.rows_in_trash("p1", "customers", scope, limit))
        return [row.id for row in rows], total

    assert await found(RowScope()) == (["r2", "r1"], 2)
    assert await found(RowScope(owner="ana")) == (["r2", "r1", "r3"], 3)
    assert await found(RowScope(everything=True), limit=1) == (["r2"], 3)
