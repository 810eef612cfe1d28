"""Conversations of one person: found, named, pinned, seen, said anew, deleted and taken back."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from liveapps.ports import AgentTools, RunSink, Turn
from tests.doors.http.asking import problem
from tests.support.chat import run_input, say
from tests.support.world import World, make_world


class Parrot:
    """Answers with what was said before, and waits when it is told to."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.may_end = asyncio.Event()
        self.may_end.set()

    async def run(self, turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        self.turns.append(turn)
        await sink.say(f"Resposta a {turn.text}")
        await self.may_end.wait()
        if turn.text == "falhe":
            raise RuntimeError("no")


@pytest.fixture
def parrot() -> Parrot:
    return Parrot()


@pytest.fixture
async def world(tmp_path: Path, parrot: Parrot) -> AsyncGenerator[World]:
    made = await make_world(tmp_path, runtime=lambda _: parrot)
    yield made
    parrot.may_end.set()
    await made.running.close()


async def converse(client: httpx2.AsyncClient, *texts: str) -> str:
    thread = run_input("")["threadId"]
    for text in texts:
        await say(client, text, thread)
    return str(thread)


async def listed(client: httpx2.AsyncClient, **query: Any) -> list[dict[str, Any]]:
    return (await client.get("/api/threads", params=query)).json()


async def opened(client: httpx2.AsyncClient, thread: str) -> dict[str, Any]:
    return (await client.get(f"/api/threads/{thread}")).json()


async def texts(client: httpx2.AsyncClient, thread: str) -> list[str]:
    return [one["body"].get("text", one["body"]["kind"]) for one in (await opened(client, thread))["messages"]]


async def said(client: httpx2.AsyncClient, thread: str, text: str) -> str:
    return next(one["id"] for one in (await opened(client, thread))["messages"] if one["body"].get("text") == text)


async def rewind(client: httpx2.AsyncClient, thread: str, message: str) -> httpx2.Response:
    return await client.post(f"/api/threads/{thread}/rewind", json={"message": message})


async def test_a_search_finds_ones_own_conversations_by_title_and_by_what_was_said(world: World) -> None:
    ana, bia = await world.client("ana"), await world.client("bia")
    first = await converse(ana, "Clientes do Brasil", "e a Riotur?")
    world.clock.forward(minutes=1)
    second = await converse(ana, "Faturas")
    await converse(bia, "Riotur")
    assert [one["id"] for one in await listed(ana)] == [second, first]
    found = await listed(ana, search="RIOTUR")
    assert [(one["id"], one["found"]) for one in found] == [(first, "Resposta a e a Riotur?")]
    assert [one["id"] for one in await listed(ana, search="resposta faturas")] == [second]
    assert await listed(ana, search="nada disso") == []
    assert len(await listed(ana, limit=1)) == 1


async def test_a_conversation_is_renamed_and_pinned_apart(world: World) -> None:
    client = await world.client()
    first, second = await converse(client, "Um"), await converse(client, "Dois")
    await client.patch(f"/api/threads/{first}", json={"pinned": True})
    await client.patch(f"/api/threads/{first}", json={"title": " Outro "})
    kept = [(one["id"], one["title"], one["pinned"]) for one in await listed(client)]
    assert kept == [(first, "Outro", True), (second, "Dois", False)]
    problem(await client.patch(f"/api/threads/{first}", json={"title": " "}), 422, "invalid_request")


async def test_an_answer_is_unread_until_it_was_seen(world: World) -> None:
    client = await world.client()
    thread = await converse(client, "Oi")
    assert (await listed(client))[0]["unread"]
    last = (await opened(client, thread))["messages"][-1]["seq"]
    await client.post(f"/api/threads/{thread}/seen", json={"seq": last})
    assert not (await listed(client))[0]["unread"]
    await client.post(f"/api/threads/{thread}/seen", json={"seq": 1})
    assert not (await listed(client))[0]["unread"]
    await say(client, "De novo", thread)
    assert (await listed(client))[0]["unread"]


async def test_the_list_says_which_conversations_are_being_answered_and_which_failed(
    world: World, parrot: Parrot
) -> None:
    client = await world.client()
    thread = await converse(client, "falhe")
    assert (await listed(client))[0]["state"] == "failed"
    parrot.may_end.clear()
    world.clock.forward(seconds=1)
    running = asyncio.create_task(say(client, "Oi", thread))
    while len(parrot.turns) < 2:
        await asyncio.sleep(0)
    assert (await listed(client))[0]["state"] == "answering"
    parrot.may_end.set()
    await running
    assert (await listed(client))[0]["state"] == "idle"


async def test_what_is_said_anew_is_all_that_the_agent_reads(world: World, parrot: Parrot) -> None:
    client = await world.client()
    thread = await converse(client, "Um", "Dois errado", "Três")
    assert (await rewind(client, thread, await said(client, thread, "Dois errado"))).status_code == 200
    await say(client, "Dois certo", thread)
    assert await texts(client, thread) == ["Um", "Resposta a Um", "Dois certo", "Resposta a Dois certo"]
    read = [getattr(one.body, "text", "") for one in parrot.turns[-1].history]
    assert read == ["Um", "Resposta a Um"]


async def test_what_was_said_before_stays_readable_as_an_earlier_attempt(world: World) -> None:
    client = await world.client()
    thread = await converse(client, "Um", "Dois", "Três")
    view = await opened(client, thread)
    await rewind(client, thread, await said(client, thread, "Dois"))
    await say(client, "Outro dois", thread)
    assert (await opened(client, thread))["attempts"] == [{"number": 1, "after": view["messages"][1]["id"]}]
    attempt = (await client.get(f"/api/threads/{thread}/attempts/1")).json()
    assert attempt["messages"] == view["messages"][2:]
    assert await listed(client, search="Três") == []


async def test_only_ones_own_words_that_still_count_can_be_said_anew(world: World) -> None:
    client = await world.client()
    thread = await converse(client, "Um", "Dois")
    one = await said(client, thread, "Um")
    for name in ("nobody", await said(client, thread, "Resposta a Um")):
        problem(await rewind(client, thread, name), 422, "invalid_request")
    await rewind(client, thread, one)
    problem(await rewind(client, thread, one), 422, "invalid_request")


async def test_nothing_is_said_anew_or_deleted_while_the_agent_answers(world: World, parrot: Parrot) -> None:
    client = await world.client()
    thread = await converse(client, "Um")
    parrot.may_end.clear()
    running = asyncio.create_task(say(client, "Dois", thread))
    while len(parrot.turns) < 2:
        await asyncio.sleep(0)
    problem(await rewind(client, thread, await said(client, thread, "Um")), 409, "run_busy")
    told = problem(await client.delete(f"/api/threads/{thread}"), 409, "run_busy")
    await client.post(f"/api/runs/{told['facts']['run']}/cancel")
    await running
    assert (await client.delete(f"/api/threads/{thread}")).status_code == 200


async def test_a_deleted_conversation_is_gone_until_it_is_taken_back(world: World) -> None:
    client = await world.client()
    thread = await converse(client, "Um")
    await client.delete(f"/api/threads/{thread}")
    assert await listed(client) == []
    problem(await client.get(f"/api/threads/{thread}"), 404, "thread_not_found")
    answer = await client.post("/api/agents/sales/agui", json=run_input("Oi", thread))
    problem(answer, 404, "thread_not_found")
    await client.post(f"/api/threads/{thread}/restore")
    assert await texts(client, thread) == ["Um", "Resposta a Um"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("PATCH", "", {"title": "x"}),
        ("DELETE", "", None),
        ("POST", "/restore", None),
        ("POST", "/seen", {"seq": 1}),
        ("POST", "/rewind", {"message": "m"}),
        ("GET", "/attempts/1", None),
    ],
)
async def test_a_conversation_of_another_answers_like_one_that_does_not_exist(
    world: World, method: str, path: str, body: Any
) -> None:
    ana, bia = await world.client("ana"), await world.client("bia")
    thread = await converse(ana, "Um")
    await rewind(ana, thread, await said(ana, thread, "Um"))
    for name in (thread, "nobody"):
        answer = await bia.request(method, f"/api/threads/{name}{path}", json=body)
        told = problem(answer, 404, "thread_not_found")
        assert told["title"] == f'There is no thread "{name}".'
