"""A lock is held for as few round trips as can be: they are what limits how often one panel can be written."""

import asyncio

from tests.store.nouns import plain_row
from tests.store.postgres.house import process
from tests.store.postgres.wire import Wire
from tests.support.postgres import shared_database


async def test_a_changed_cell_holds_the_lock_of_its_panel_for_three_round_trips(wire: Wire) -> None:
    """Reading the row with what is known of its collection, all that is written, and the commit."""
    made = process(shared_database(), "round trips")
    panel = await made.create()
    (row,) = (await made.add(panel, code="C-1", revenue=1)).added
    wire.sent.clear()
    await made.more(panel, row, revenue=1)
    lock = next(place for place, statement in enumerate(wire.sent) if "FOR UPDATE" in statement)
    assert [statement.split()[0] for statement in wire.sent[lock + 1 :]] == ["SELECT", "WITH", "COMMIT"]
    await made.store.close()


async def test_a_long_list_takes_as_many_round_trips_as_a_short_one(wire: Wire) -> None:
    made = process(shared_database(), "round trips of lists")
    counts: list[int] = []
    for length in (2, 500):
        wire.sent.clear()
        rows = [(plain_row(f"r{number:03}"), f"key {number}") for number in range(length)]
        await made.store.write(lambda tx, rows=rows: tx.save_rows("p1", rows, []))
        counts.append(len(wire.sent))
    assert counts == [4, 4]
    await made.store.close()


async def test_writes_that_wait_for_one_panel_share_one_transaction(wire: Wire) -> None:
    made = process(shared_database(), "turns")
    panel, other = await made.create(), await made.create()
    rows = [(await made.add(one, code="C-1", revenue=0)).added[0] for one in (panel, other)]
    wire.sent.clear()
    await asyncio.gather(
        *(made.more(panel, rows[0], revenue=1) for _ in range(9)), *(made.more(other, rows[1], revenue=1) for _ in "ab")
    )
    assert sum("READ WRITE" in statement for statement in wire.sent) == 2
    assert [row.values["revenue"] for one in (panel, other) for row in await made.rows(one)] == [9, 2]
    await made.store.close()
