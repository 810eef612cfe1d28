"""A disk that takes nothing any more: writes are refused and say so, nothing acknowledged is lost, reading goes on, and
writing works again as soon as there is room, without a restart.

The disk of PostgreSQL is its own server's business: here it is the data folder of a server that keeps a file in it.
"""

import asyncio
import resource
from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest

from liveapps.adapters.sqlite.tx import SqliteTx
from liveapps.panels.errors import Refusal
from liveapps.ports import Tx
from liveapps.writing.writes import CreatePanel
from tests.proof.crowd import gathered
from tests.proof.history import Done, violations
from tests.proof.keeping import kept
from tests.proof.server import Server
from tests.proof.workload import template
from tests.support.world import World, make_world
from tests.writing.asking import add

UNLIMITED = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)


@pytest.fixture
def server(tmp_path: Path) -> Generator[Server]:
    made = Server(tmp_path, None)
    made.settle()
    made.start()
    yield made
    made.kill()


def fill_the_disk(server: Server) -> None:
    """From now on no file of the server grows: the system refuses to, as it does where no room is left."""
    sizes = [one.stat().st_size for one in server.folder.iterdir()]
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (max(sizes), resource.RLIM_INFINITY))


def make_room(server: Server) -> None:
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, UNLIMITED)


async def test_a_server_on_a_full_disk_refuses_to_write_and_goes_on_when_there_is_room(server: Server) -> None:
    crowd, enough = await gathered(server), asyncio.Event()
    writing = asyncio.create_task(crowd.write(enough))
    for _ in range(2):
        await crowd.acknowledged(40)
        fill_the_disk(server)
        await crowd.not_done(40)
        async with server.client() as client:
            assert (await client.get(f"/api/panels/{crowd.panel}")).status_code in (200, 404), "reading goes on"
        make_room(server)
    await crowd.acknowledged(40)
    enough.set()
    await writing

    assert crowd.cut == []
    for _, answer in crowd.failed:
        told = answer.json()
        assert (answer.status_code, told["code"]) == (503, "storage_full")
        assert "disk" in told["title"]
        assert "room" in told["next_step"]
    async with server.store() as store:
        # Every version is a write that was acknowledged: none of those that were refused is there after all.
        assert violations(crowd.log, await kept(store, crowd.panel)) == []
    server.kill()
    await asyncio.to_thread(server.start)
    async with server.store() as store:
        assert violations(crowd.log, await kept(store, crowd.panel)) == []


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[World]:
    made = await make_world(tmp_path)
    yield made
    await made.running.close()


async def take_no_more_than(world: World, pages: int | None) -> None:
    """Gives the data file a quota, that of its pages now if none is named: beyond it SQLite says "full"."""

    async def body(tx: Tx) -> None:
        assert isinstance(tx, SqliteTx)
        connection = tx._connection  # pyright: ignore[reportPrivateUsage] only there a quota can be set
        ((now,),) = connection.execute("PRAGMA page_count").fetchall()
        connection.execute(f"PRAGMA max_page_count = {pages or now}")

    await world.running.store.write(body)


async def test_of_writes_that_no_longer_fit_none_is_kept_and_each_is_told(world: World) -> None:
    origin = await world.origin("ana")
    making = CreatePanel(panel=world.house.ids.new(), agent="sales", template=template())
    log = [Done(making, await world.write(making, origin), origin.actor.id)]
    panel, told = making.panel, list[Refusal]()

    async def write(number: int) -> None:
        asked = add(panel, code=f"C-{number}", company="Embraer" * 40)
        try:
            log.append(Done(asked, await world.write(asked, origin), origin.actor.id))
        except Refusal as refused:
            told.append(refused)

    await take_no_more_than(world, None)
    for start in range(0, 200, 8):
        await asyncio.gather(*(write(number) for number in range(start, start + 8)))
    assert {refusal.code for refusal in told} == {"storage_full"}
    assert violations(log, await kept(world.running.store, panel)) == []

    await take_no_more_than(world, 1_000_000)
    before = len(told)
    await asyncio.gather(*(write(number) for number in range(1_000, 1_020)))
    assert len(told) == before
    assert violations(log, await kept(world.running.store, panel)) == []
