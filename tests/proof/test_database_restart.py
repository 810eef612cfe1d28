"""PostgreSQL goes away under load and comes back: what was acknowledged is kept, and the server goes on by itself."""

import asyncio
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.proof.crowd import gathered
from tests.proof.history import violations
from tests.proof.keeping import kept
from tests.proof.server import Server
from tests.support.postgres import empty_database, start, stop

NOT_DONE = ("storage_away",)
UNKNOWN = ("outcome_unknown",)
"""Only after these nobody knows whether the write is there."""


@pytest.fixture
def server(tmp_path: Path) -> Generator[Server]:
    with empty_database(on_our_own=True) as dsn:
        made = Server(tmp_path, dsn)
        made.settle()
        made.start()
        yield made
        made.kill()


async def test_the_server_outlives_its_database_and_loses_nothing_it_acknowledged(server: Server) -> None:
    crowd, enough = await gathered(server), asyncio.Event()
    writing = asyncio.create_task(crowd.write(enough))
    await crowd.acknowledged(60)
    await asyncio.to_thread(stop)
    try:
        # It is down for longer than the server is patient: somebody is told.
        await crowd.until(lambda: any(answer.json()["code"] in NOT_DONE for _, answer in crowd.failed))
    finally:
        await asyncio.to_thread(start)
    await crowd.acknowledged(60)
    await asyncio.to_thread(stop)
    await asyncio.to_thread(start)
    await crowd.acknowledged(60)
    enough.set()
    await writing

    assert crowd.cut == [], "the server itself answers, whatever becomes of its database"
    for _, answer in crowd.failed:
        told = answer.json()
        assert (answer.status_code, answer.headers["content-type"]) == (503, "application/problem+json")
        assert told["code"] in NOT_DONE + UNKNOWN
        assert told["title"]
        assert told["next_step"]
    unknown = [asked for asked, answer in crowd.failed if answer.json()["code"] in UNKNOWN]
    async with server.store() as store:
        found = violations(crowd.log, await kept(store, crowd.panel), unanswered=[one.write for one in unknown])
        assert found == []
        # Repeated under their keys, those are there whole, and once.
        for asked in unknown:
            crowd.take(asked, await crowd.repeat(asked))
        assert violations(crowd.log, await kept(store, crowd.panel)) == []
