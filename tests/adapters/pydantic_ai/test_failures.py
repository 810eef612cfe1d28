"""What goes wrong with a provider ends the run with a code and a next step, and never with the provider's text."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from liveapps.panels.errors import CODES
from tests.support.chat import say
from tests.support.models import model_world, texts
from tests.support.provider import Call, Provider, Reply
from tests.support.world import World

SECRETS = ("sk-SECRET-key", "hunter2", "Traceback", "status_code")


async def ended(world: World, text: str = "Mostre os clientes") -> dict[str, Any]:
    """How the run ended. Nothing of what a provider says may be in it, on the way or in the thread."""
    client = await world.client()
    events = await say(client, text)
    last = events[-1]
    kept = (await client.get(f"/api/threads/{events[0]['threadId']}")).text
    assert not [secret for secret in SECRETS if secret in str(last) or secret in kept]
    assert last["type"] == "RUN_ERROR"
    assert last["code"] in CODES
    return last | {"said": texts(events), "thread": events[0]["threadId"]}


STATUSES = [
    (401, "model_key_refused", 1),
    (403, "model_key_refused", 1),
    (404, "model_not_found", 1),
    (400, "model_rejected", 1),
    (429, "model_busy", 3),
    (500, "model_unavailable", 3),
    (503, "model_unavailable", 3),
]
"""What a provider answers, what the person is told, and how often it was asked."""


async def test_each_failure_of_a_provider_has_a_code_and_only_passing_ones_are_tried_again(
    world: World, scripted: Provider
) -> None:
    told: list[tuple[int, str, int]] = []
    for status, _, _ in STATUSES:
        scripted.asked, scripted.steps = [], [Reply(status=status)] * 3
        last = await ended(world)
        told.append((status, last["code"], len(scripted.asked)))
        assert "boss" in last["message"] or "again" in last["message"] or "new conversation" in last["message"]
    assert told == STATUSES


async def test_a_provider_that_recovers_is_not_noticed(world: World, scripted: Provider) -> None:
    scripted.plays(Reply(status=500), Reply(status=429, headers={"retry-after": "0"}), Reply("Tudo certo."))
    events = await say(await world.client(), "Oi")
    assert (texts(events), events[-1]["type"]) == ("Tudo certo.", "RUN_FINISHED")


async def test_a_wait_that_would_take_longer_than_the_run_may_is_said_instead(world: World, scripted: Provider) -> None:
    scripted.plays(Reply(status=429, headers={"retry-after": "86400"}))
    last = await ended(world)
    assert (last["code"], len(scripted.asked)) == ("model_busy", 1)


@pytest.mark.parametrize("how", ["cut", "ends_early"])
async def test_an_answer_that_is_cut_keeps_what_was_said_and_says_that_it_was_cut(
    world: World, scripted: Provider, how: str
) -> None:
    scripted.plays(replace(Reply("São vinte e dois clientes, seis deles em São Paulo."), **{how: True}))
    last = await ended(world)
    assert (last["code"], len(scripted.asked)) == ("answer_cut", 1)
    assert last["said"]
    assert "São vinte e dois".startswith(last["said"][:16])
    thread = last["thread"]
    kept = (await (await world.client()).get(f"/api/threads/{thread}")).json()["messages"]
    assert [one["body"]["kind"] for one in kept] == ["said", "answered", "broke"]


async def test_a_stream_that_is_cut_before_anything_was_said_is_asked_again(world: World, scripted: Provider) -> None:
    scripted.plays(Reply(calls=(Call("crm__list"),), cut=True), Reply("Pronto."))
    events = await say(await world.client(), "Oi")
    assert (texts(events), events[-1]["type"], len(scripted.asked)) == ("Pronto.", "RUN_FINISHED", 2)


GARBAGE = (b"data: {\n\n", b"<html>gateway</html>", b"data: null\n\n", b'event: x\ndata: {"a": 1}\n\n', b"\n")


async def test_what_is_no_answer_of_a_model_is_told_as_that(world: World, scripted: Provider) -> None:
    for garbage in GARBAGE:
        scripted.steps = [Reply(garbage=garbage)] * 3
        assert (await ended(world))["code"] in ("model_unavailable", "answer_empty")


async def test_a_model_that_stops_at_its_length_says_that_this_is_not_all(world: World, scripted: Provider) -> None:
    scripted.plays(Reply("Era uma vez", stop="length"))
    last = await ended(world)
    assert (last["code"], last["said"]) == ("answer_cut", "Era uma vez")


async def test_a_model_that_answers_nothing_is_told_as_that(world: World, scripted: Provider) -> None:
    scripted.plays(Reply(""))
    assert (await ended(world))["code"] == "answer_empty"


async def test_a_provider_that_cannot_be_reached_is_told_as_that(tmp_path: Path, scripted: Provider) -> None:
    world = await model_world(tmp_path, scripted, base_url="http://127.0.0.1:9/v1")
    assert (await ended(world))["code"] == "model_unavailable"
    await world.running.close()


async def test_a_missing_key_is_told_on_the_run(
    tmp_path: Path, scripted: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    world = await model_world(tmp_path, scripted, "openai", base_url=None)
    last = await ended(world)
    assert last["code"] == "model_key_missing"
    assert "OPENAI_API_KEY" in last["message"]
    await world.running.close()


@pytest.mark.parametrize("model", ["", "gpt-9", "nobody:gpt-9", "openai:", ":x"])
async def test_a_model_that_cannot_be_is_told_with_the_providers_there_are(
    tmp_path: Path, scripted: Provider, model: str
) -> None:
    world = await model_world(tmp_path, scripted, model=model)
    last = await ended(world)
    assert last["code"] == "model_not_configured"
    assert "openai-chat, anthropic, google, ollama" in last["message"]
    await world.running.close()


async def test_a_run_that_waits_for_its_model_can_be_stopped(world: World, scripted: Provider) -> None:
    scripted.plays(Reply("Um momento, estou pensando.", waits=True))
    client = await world.client()
    talking = asyncio.create_task(say(client, "Pense"))
    while not scripted.asked:
        await asyncio.sleep(0.01)
    thread = (await client.get("/api/threads")).json()[0]["id"]
    run = (await client.get(f"/api/threads/{thread}")).json()["active_run"]
    await client.post(f"/api/runs/{run}/cancel")
    events = await talking
    assert events[-1]["outcome"]["type"] == "cancelled"
