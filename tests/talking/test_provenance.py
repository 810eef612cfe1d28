"""Where a block of the chat came from: stamped by the server, only when proven."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from liveapps.panels.fields import Field
from liveapps.ports import AgentTools, RunSink, Turn
from tests.support.chat import Script, say
from tests.support.world import World, make_world

FIELDS = [Field(id="code", title="Código", type="text"), Field(id="company", title="Empresa", type="text")]
EMBRAER = {"code": "C-1", "company": "Embraer", "revenue": 10}
RIOTUR = {"code": "C-2", "company": "Riotur", "revenue": 20}


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
async def world(tmp_path: Path, script: Script) -> AsyncGenerator[World]:
    made = await make_world(tmp_path, runtime=lambda _: script)
    made.crm += [EMBRAER, RIOTUR]
    yield made
    await made.running.close()


async def shown(world: World, script: Script, rows: list[dict[str, Any]], calls: int = 1) -> dict[str, Any]:
    """The answer an agent shows that gives these rows itself, after calling the tool some times."""

    async def show(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        for _ in range(calls):
            await tools.call("crm.list", {})
        await tools.show_rows(rows, FIELDS, {"kind": "table"}, "Clientes")

    script.steps = [show]
    events = await say(await world.client(), "Mostre")
    return next(event for event in events if event["type"] == "ACTIVITY_SNAPSHOT")["content"]["answer"]


async def test_rows_that_a_reading_of_this_run_contains_get_its_origin(world: World, script: Script) -> None:
    answer = await shown(world, script, [{"code": "C-2", "company": "Riotur"}])
    assert answer["provenance"]["tool"] == "crm.list"


async def test_an_invented_value_takes_the_origin_away(world: World, script: Script) -> None:
    answer = await shown(world, script, [{"code": "C-2", "company": "Riotur"}, {"code": "C-9", "company": "Inventada"}])
    assert answer["provenance"] is None


async def test_values_of_two_rows_mixed_into_one_have_no_origin(world: World, script: Script) -> None:
    answer = await shown(world, script, [{"code": "C-1", "company": "Riotur"}])
    assert answer["provenance"] is None


async def test_two_readings_that_both_contain_the_rows_leave_a_doubt(world: World, script: Script) -> None:
    answer = await shown(world, script, [{"code": "C-2", "company": "Riotur"}], calls=2)
    assert answer["provenance"] is None


async def test_a_reading_of_another_run_proves_nothing(world: World, script: Script) -> None:
    await shown(world, script, [{"code": "C-1", "company": "Embraer"}])
    answer = await shown(world, script, [{"code": "C-1", "company": "Embraer"}], calls=0)
    assert answer["provenance"] is None


async def test_an_answer_without_origin_cannot_be_fetched_again(world: World, script: Script) -> None:
    answer = await shown(world, script, [{"code": "C-9", "company": "Inventada"}])
    told = await (await world.client()).post(f"/api/answers/{answer['id']}/refetch", json={"days": None})
    assert told.json()["code"] == "no_refresh"


async def test_fetching_again_gives_a_new_answer_and_keeps_the_old_one(world: World, script: Script) -> None:
    answer = await shown(world, script, [{"code": "C-2", "company": "Riotur"}])
    world.crm.append({"code": "C-3", "company": "Padaria", "revenue": 5})
    client = await world.client()
    again = (await client.post(f"/api/answers/{answer['id']}/refetch", json={"days": None})).json()
    thread = (await client.get(f"/api/threads/{answer['thread']}")).json()
    assert len(again["rows"]) == 3
    assert set(thread["answers"]) == {answer["id"], again["id"]}


async def test_a_tool_that_does_more_than_read_is_not_run_to_fetch_again(world: World, script: Script) -> None:
    answer = await shown(world, script, [{"code": "C-2", "company": "Riotur"}])
    called: list[int] = []
    world.functions._tools.pop("crm.list")  # pyright: ignore[reportPrivateUsage] the source lists it anew
    world.tool("crm.list", lambda: called.append(1), "domain")
    told = await (await world.client()).post(f"/api/answers/{answer['id']}/refetch", json={"days": None})
    assert (told.json()["code"], called) == ("tool_not_read_only", [])


async def test_a_window_that_the_tool_does_not_take_is_refused(world: World, script: Script) -> None:
    answer = await shown(world, script, [{"code": "C-2", "company": "Riotur"}])
    told = await (await world.client()).post(f"/api/answers/{answer['id']}/refetch", json={"days": 30})
    assert told.json()["code"] == "invalid_input"


async def test_an_agent_cannot_call_a_tool_it_was_not_given(world: World, script: Script) -> None:
    world.tool("crm.secret", lambda: {"rows": [], "total": 0})

    async def reach(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        await tools.call("crm.secret", {})

    script.steps = [reach]
    events = await say(await world.client(), "Tente")
    assert events[-1]["code"] == "tool_not_found"
