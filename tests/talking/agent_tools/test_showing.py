"""What an agent shows stands in the conversation, with an origin only where it is proven."""

import json
from collections.abc import Callable
from typing import Any

from liveapps.panels.slices import Slice
from liveapps.ports import AgentTools, RunSink, Told, Turn
from tests.support.chat import Script, say
from tests.support.world import World

from .conftest import EMBRAER, RIOTUR, Use

FIELDS = [{"id": "code", "title": "Código", "type": "text"}, {"id": "company", "title": "Empresa", "type": "text"}]
TABLE = {"kind": "table"}


Step = tuple[str, dict[str, Any]]


async def run(
    world: World, script: Script, *steps: Step | Callable[[list[Told]], Step]
) -> tuple[list[Told], list[dict[str, Any]]]:
    """Several uses in one run; a step may be a function of what came before."""
    told: list[Told] = []

    async def all_of(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        for step in steps:
            name, arguments = step(told) if callable(step) else step
            told.append(await tools.use(name, arguments))

    script.steps = [all_of]
    return told, await say(await world.client(), "Faça")


def reading_of(told: Told) -> str:
    return told.said.split("Reading ")[1].split(":")[0]


async def test_a_reading_is_told_with_its_rows_and_what_to_do_with_it(world: World, use: Use) -> None:
    told = await use("crm.list")
    assert "2 rows; all follow. To show them, call show_block" in told.said
    assert [json.loads(line) for line in told.data.splitlines()][1] == ["C-1", "Embraer", 10]


async def test_a_long_reading_is_told_as_far_as_it_fits_and_counted_whole(world: World, use: Use) -> None:
    world.crm[:] = [{"code": f"C-{place}", "company": "x" * 100} for place in range(500)]
    told = await use("crm.list")
    assert "500 rows; the first " in told.said
    assert len(told.data) < 15_000


async def test_rows_that_one_reading_contains_get_its_origin_and_invented_ones_none(
    world: World, script: Script
) -> None:
    one = {"block": TABLE, "title": "Clientes", "fields": FIELDS, "rows": [{"code": "C-1", "company": "Embraer"}]}
    made_up = one | {"rows": [{"code": "C-9", "company": "Inventada"}]}
    told, _ = await run(world, script, ("crm.list", {}), ("show_block", one), ("show_block", made_up))
    assert "Origin: reading" in told[1].said
    assert "Without an origin" in told[2].said


async def test_a_reading_of_another_conversation_cannot_be_shown(world: World, script: Script, use: Use) -> None:
    reading = reading_of(await use("crm.list"))
    told = await use("show_block", block=TABLE, title="Clientes", reading=reading)
    assert told.said.startswith("Refused (invalid_input). Call a tool that returns rows first.")


async def test_numbers_are_shown_as_the_agents_own(world: World, script: Script) -> None:
    block: dict[str, Any] = {"kind": "chart", "shape": "bar", "x": {"field": "state", "title": "UF"}}
    block["series"] = [{"field": "total", "title": "Total"}]
    content = {"rows": [{"state": "SP", "total": 3}]}
    shown = ("show_block", {"block": block, "title": "Por UF", "content": content})
    told, events = await run(world, script, shown)
    answer = next(one for one in events if one["type"] == "ACTIVITY_SNAPSHOT")["content"]["answer"]
    assert "The screen says that its data is yours." in told[0].said
    assert (answer["content"]["rows"], answer["provenance"]) == ([{"state": "SP", "total": 3}], None)


async def test_a_kind_that_does_not_exist_is_refused_with_those_that_do(use: Use) -> None:
    told = await use("show_block", block={"kind": "hologram"}, title="x", rows=[], fields=FIELDS)
    assert "Use one of: action_buttons, callout, card_grid, chart" in told.said


async def test_what_was_shown_is_read_again_as_the_person_has_cut_it(world: World, script: Script, use: Use) -> None:
    rows = [{"code": one["code"], "company": one["company"]} for one in (EMBRAER, RIOTUR)]
    shown = {"block": TABLE, "title": "Clientes", "fields": FIELDS, "rows": rows}
    told, events = await run(world, script, ("show_block", shown))
    answer = told[0].said.split("answer ")[1].split(":")[0]
    thread, ana = events[0]["threadId"], await world.person("ana")
    cut = Slice.model_validate({"where": [{"field": "company", "op": "is", "value": "Riotur"}]})
    await world.house.answers.slice(ana, answer, cut, None)
    read = await use("read_answer", thread=thread, answer=answer)
    assert "1 rows follow, of 1 that the person sees, of 2 of this answer" in read.said
    assert "Embraer" not in read.data
    whole = await use("read_answer", thread=thread, answer=answer, all_rows=True)
    assert "Embraer" in whole.data


def show_first(told: list[Told]) -> tuple[str, dict[str, Any]]:
    return "show_block", {"block": TABLE, "title": "Clientes", "reading": reading_of(told[0])}


async def test_an_answer_is_saved_to_a_panel_when_it_is_of_this_conversation(
    world: World, script: Script, use: Use
) -> None:
    told, events = await run(
        world,
        script,
        ("crm.list", {}),
        show_first,
    )
    answer = told[1].said.split("answer ")[1].split(":")[0]
    to = {"kind": "new_panel", "title": "Guardado"}
    elsewhere = await use("save_answer", answer=answer, to=to)
    assert elsewhere.said == "Refused (block_not_found). Nothing was shown in it yet."
    saved = await use("save_answer", thread=events[0]["threadId"], answer=answer, to=to)
    assert f"Answer {answer} stands in tab" in saved.said
    assert "added: 2" in saved.said
