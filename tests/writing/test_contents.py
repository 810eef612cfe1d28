"""Content of a block is of the block's own kind and names, and carries its own age."""

from datetime import timedelta
from typing import Any

import pytest

from liveapps.blocks.catalogue import KINDS, Content
from liveapps.blocks.chart import ChartContent
from liveapps.blocks.metric_cards import MetricCardsContent
from liveapps.blocks.text import TextContent
from liveapps.panels.errors import Refusal
from liveapps.panels.instance import BlockState
from liveapps.panels.origin import Origin
from liveapps.writing.contents import read_content
from liveapps.writing.writes import MarkFailed, SetBlock
from tests.support.world import World, panel_template
from tests.writing.asking import refused

FILLED = ("text", "metric_cards", "chart")
CONTENTS: dict[str, Content] = {
    "text": TextContent(markdown="Olá"),
    "metric_cards": MetricCardsContent(values={"revenue": 1.5, "invoices": None}),
    "chart": ChartContent(rows=[{"month": "2026-11", "revenue": 2.0}]),
}


async def panel_with_blocks(world: World) -> str:
    template = panel_template()
    template["tabs"][0]["blocks"] += [{**KINDS[kind].example.block, "id": kind} for kind in FILLED]
    return await world.panel(**template)


async def state(world: World, panel: str, block: str) -> BlockState:
    return (await world.view(panel)).states[block]


@pytest.mark.parametrize("kind", FILLED)
async def test_content_comes_back_as_it_was_set(world: World, kind: str) -> None:
    panel = await panel_with_blocks(world)
    receipt = await world.write(SetBlock(panel=panel, block=kind, content=CONTENTS[kind]))
    found = await state(world, panel, kind)
    assert (found.content, receipt.targets) == (CONTENTS[kind], [kind])


@pytest.mark.parametrize("kind", FILLED)
async def test_content_of_another_kind_is_refused(world: World, kind: str) -> None:
    panel = await panel_with_blocks(world)
    for other in (one for one in FILLED if one != kind):
        found = await refused(world, SetBlock(panel=panel, block=kind, content=CONTENTS[other]))
        assert (found.code, found.facts) == ("invalid_content", {"block": kind, "kind": kind, "content": other})
        assert kind in found.next_step


async def test_a_block_that_shows_rows_takes_no_content_and_says_where_rows_go(world: World) -> None:
    panel = await panel_with_blocks(world)
    found = await refused(world, SetBlock(panel=panel, block="grid", content=CONTENTS["text"]))
    assert (found.code, found.facts["kind"]) == ("invalid_content", "table")
    assert "collection" in found.next_step


@pytest.mark.parametrize(
    ("block", "content", "unknown", "known"),
    [
        ("metric_cards", MetricCardsContent(values={"lucro": 1}), ["lucro"], ["invoices", "revenue"]),
        ("metric_cards", MetricCardsContent(values={}, previous={"lucro": 1}), ["lucro"], ["invoices", "revenue"]),
        ("chart", ChartContent(rows=[{"month": "2026-11", "lucro": 1}]), ["lucro"], ["month", "revenue"]),
    ],
)
async def test_content_uses_only_the_names_its_block_declares(
    world: World, block: str, content: Content, unknown: list[str], known: list[str]
) -> None:
    panel = await panel_with_blocks(world)
    found = await refused(world, SetBlock(panel=panel, block=block, content=content))
    assert (found.code, found.facts["unknown"], found.facts["choices"]) == ("invalid_content", unknown, known)


@pytest.mark.parametrize(
    ("raw", "at"),
    [
        ({"kind": "text"}, "text.markdown"),
        ({"kind": "text", "markdown": 5}, "text.markdown"),
        ({"kind": "poem", "markdown": "x"}, ""),
        ({"kind": "metric_cards", "values": {"revenue": "muito"}}, "metric_cards.values.revenue"),
        ({"kind": "text", "markdown": "x", "owner": "bia"}, "text.owner"),
    ],
)
def test_content_of_the_wrong_form_names_the_place(raw: dict[str, Any], at: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_content(raw)
    assert refusal.value.code == "invalid_content"
    assert refusal.value.facts["problems"][0]["at"] == at


async def test_content_carries_the_time_and_tool_that_the_server_knows(world: World) -> None:
    panel = await panel_with_blocks(world)
    origin: Origin = await world.origin(door="chat", tool="crm.list", reading="r1")
    older = origin.model_copy(update={"collected_at": origin.at - timedelta(hours=3)})
    await world.write(SetBlock(panel=panel, block="text", content=CONTENTS["text"]), older)
    now = (await state(world, panel, "text")).freshness
    assert now is not None
    assert (now.collected_at, now.tool, now.reading) == (origin.at - timedelta(hours=3), "crm.list", "r1")
    assert now.triggered_by.name == "Ana"


async def test_a_failure_marks_the_age_and_leaves_the_content(world: World) -> None:
    panel = await panel_with_blocks(world)
    await world.write(SetBlock(panel=panel, block="text", content=CONTENTS["text"]))
    good = world.clock.now()
    world.clock.forward(hours=1)
    failed = MarkFailed(panel=panel, targets=["text", "customers"], code="tool_timeout", message="Sem resposta")
    receipt = await world.write(failed)
    found = await state(world, panel, "text")
    assert (found.content, receipt.note) == (CONTENTS["text"], "Sem resposta")
    assert found.freshness is not None
    assert (found.freshness.status, found.freshness.code) == ("error", "tool_timeout")
    assert (found.freshness.last_good_at, found.freshness.collected_at) == (good, world.clock.now())
