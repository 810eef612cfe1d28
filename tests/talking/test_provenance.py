"""Where a block of the chat came from: stamped by the server, only when proven."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from liveapps.acting.executor import KEPT_ROWS
from liveapps.panels.fields import Field
from liveapps.panels.provenance import Window
from liveapps.panels.sources import ToolPolicy
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


async def shown(
    world: World,
    script: Script,
    rows: list[dict[str, Any]],
    calls: int = 1,
    fields: list[Field] = FIELDS,
    columns: dict[str, str] | None = None,
) -> dict[str, Any]:
    """The answer an agent shows that gives these rows itself, after calling the tool some times."""

    async def show(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        for _ in range(calls):
            await tools.call("crm.list", {})
        await tools.show_rows(rows, fields, {"kind": "table"}, "Clientes", columns)

    script.steps = [show]
    events = await say(await world.client(), "Mostre")
    return next(event for event in events if event["type"] == "ACTIVITY_SNAPSHOT")["content"]["answer"]


async def test_rows_that_a_reading_of_this_run_contains_get_its_origin(world: World, script: Script) -> None:
    answer = await shown(world, script, [{"code": "C-2", "company": "Riotur"}])
    assert answer["provenance"]["tool"] == "crm.list"


async def test_rows_in_other_words_and_under_declared_names_get_the_origin_and_keep_their_names(
    world: World, script: Script
) -> None:
    fields = [Field(id="client", title="Cliente", type="text"), Field(id="sum", title="Total", type="money")]
    rows = [{"client": "Riotur", "sum": "R$ 20,00"}]
    assert (await shown(world, script, rows, fields=fields))["provenance"] is None
    columns = {"client": "company", "sum": "revenue"}
    answer = await shown(world, script, rows, fields=fields, columns=columns)
    assert (answer["provenance"]["columns"], answer["rows"]) == (columns, [{"client": "Riotur", "sum": 20}])
    client = await world.client()
    again = (await client.post(f"/api/answers/{answer['id']}/refetch", json={"days": None})).json()
    assert again["rows"] == [{"client": "Embraer", "sum": 10}, {"client": "Riotur", "sum": 20}]
    assert [field["title"] for field in again["fields"]] == ["Cliente", "Total"]


async def test_a_declared_name_that_is_no_column_is_refused_with_the_columns(world: World, script: Script) -> None:
    async def show(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        await tools.show_rows([{"code": "C-1"}], FIELDS, {"kind": "table"}, "Clientes", {"codigo": "code"})

    script.steps = [show]
    events = await say(await world.client(), "Mostre")
    assert (events[-1]["code"], "company" in events[-1]["message"] + str(events[-1])) == ("field_not_found", True)


async def test_some_rows_of_a_reading_are_a_part_of_it_and_say_so(world: World, script: Script) -> None:
    """Saved to a panel, one of two customers must not pass for the whole list."""
    part = await shown(world, script, [{"code": "C-2", "company": "Riotur"}])
    assert (part["provenance"]["status"], part["provenance"]["declared"]) == ("partial", 2)
    whole = await shown(world, script, [{"code": "C-2"}, {"code": "C-1"}], fields=FIELDS[:1])
    assert (whole["provenance"]["status"], whole["provenance"]["declared"]) == ("complete", None)


async def test_a_list_longer_than_the_ledger_keeps_proves_what_is_kept_and_says_of_how_many(
    world: World, script: Script
) -> None:
    world.crm[:] = [{"code": f"C-{number}", "company": "x"} for number in range(KEPT_ROWS + 5)]
    held = await shown(world, script, [{"code": f"C-{KEPT_ROWS - 1}", "company": "x"}])
    beyond = await shown(world, script, [{"code": f"C-{KEPT_ROWS}", "company": "x"}])
    assert (held["provenance"]["declared"], beyond["provenance"]) == (KEPT_ROWS + 5, None)

    async def show(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        await tools.show_reading(await tools.call("crm.list", {}), {"kind": "table"}, "Clientes")

    script.steps = [show]
    events = await say(await world.client(), "Mostre")
    answer = next(event for event in events if event["type"] == "ACTIVITY_SNAPSHOT")["content"]["answer"]
    assert (len(answer["rows"]), answer["provenance"]["status"]) == (KEPT_ROWS, "partial")
    assert answer["provenance"]["declared"] == KEPT_ROWS + 5


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


async def windowed(tmp_path: Path, script: Script, policy: ToolPolicy) -> World:
    """A house whose invoices are asked for by a number of days."""
    world = await make_world(tmp_path, runtime=lambda _: script, policies={"crm.invoices": policy})

    def invoices(days: int = 7) -> dict[str, Any]:
        return {"rows": [{"number": f"NF-{days}-{count}"} for count in range(days // 7)], "total": days // 7}

    world.tool("crm.invoices", invoices)
    world.house.threads.agent("sales").tools.append("crm.invoices")

    async def show(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        await tools.show_reading(await tools.call("crm.invoices", {"days": 7}), {"kind": "table"}, "Faturas")

    script.steps = [show]
    return world


async def answer_of(client: httpx2.AsyncClient) -> dict[str, Any]:
    events = await say(client, "Mostre")
    return next(event for event in events if event["type"] == "ACTIVITY_SNAPSHOT")["content"]["answer"]


async def test_a_tool_with_a_declared_window_is_asked_again_for_30_or_90_days(tmp_path: Path, script: Script) -> None:
    world = await windowed(tmp_path, script, ToolPolicy(window=Window(argument="days")))
    client = await world.client()
    answer = await answer_of(client)
    assert answer["provenance"]["window"] == {"argument": "days", "days": [7, 30, 90], "current": 7}
    address = f"/api/answers/{answer['id']}/refetch"
    again = (await client.post(address, json={"days": 30})).json()
    assert (len(again["rows"]), again["provenance"]["window"]["current"]) == (4, 30)
    refused = (await client.post(address, json={"days": 31})).json()
    assert (refused["code"], refused["facts"]["choices"]) == ("invalid_input", [7, 30, 90])
    thread = (await client.get(f"/api/threads/{answer['thread']}")).json()
    assert [len(thread["answers"][one]["rows"]) for one in (answer["id"], again["id"])] == [1, 4]
    await world.running.close()


async def test_a_window_that_nobody_declared_or_the_tool_does_not_take_is_not_offered(
    tmp_path: Path, script: Script
) -> None:
    for number, policy in enumerate([ToolPolicy(), ToolPolicy(window=Window(argument="since"))]):
        world = await windowed(tmp_path / str(number), script, policy)
        answer = await answer_of(await world.client())
        assert (answer["provenance"]["window"], answer["provenance"]["repeatable"]) == (None, True)
        await world.running.close()


async def test_when_fetching_again_fails_the_old_answer_stays_alone(world: World, script: Script) -> None:
    answer = await shown(world, script, [{"code": "C-2", "company": "Riotur"}])
    world.functions._tools.pop("crm.list")  # pyright: ignore[reportPrivateUsage] the source lists it anew

    def breaks() -> None:
        raise RuntimeError

    world.tool("crm.list", breaks)
    client = await world.client()
    told = await client.post(f"/api/answers/{answer['id']}/refetch", json={"days": None})
    thread = (await client.get(f"/api/threads/{answer['thread']}")).json()
    assert (told.json()["code"], thread["answers"]) == ("tool_failed", {answer["id"]: answer})


async def test_fetching_again_is_not_offered_for_a_tool_that_does_more_than_read(world: World, script: Script) -> None:
    assert (await shown(world, script, [{"code": "C-2", "company": "Riotur"}]))["provenance"]["repeatable"] is True
    world.functions._tools.pop("crm.list")  # pyright: ignore[reportPrivateUsage] the source lists it anew
    world.tool("crm.list", lambda: {"rows": world.crm, "total": 2, "truncated": False}, "row_write")
    assert (await shown(world, script, [{"code": "C-2", "company": "Riotur"}]))["provenance"]["repeatable"] is False


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
