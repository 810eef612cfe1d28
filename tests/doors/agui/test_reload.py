"""A stream may be cut anywhere: who connects again has all of the run, and the run never notices."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2
import pytest
import uvicorn

from liveapps.ports import AgentTools, RunSink, Turn
from tests.doors.agui.test_stream import problems
from tests.support.chat import Event, Script, run_input
from tests.support.patience import until
from tests.support.serving import free_port
from tests.support.world import World, make_world

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


class Story:
    """A run with some of everything, that stands still before its last words until it may end."""

    def __init__(self) -> None:
        self.go = asyncio.Event()

    async def tell(self, turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        await sink.say("Vou ")
        await sink.say("buscar.")
        reading = await tools.call("crm.list", {})
        await tools.show_reading(reading, {"kind": "table"}, "Clientes")
        await sink.say("Quase")
        await self.go.wait()
        await sink.say(" pronto.")
        await sink.suggest(["Mostre mais"])


BEFORE_IT_STANDS_STILL = 12
"""How many events it has told by then."""


@pytest.fixture
def story() -> Story:
    return Story()


@pytest.fixture
async def world(tmp_path: Path, story: Story) -> AsyncGenerator[World]:
    made = await make_world(tmp_path, runtime=lambda _: Script([story.tell]))
    made.crm += [{"code": "C-1", "company": "Embraer"}, {"code": "C-2", "company": "Riotur"}]
    yield made
    await made.running.close()


@pytest.fixture
async def client(world: World) -> AsyncGenerator[httpx2.AsyncClient]:
    """A browser that is connected over a real network: what it cuts off is really cut off."""
    server = uvicorn.Server(uvicorn.Config(world.app, port=free_port(), lifespan="off", log_level="error"))
    serving = asyncio.create_task(server.serve())
    await until(lambda: started(server))
    token = (await world.client()).cookies["liveapps_session"]
    headers = {"X-LiveApps": "1"}
    address = f"http://127.0.0.1:{server.config.port}"
    async with httpx2.AsyncClient(
        base_url=address, cookies={"liveapps_session": token}, headers=headers, timeout=30
    ) as made:
        yield made
    server.should_exit = True
    await serving


async def started(server: uvicorn.Server) -> bool:
    return server.started


async def heard(response: httpx2.Response, limit: int | None = None) -> list[Event]:
    """The events of a stream, or its first ones: then it is cut off."""
    events: list[Event] = []
    async for line in response.aiter_lines():
        if line.startswith("data: "):
            events.append(json.loads(line[6:]))
        if limit is not None and len(events) == limit:
            break
    return events


def plain(what: Any) -> Any:
    """Ids are new in each run: here they are numbered as they come."""
    text, names = json.dumps(what), dict[str, int]()
    return json.loads(UUID.sub(lambda found: f"id {names.setdefault(found[0], len(names))}", text))


async def whole(client: httpx2.AsyncClient, story: Story) -> tuple[list[Event], Any]:
    """The events of a run that nobody cut, and the thread as it stands after it."""
    thread = str(uuid4())
    story.go.set()
    async with client.stream("POST", "/api/agents/sales/agui", json=run_input("Mostre", thread)) as response:
        events = await heard(response)
    story.go.clear()
    return events, (await client.get(f"/api/threads/{thread}")).json()


@pytest.mark.parametrize("cut", range(1, BEFORE_IT_STANDS_STILL + 1))
async def test_a_reload_after_any_event_of_a_run_loses_nothing(
    client: httpx2.AsyncClient, story: Story, cut: int
) -> None:
    uncut, kept = await whole(client, story)
    thread = str(uuid4())
    async with client.stream("POST", "/api/agents/sales/agui", json=run_input("Mostre", thread)) as response:
        first = await heard(response, cut)
    async with client.stream("GET", f"/api/threads/{thread}/connect?history=false") as response:
        story.go.set()
        again = await heard(response)
    assert first == again[:cut]
    assert plain(again) == plain(uncut)
    assert problems(again) == []
    after = (await client.get(f"/api/threads/{thread}")).json()
    assert plain(after["messages"]) == plain(kept["messages"])
    assert (after["active_run"], len(uncut) > BEFORE_IT_STANDS_STILL) == (None, True)


async def test_a_second_reload_in_the_same_run_loses_nothing_either(client: httpx2.AsyncClient, story: Story) -> None:
    uncut, _ = await whole(client, story)
    thread = str(uuid4())
    async with client.stream("POST", "/api/agents/sales/agui", json=run_input("Mostre", thread)) as response:
        await heard(response, 3)
    for cut in (2, 9):
        async with client.stream("GET", f"/api/threads/{thread}/connect") as response:
            await heard(response, cut)
    async with client.stream("GET", f"/api/threads/{thread}/connect") as response:
        story.go.set()
        again = await heard(response)
    assert again[2]["type"] == "MESSAGES_SNAPSHOT"
    assert plain([*again[:2], *again[3:]]) == plain(uncut)


async def test_a_run_that_nobody_follows_ends_by_itself(client: httpx2.AsyncClient, story: Story) -> None:
    thread = str(uuid4())
    async with client.stream("POST", "/api/agents/sales/agui", json=run_input("Mostre", thread)) as response:
        await heard(response, 2)
    story.go.set()

    async def is_over() -> bool:
        return (await client.get(f"/api/threads/{thread}")).json()["active_run"] is None

    await until(is_over)
    kept = (await client.get(f"/api/threads/{thread}")).json()["messages"]
    assert [one["body"]["kind"] for one in kept] == ["said", "answered", "called", "shown", "answered", "suggested"]


async def test_a_run_can_be_stopped_after_a_reload(client: httpx2.AsyncClient, story: Story) -> None:
    thread = str(uuid4())
    async with client.stream("POST", "/api/agents/sales/agui", json=run_input("Mostre", thread)) as response:
        await heard(response, 4)
    run = (await client.get(f"/api/threads/{thread}")).json()["active_run"]
    async with client.stream("GET", f"/api/threads/{thread}/connect") as response:
        stopped = await client.post(f"/api/runs/{run}/cancel")
        events = await heard(response)
    assert (stopped.json()["status"], events[-1]["outcome"]["type"]) == ("cancelled", "cancelled")


async def test_streams_end_at_once_when_the_server_stops(
    world: World, client: httpx2.AsyncClient, story: Story
) -> None:
    thread = str(uuid4())
    async with client.stream("POST", "/api/agents/sales/agui", json=run_input("Mostre", thread)) as response:
        events: list[Event] = []
        async for line in response.aiter_lines():
            if line.startswith("data: "):
                events.append(json.loads(line[6:]))
            if len(events) == BEFORE_IT_STANDS_STILL:
                world.running.end_streams()
    assert events[-1]["type"] != "RUN_FINISHED"
    # The run itself goes on until the server is closed.
    assert (await client.get(f"/api/threads/{thread}")).json()["active_run"] is not None
