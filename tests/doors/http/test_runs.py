"""The page of a run is for those who look after agents, and tells no content."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from liveapps.conversation.usage import ModelUse
from liveapps.panels.errors import Refusal
from liveapps.ports import AgentTools, RunSink, Turn
from tests.support.chat import Script
from tests.support.mailing import LETTER, MAIL, Post, Talk, mail_world, talk
from tests.support.world import World, panel_template

SECRET = "segredo"


async def works(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
    if turn.text is None:
        await sink.say(SECRET)
        return
    await sink.used(ModelUse(model="openai:small", input_tokens=100, output_tokens=20, cost=0.25), 1.5)
    await tools.call("crm.list", {})
    await tools.create_panel(panel_template(title=SECRET, audience={"who": "only_me"}))
    await sink.used(ModelUse(model="openai:small", input_tokens=50, output_tokens=5, cost=0.5), 0.5, failed=True)
    await tools.call(MAIL, {**LETTER, "to": f"{SECRET}@example.com"})


@pytest.fixture
def script() -> Script:
    return Script([works])


@pytest.fixture
async def world(tmp_path: Path, script: Script) -> AsyncGenerator[World]:
    made = await mail_world(tmp_path, Post(), script)
    made.crm.append({"code": "C-1", "company": SECRET})
    yield made
    await made.running.close()


@pytest.fixture
async def ana(world: World) -> Talk:
    return await talk(world)


async def page(world: World, run: str, login: str = "bia") -> dict[str, Any]:
    answer = await (await world.client(login)).get(f"/api/runs/{run}")
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_run_is_told_step_by_step_with_sizes_and_costs(world: World, ana: Talk) -> None:
    run = await ana.says(SECRET)
    told = await page(world, run)
    steps = {(one["kind"], one["name"], one["outcome"]) for one in told["steps"]}
    assert steps == {
        ("model", "openai:small", "done"),
        ("model", "openai:small", "failed"),
        ("tool", "crm.list", "done"),
        ("write", "create_panel", "done"),
        ("tool", MAIL, "waiting"),
    }
    listed = next(one for one in told["steps"] if one["name"] == "crm.list")
    assert (listed["arguments_bytes"], listed["rows"]) == (2, 1)
    assert listed["result_bytes"] > 40
    assert told["run"]["usage"] == [
        {
            "model": "openai:small",
            "requests": 2,
            "input_tokens": 150,
            "output_tokens": 25,
            "cached_tokens": 0,
            "cost": 0.75,
        }
    ]
    assert (told["run"]["person"], told["run"]["status"]) == ("Ana", "waiting")
    # A boss may see each panel's runs, and not a panel that is for its owner only.
    assert [one["panel"] for one in told["steps"] if one["kind"] == "write"] == [None]


async def test_nothing_of_what_was_said_or_found_is_on_the_page(world: World, ana: Talk) -> None:
    run = await ana.says(SECRET)
    assert SECRET not in str(await page(world, run))
    everything = await (await world.client("bia")).get("/api/runs")
    assert SECRET not in everything.text


async def test_a_call_that_a_person_allowed_is_a_step_of_the_run_that_made_it(world: World, ana: Talk) -> None:
    await ana.says(SECRET)
    waiting = (await ana.waiting())[0].id
    client = await world.client()
    decided = (await client.post(f"/api/approvals/{waiting}", json={"approve": True})).json()
    await ana.ended()
    steps = (await page(world, decided["run"]))["steps"]
    assert [(one["kind"], one["name"], one["outcome"]) for one in steps] == [("tool", MAIL, "done")]


async def test_a_failed_run_tells_its_code(world: World, ana: Talk, script: Script) -> None:
    async def refuses(*_: Any) -> None:
        raise Refusal("source_failed", SECRET, SECRET)

    script.steps = [refuses]
    told = (await page(world, await ana.says("Oi")))["run"]
    assert (told["status"], told["code"]) == ("failed", "source_failed")


async def test_the_last_runs_come_first_and_can_be_those_of_one_agent(world: World, ana: Talk) -> None:
    await ana.says("Oi")
    world.clock.forward(minutes=1)
    last = await ana.says("E agora?")
    client = await world.client("bia")
    lines = (await client.get("/api/runs", params={"agent": "sales", "limit": 1})).json()
    assert [one["id"] for one in lines] == [last]
    assert (await client.get("/api/runs", params={"agent": "nobody"})).json() == []


async def test_only_who_looks_after_agents_sees_runs(world: World, ana: Talk) -> None:
    run = await ana.says("Oi")
    client = await world.client("ana")
    for path in ("/api/runs", f"/api/runs/{run}"):
        assert (await client.get(path)).json()["code"] == "forbidden"
    missing = await (await world.client("bia")).get("/api/runs/nothing")
    assert (missing.status_code, missing.json()["code"]) == (404, "run_not_found")


async def test_a_boss_learns_how_much_was_asked_and_cut_without_a_model(world: World, ana: Talk) -> None:
    await ana.says("Mostre os clientes")
    await ana.says("E agora?")
    boss = await world.client("bia")
    told = (await boss.get("/api/runs/savings?agent=sales")).json()
    assert (told["follow_ups"], told["without_model"]) == (1, 0)
    assert (await boss.get("/api/runs/savings?agent=nobody")).json()["follow_ups"] == 0
    refused = await (await world.client("ana")).get("/api/runs/savings")
    assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
