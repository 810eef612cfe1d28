"""Two writers at once lose nothing."""

import asyncio

import pytest

from tests.support.world import World
from tests.writing.asking import add, kept_row, more, move, patch

ROUNDS = 100


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
    stages = ("new", "talking", "won")
    for number in range(30):
        stage = stages[number % 3]
        await asyncio.gather(
            world.write(move(panel, row, stage), "ana"), world.write(patch(panel, row, company=str(number)), "bia")
        )
        kept = await world.row(panel, "C-1")
        assert (kept.stage, kept.values["company"]) == (stage, str(number))


async def test_fifty_increments_at_once_sum_exactly(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, revenue=100)
    await asyncio.gather(*(world.write(more(panel, row, revenue=3)) for _ in range(50)))
    assert (await world.row(panel, "C-1")).values["revenue"] == 250


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


async def test_writes_to_two_panels_at_once_do_not_mix(world: World) -> None:
    first, second = await world.panel(), await world.panel(title="Outra")
    await asyncio.gather(
        *(world.write(add(panel, code=f"C-{number}")) for number in range(10) for panel in (first, second))
    )
    for panel in (first, second):
        assert len(await world.rows(panel)) == 10
        assert (await world.view(panel)).version == 11
