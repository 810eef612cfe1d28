"""Two writers at once lose nothing, within one process and over HTTP."""

import asyncio

import pytest

from liveapps.panels.receipts import Receipt
from liveapps.writing.writes import Annotate, CreatePanel, PatchRow, Ship
from tests.proof.requests import receipt_of, send, view_of
from tests.proof.server import PEOPLE, Server
from tests.proof.workload import LIST, template
from tests.support.world import World
from tests.writing.asking import add, kept_row, more, move, patch

ROUNDS = 120
STAGES = ("new", "talking", "won")


async def test_two_writers_on_two_cells_of_one_row_lose_nothing(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    for number in range(ROUNDS):
        await asyncio.gather(
            world.write(patch(panel, row, company=f"Empresa {number}"), "ana"),
            world.write(patch(panel, row, next_step=f"Passo {number}"), "bia"),
        )
        kept = await world.row(panel, "C-1")
        assert (kept.values["company"], kept.values["next_step"]) == (f"Empresa {number}", f"Passo {number}")


async def test_a_move_and_an_edit_of_one_card_at_once_both_stay(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    for number in range(ROUNDS):
        stage = STAGES[number % 3]
        await asyncio.gather(
            world.write(move(panel, row, stage), "ana"), world.write(patch(panel, row, company=str(number)), "bia")
        )
        kept = await world.row(panel, "C-1")
        assert (kept.stage, kept.values["company"]) == (stage, str(number))


async def test_a_card_that_is_moved_while_its_list_arrives_stays_where_it_was_put(world: World) -> None:
    """The list says another stage each time, and a new company, which is its own to say."""
    panel = await world.panel()
    await world.ship(panel, [{"code": "C-1", "company": "Embraer", "stage": "new"}])
    row = (await world.row(panel, "C-1")).id
    for number in range(ROUNDS):
        stage, other = STAGES[number % 3], STAGES[(number + 1) % 3]
        await asyncio.gather(
            world.write(move(panel, row, stage), "ana"),
            world.ship(
                panel,
                [{"code": "C-1", "company": f"Empresa {number}", "stage": other}],
                mode="complete" if number % 2 else "partial",
                declared_count=1,
            ),
        )
        kept = await world.row(panel, "C-1")
        assert (kept.stage, kept.values["company"]) == (stage, f"Empresa {number}")


async def test_a_note_and_an_edit_of_one_row_at_once_both_stay(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    for number in range(ROUNDS):
        await asyncio.gather(
            world.write(Annotate(panel=panel, collection=LIST, row=row, text=f"Nota {number}"), "bia"),
            world.write(patch(panel, row, company=f"Empresa {number}"), "ana"),
        )
        kept = await world.row(panel, "C-1")
        assert (kept.notes, kept.values["company"]) == (number + 1, f"Empresa {number}")
    notes = await world.running.store.read(lambda tx: tx.annotations(panel, row))
    assert [note.text for note in notes] == [f"Nota {number}" for number in range(ROUNDS)]


async def test_increments_of_many_writers_at_once_sum_exactly(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, revenue=100)

    async def count(login: str) -> None:
        for _ in range(25):
            await world.write(more(panel, row, revenue=0.1), login)

    for login in PEOPLE:
        await world.person(login)
    await asyncio.gather(*(count(login) for login in PEOPLE))
    assert (await world.row(panel, "C-1")).values["revenue"] == 120


@pytest.mark.parametrize(("amount", "times", "sum_"), [(0.1, 10, 1), (0.01, 7, 0.07), (-0.1, 3, -0.3), (1.1, 3, 3.3)])
async def test_cents_are_added_without_the_noise_of_floats(
    world: World, amount: float, times: int, sum_: float
) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    await asyncio.gather(*(world.write(more(panel, row, revenue=amount)) for _ in range(times)))
    value = (await world.row(panel, "C-1")).values["revenue"]
    assert (value, type(value)) == (sum_, type(sum_))


async def test_rows_added_at_once_are_all_there_each_in_a_place_of_its_own(world: World) -> None:
    panel = await world.panel()
    await asyncio.gather(*(world.write(add(panel, code=f"C-{number}")) for number in range(30)))
    rows = await world.rows(panel)
    assert len(rows) == len({row.position for row in rows.values()}) == 30


async def test_two_who_add_one_key_at_once_make_one_row(world: World) -> None:
    panel = await world.panel()
    done = await asyncio.gather(
        *(world.write(add(panel, code="C-1"), login) for login in ("ana", "bia") * 5), return_exceptions=True
    )
    assert len([one for one in done if not isinstance(one, BaseException)]) == 1
    assert {getattr(one, "code", None) for one in done if isinstance(one, BaseException)} == {"duplicate_key"}
    assert list(await world.rows(panel)) == ["C-1"]


async def test_two_lists_that_arrive_at_once_make_each_row_once(world: World) -> None:
    panel = await world.panel()
    lists = [[{"code": f"C-{start + number}"} for number in range(20)] for start in (0, 10)]
    for _ in range(10):
        await asyncio.gather(*(world.ship(panel, rows) for rows in lists * 2))
        assert set(await world.rows(panel)) == {f"C-{number}" for number in range(30)}


async def test_writes_to_two_panels_at_once_do_not_mix(world: World) -> None:
    first, second = await world.panel(), await world.panel(title="Outra")
    await asyncio.gather(
        *(world.write(add(panel, code=f"C-{number}")) for number in range(10) for panel in (first, second))
    )
    for panel in (first, second):
        assert len(await world.rows(panel)) == 10
        assert (await world.view(panel)).version == 11


async def made(server: Server) -> tuple[str, str]:
    """A panel at a real server with one row: their ids."""
    async with server.client() as client:
        created = receipt_of(await send(client, CreatePanel(panel="", agent="sales", template=template())))
        listed = Ship(panel=created.panel, collection=LIST, rows=[{"code": "C-1", "revenue": 0}])
        (row,) = receipt_of(await send(client, listed)).added
        return created.panel, row


def change(panel: str, row: str, login: str, number: int) -> PatchRow:
    """Half of the people write into one cell, half into another."""
    field = "company" if login in PEOPLE[:4] else "next_step"
    return PatchRow(panel=panel, collection=LIST, row=row, set={field: f"{login} {number}"})


async def test_over_http_no_cell_and_no_increment_of_eight_writers_is_lost(server: Server) -> None:
    panel, row = await made(server)

    async def write(login: str) -> list[Receipt]:
        async with server.client(login) as client:
            told: list[Receipt] = []
            for number in range(25):
                told.append(receipt_of(await send(client, change(panel, row, login, number))))
                told.append(receipt_of(await send(client, more(panel, row, revenue=0.1))))
            return told

    receipts = [one for told in await asyncio.gather(*(write(login) for login in PEOPLE)) for one in told]
    assert sorted(one.version for one in receipts) == list(range(3, 3 + len(receipts)))
    async with server.client() as client:
        view = await view_of(client, panel)
    assert view is not None
    (kept,) = view.collections[LIST].rows or []
    assert kept.values["revenue"] == 20
    assert {kept.values[name].split()[1] for name in ("company", "next_step")} == {"24"}


async def test_over_http_two_cells_of_one_row_that_are_changed_at_once_are_both_there(server: Server) -> None:
    panel, row = await made(server)
    async with server.client("ana") as ana, server.client("bia") as bia:
        for number in range(ROUNDS // 2):
            await asyncio.gather(
                send(ana, patch(panel, row, company=f"Empresa {number}")),
                send(bia, patch(panel, row, next_step=f"Passo {number}")),
            )
            kept = (await ana.get(f"/api/panels/{panel}/collections/{LIST}/rows/{row}")).json()["row"]["values"]
            assert (kept["company"], kept["next_step"]) == (f"Empresa {number}", f"Passo {number}")
