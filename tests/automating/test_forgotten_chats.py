"""Deleted conversations and old files are forgotten for good; what was read from a file stays in the ledger."""

from collections.abc import AsyncGenerator
from pathlib import Path

import httpx2
import pytest

from liveapps.adapters.offline_agent.runtime import OfflineAgent
from liveapps.panels.jobs import KeepHouse
from liveapps.panels.retention import Retention
from tests.doors.http.asking import problem
from tests.support.chat import run_input
from tests.support.world import World, make_world


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[World]:
    keep = Retention(trash_days=3, attachments_days=10)
    made = await make_world(tmp_path, retention=keep, runtime=lambda _: OfflineAgent())
    await made.running.worker.close()
    yield made
    await made.running.close()


async def talk(client: httpx2.AsyncClient) -> tuple[str, str, str]:
    """A thread with one file: the ids of the thread, the file and its reading."""
    name = (await client.post("/api/attachments", params={"name": "a.csv"}, content=b"a;b\n1;2\n")).json()["id"]
    asked = run_input("")
    asked["messages"][0]["content"] = [{"type": "document", "source": {"type": "file", "value": name}}]
    await client.post("/api/agents/sales/agui", json=asked, timeout=60)
    view = (await client.get(f"/api/threads/{asked['threadId']}")).json()
    return asked["threadId"], name, view["messages"][0]["body"]["files"][0]["readings"][0]


async def keep_house(world: World, days: float) -> None:
    world.clock.forward(days=days)
    await world.running.housekeeping.do(KeepHouse())


async def test_a_deleted_conversation_comes_back_until_it_is_forgotten_with_its_files(world: World) -> None:
    client = await world.client()
    kept, _, _ = await talk(client)
    thread, file, _ = await talk(client)
    await client.delete(f"/api/threads/{thread}")
    await keep_house(world, days=2)
    assert (await client.post(f"/api/threads/{thread}/restore")).status_code == 200
    await client.delete(f"/api/threads/{thread}")
    await keep_house(world, days=4)
    problem(await client.post(f"/api/threads/{thread}/restore"), 404, "thread_not_found")
    problem(await client.get(f"/api/attachments/{file}"), 404, "attachment_not_found")
    assert [one["id"] for one in (await client.get("/api/threads")).json()] == [kept]


async def test_an_old_file_is_forgotten_and_what_was_read_from_it_is_not(world: World) -> None:
    client = await world.client()
    thread, file, reading = await talk(client)
    await keep_house(world, days=9)
    assert (await client.get(f"/api/attachments/{file}")).status_code == 200
    await keep_house(world, days=2)
    problem(await client.get(f"/api/attachments/{file}"), 404, "attachment_not_found")
    view = (await client.get(f"/api/threads/{thread}")).json()
    assert [answer["rows"] for answer in view["answers"].values()] == [[{"a": 1, "b": 2}]]
    assert await world.running.store.read(lambda tx: tx.reading(reading)) is not None
