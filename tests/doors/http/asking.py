"""Asking over HTTP: as nobody, as a browser, as a script, and as one who listens to a stream."""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
import orjson
from fastapi.routing import iter_route_contexts
from starlette.types import Message

from liveapps.panels.errors import CODES
from tests.support.world import World

ROWS = "/api/panels/{panel}/collections/customers/rows"


def nobody(world: World, peer: str = "127.0.0.1", host: str = "http://testserver") -> httpx2.AsyncClient:
    """A client without session or token."""
    return httpx2.AsyncClient(transport=httpx2.ASGITransport(world.app, client=(peer, 123)), base_url=host)


async def script(world: World, login: str = "ana") -> httpx2.AsyncClient:
    """A client with an API token, and nothing of a browser."""
    _, secret = await world.house.accounts.create_token(await world.person(login), "test")
    client = nobody(world)
    client.headers["Authorization"] = f"Bearer {secret}"
    return client


def routes(world: World) -> list[tuple[str, str]]:
    """Every method and path that the app answers."""
    found = [
        (method, str(route.path))
        for route in iter_route_contexts(world.app.routes)
        for method in sorted(route.methods or set[str]())
    ]
    assert len(found) > 45, "the app has more routes than these: the list is read in the wrong way"
    return found


def filled(path: str) -> str:
    """A path with something in each of its places."""
    return re.sub(r"{[^}]+}", "1", path)


def problem(answer: httpx2.Response, status: int, code: str) -> dict[str, Any]:
    """The problem that an answer tells, which is of the form that every problem has."""
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), answer.text
    told = answer.json()
    assert set(told) == {"type", "title", "status", "code", "facts", "next_step"}
    assert (told["code"], told["status"]) == (code, status)
    assert code in CODES
    assert told["title"]
    assert told["next_step"]
    return told


async def panel_of(client: httpx2.AsyncClient, template: dict[str, Any]) -> str:
    made = await client.post("/api/panels", json={"agent": "sales", "template": template})
    assert made.status_code == 201, made.text
    return str(made.json()["panel"])


@dataclass
class Stream:
    """An event stream as it comes."""

    status: int
    headers: dict[str, str]
    parts: "asyncio.Queue[bytes]"

    async def event(self) -> dict[str, Any]:
        """The next event, comments left out."""
        while True:
            part = await asyncio.wait_for(self.parts.get(), 10)
            if part.startswith(b"event: panel\ndata: "):
                return orjson.loads(part.partition(b"data: ")[2])
            assert part.startswith(b":"), part

    def silent(self) -> bool:
        """Whether nothing more has come, comments left out."""
        while not self.parts.empty():
            if not self.parts.get_nowait().startswith(b":"):
                return False
        return True


@asynccontextmanager
async def listening(world: World, login: str = "ana", have: str = "") -> AsyncGenerator[Stream]:
    """Opens GET /api/events and hears what comes until the block ends. A test client would wait for the end."""
    _, secret = await world.house.accounts.create_token(await world.person(login), "stream")
    started: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
    parts: asyncio.Queue[bytes] = asyncio.Queue()
    asked, gone = asyncio.Event(), asyncio.Event()

    async def receive() -> Message:
        if not asked.is_set():
            asked.set()
            return {"type": "http.request", "body": b"", "more_body": False}
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            started.set_result(message)
        elif message.get("body"):
            parts.put_nowait(message["body"])

    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/api/events",
        "raw_path": b"/api/events",
        "query_string": f"have={have}".encode(),
        "root_path": "",
        "headers": [(b"host", b"testserver"), (b"authorization", f"Bearer {secret}".encode())],
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
    }
    task = asyncio.create_task(world.app(scope, receive, send))
    try:
        start = await asyncio.wait_for(started, 10)
        headers = {name.decode(): value.decode() for name, value in start["headers"]}
        yield Stream(start["status"], headers, parts)
    finally:
        gone.set()
        await asyncio.wait_for(task, 10)
