"""A table in the chat is a light spreadsheet: cut without the model, with its denominator, by its owner only."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from liveapps.ports import AgentTools, RunSink, Turn
from tests.support.chat import Script, run_input, say
from tests.support.world import World, make_world

ROWS = [
    {"code": "C-1", "company": "Embraer", "state": "SP"},
    {"code": "C-2", "company": "Riotur", "state": "RJ"},
    {"code": "C-3", "company": "Woodstock", "state": "SP"},
]
IN_SP = {"where": [{"field": "state", "op": "is", "value": "SP"}]}


async def show(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
    await tools.show_reading(await tools.call("crm.list", {}), {"kind": "table"}, "Clientes")


@pytest.fixture
def script() -> Script:
    return Script([show])


@pytest.fixture
async def world(tmp_path: Path, script: Script) -> AsyncGenerator[World]:
    made = await make_world(tmp_path, runtime=lambda _: script)
    made.crm += ROWS
    yield made
    await made.running.close()


async def answer_in(client: httpx2.AsyncClient) -> dict[str, Any]:
    events = await say(client, "Mostre os clientes")
    return next(event for event in events if event["type"] == "ACTIVITY_SNAPSHOT")["content"]["answer"]


async def test_words_are_understood_before_they_are_sent(world: World) -> None:
    client = await world.client()
    answer = await answer_in(client)
    meant = (await client.post(f"/api/answers/{answer['id']}/understand", json={"text": "só os de SP"})).json()
    assert (meant["outcome"], meant["shown"], meant["total"]) == ("understood", 2, 3)
    assert meant["slice"]["where"] == IN_SP["where"]
    named = (await client.post(f"/api/answers/{answer['id']}/understand", json={"text": "só os clientes do RJ"})).json()
    assert (named["outcome"], named["shown"]) == ("understood", 1)
    asks = (await client.post(f"/api/answers/{answer['id']}/understand", json={"text": "mande um e-mail"})).json()
    assert asks["outcome"] == "ask"


async def test_a_slice_in_words_stays_in_the_thread_with_its_denominator(world: World) -> None:
    client = await world.client()
    answer = await answer_in(client)
    cut = await client.post(f"/api/answers/{answer['id']}/slice", json={"slice": IN_SP, "words": "só os de SP"})
    assert len(cut.json()["rows"]) == 3
    thread = (await client.get(f"/api/threads/{answer['thread']}")).json()
    said = thread["messages"][-1]["body"]
    assert (said["kind"], said["words"], said["shown"], said["total"]) == ("sliced", "só os de SP", 2, 3)
    assert thread["answers"][answer["id"]]["slice"]["where"] == IN_SP["where"]


async def test_a_question_after_slicing_reaches_the_agent_with_its_denominator(world: World, script: Script) -> None:
    client = await world.client()
    answer = await answer_in(client)
    await client.post(f"/api/answers/{answer['id']}/slice", json={"slice": IN_SP})
    heard: list[Turn] = []

    async def listen(turn: Turn, *_: object) -> None:
        heard.append(turn)

    script.steps = [listen]
    asked = run_input("Quem devo visitar?", answer["thread"])
    claims = {"state": {"looking_at": "1 of 1"}, "context": [{"description": "on screen", "value": "Riotur only"}]}
    await client.post("/api/agents/sales/agui", json=asked | claims)
    assert heard[0].looking_at == "\n".join(
        [
            f'The person is looking at 2 of the 3 rows of this answer ({answer["id"]}, "Clientes"): "state é SP"',
            "The first 2 of these 2, in this order:",
            '["code", "company", "state"]',
            '["C-1", "Embraer", "SP"]',
            '["C-3", "Woodstock", "SP"]',
        ]
    )


async def test_a_slice_asked_in_words_is_the_same_object_as_one_made_by_clicking(world: World) -> None:
    client = await world.client()
    answer = await answer_in(client)
    address = f"/api/answers/{answer['id']}"
    clicks = [
        ("só os de SP", IN_SP),
        ("agora ordena por company", {**IN_SP, "sort": [{"field": "company", "descending": False}]}),
        ("esconde a coluna code", {"hidden": ["code"]}),
        ("agrupa por state", {"group": "state"}),
    ]
    for words, clicked in clicks:
        by_clicks = (await client.post(f"{address}/slice", json={"slice": {**clicked}})).json()["slice"]
        before = {name: value for name, value in clicked.items() if name == "where" and len(clicked) > 1}
        await client.post(f"{address}/slice", json={"slice": before})
        meant = (await client.post(f"{address}/understand", json={"text": words})).json()["slice"]
        by_words = (await client.post(f"{address}/slice", json={"slice": meant, "words": words})).json()["slice"]
        assert by_words == meant == by_clicks


async def test_words_refine_what_is_on_the_screen_even_when_the_server_was_not_yet_told(world: World) -> None:
    client = await world.client()
    answer = await answer_in(client)
    address = f"/api/answers/{answer['id']}/understand"
    meant = (await client.post(address, json={"text": "e também RJ", "slice": IN_SP})).json()
    assert (meant["slice"]["where"][0]["value"], meant["shown"]) == (["SP", "RJ"], 3)
    alone = (await client.post(address, json={"text": "e também RJ"})).json()
    assert alone == {"outcome": "ask", "reason": "contradiction"}
    wrong = {"where": [{"field": "uf", "op": "is", "value": "SP"}]}
    told = await client.post(address, json={"text": "e também RJ", "slice": wrong})
    assert told.json()["code"] == "field_not_found"


async def test_values_alone_are_for_the_agent_when_it_has_just_asked(world: World, script: Script) -> None:
    client = await world.client()
    answer = await answer_in(client)
    address = f"/api/answers/{answer['id']}/understand"
    assert (await client.post(address, json={"text": "SP ou RJ"})).json()["outcome"] == "understood"

    async def ask(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        await sink.say("De **qual** estado?")

    script.steps = [ask]
    await say(client, "Faça um relatório", answer["thread"])
    assert (await client.post(address, json={"text": "SP ou RJ"})).json() == {"outcome": "ask", "reason": "answer"}


async def test_a_slice_that_makes_no_sense_is_refused_and_the_old_one_stays(world: World) -> None:
    client = await world.client()
    answer = await answer_in(client)
    address = f"/api/answers/{answer['id']}/slice"
    await client.post(address, json={"slice": IN_SP})
    wrong = await client.post(address, json={"slice": {"where": [{"field": "uf", "op": "is", "value": "SP"}]}})
    assert (wrong.json()["code"], "state" in wrong.json()["facts"]["choices"]) == ("field_not_found", True)
    assert (await client.get(f"/api/answers/{answer['id']}")).json()["slice"]["where"] == IN_SP["where"]


@pytest.mark.parametrize("act", ["", "/understand", "/slice", "/refetch", "/save/preview", "/save"])
async def test_an_answer_of_someone_else_answers_like_a_missing_one(world: World, act: str) -> None:
    answer = await answer_in(await world.client("ana"))
    client = await world.client("bia")
    body = {
        "/understand": {"text": "só SP"},
        "/slice": {"slice": IN_SP},
        "/refetch": {"days": None},
    }.get(act, {"to": {"kind": "new_panel", "title": "Meu"}})
    address = f"/api/answers/{answer['id']}{act}"
    told = await (client.post(address, json=body) if act else client.get(address))
    assert (told.status_code, told.json()["code"]) == (404, "block_not_found")
