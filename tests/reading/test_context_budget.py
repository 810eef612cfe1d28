"""What agents are told fits a budget: the most useful first, cut with a denominator, never in silence."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from liveapps.blocks.text import TextContent
from liveapps.reading.context_text import Part, tokens_in, written
from liveapps.writing.writes import SetBlock
from tests.reading.asking import private_panel, reader
from tests.reading.test_agent_context import context, of_agent, with_summary
from tests.support.patience import until
from tests.support.world import World
from tests.writing.alarming import RULE, many, watched
from tests.writing.asking import add, kept_row, move, remove


def codes(text: str) -> list[str]:
    return [line.split(" | ")[1] for line in text.splitlines() if "C-" in line]


async def test_the_text_of_a_panel_fits_its_budget_and_says_what_it_shows_of_how_much(world: World) -> None:
    sizes: list[int] = []
    for tokens in (200, 1_000, 5_000):
        panel = await world.panel(context_tokens=tokens)
        await world.ship(panel, many(150, company="Padaria São João"))
        said = await context(world, panel)
        assert f"{len(codes(said))} of 150 rows shown" in said
        assert tokens_in(said) <= tokens
        sizes.append(len(codes(said)))
    assert 0 < sizes[0] < sizes[1] < sizes[2] == 150


async def test_rows_that_need_somebody_come_before_the_others(world: World) -> None:
    panel = await world.panel(context_tokens=400)
    await world.ship(panel, many(60), mode="complete", declared_count=60)
    await world.ship(panel, many(58), mode="complete", declared_count=58)
    said = await context(world, panel)
    assert codes(said)[:3] == ["C-58", "C-59", "C-0"]


async def test_how_many_stand_in_each_stage_is_told_even_when_no_row_fits(world: World) -> None:
    panel = await world.panel(context_tokens=200)
    for number in range(3):
        row = await kept_row(world, panel, code=f"K-{number}", company="x" * 500)
        if number:
            await world.write(move(panel, row, "won"))
    await world.write(add(panel, code="K-9", company="x" * 500))
    assert "Ganho 2, no stage 2" in await context(world, panel)


async def test_a_long_text_leaves_room_for_the_rows(world: World) -> None:
    panel = await world.panel(**with_summary(context_tokens=1_000))
    await world.write(SetBlock(panel=panel, block="summary", content=TextContent(markdown="Olá, mundo. " * 5_000)))
    await world.ship(panel, many(100))
    said = await context(world, panel)
    assert len(codes(said)) > 10
    assert "Olá, mundo" in said
    assert "(the beginning of 60" in said
    assert tokens_in(said) <= 1_000


async def test_an_alert_that_fires_is_told_and_one_that_stopped_is_not(world: World) -> None:
    panel = await watched(world, {**RULE, "keep_firing_minutes": 0})
    await world.ship(panel, many(3))
    head = (await context(world, panel)).splitlines()[1]
    assert head == "Alert fires: Mais de 2 clientes (count is 3, above 2, since 2026-11-30 15:00 UTC)"
    row = await world.row(panel, "C-0")
    await world.write(remove(panel, row.id))
    assert "Alert fires" not in await context(world, panel)


async def test_an_alert_that_time_alone_lets_fire_is_told_without_a_new_version(world: World) -> None:
    panel = await watched(world, {**RULE, "pending_minutes": 5})
    await world.ship(panel, many(3))
    before = await context(world, panel)
    assert "Alert fires" not in before
    world.clock.forward(minutes=6)
    world.running.worker.nudge()

    async def fires() -> bool:
        return "Alert fires" in await context(world, panel)

    await until(fires)


async def test_an_alert_that_a_private_row_may_have_set_off_is_not_told(world: World) -> None:
    panel = await private_panel(world, alerts=[{**RULE, "threshold": 0}])
    await kept_row(world, panel, code="S-1")
    assert (await world.house.facade.panel(await reader(world), panel)).alerting == 1
    assert "Alert fires" not in await context(world, panel)


async def test_panels_that_no_longer_fit_are_named_and_counted(world: World) -> None:
    for number in range(8):
        panel = await world.panel(title=f"Carteira {number}", context_tokens=4_000)
        await world.ship(panel, many(100, company="Padaria São João"))
        world.clock.forward(minutes=1)
    said = await of_agent(world)
    told = [line for line in said.splitlines() if line.startswith("# Panel")]
    others = [line for line in said.splitlines() if line.startswith("- Carteira")]
    assert told[0].startswith("# Panel Carteira 7")
    assert (len(told) + len(others), f"# {len(others)} of 8 panels are not told here" in said) == (8, True)
    assert 0 < len(others) < 8


PARTS = st.builds(
    Part,
    head=st.text("aé", min_size=1, max_size=40),
    above=st.text("b", max_size=20),
    columns=st.text("c", max_size=20),
    lines=st.lists(st.text("xã", min_size=1, max_size=60), max_size=30),
    total=st.integers(30, 300),
)


@given(parts=st.lists(PARTS, max_size=12), tokens=st.integers(60, 600))
def test_no_budget_is_overdrawn_and_no_part_is_left_out_in_silence(parts: list[Part], tokens: int) -> None:
    said = written(["# Panel"], parts, tokens)
    assert tokens_in(said) <= tokens
    told = len([line for line in said.splitlines() if line.endswith(" rows shown")])
    untold = [line for line in said.splitlines() if line.startswith("Lists and blocks not told here")]
    assert untold == ([] if told == len(parts) else [f"Lists and blocks not told here: {len(parts) - told}."])


@given(parts=st.lists(PARTS, min_size=1, max_size=4))
def test_with_room_for_all_everything_is_told(parts: list[Part]) -> None:
    said: Any = written(["# Panel"], parts, 20_000).splitlines()
    assert all(line in said for part in parts for line in part.lines)
