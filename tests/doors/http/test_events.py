"""One stream for each browser tab: what changed by others arrives, what was missed is told, the hidden never shows."""

import asyncio
from typing import cast

import pytest

from liveapps.adapters.system import ProcessWakeup
from liveapps.doors.http.headers import HEADERS
from liveapps.writing.writes import TrashPanel
from tests.doors.http.asking import ROWS, listening, nobody, problem
from tests.support.world import World
from tests.writing.asking import add, redesign


async def test_a_change_by_another_client_arrives(world: World) -> None:
    panel = await world.panel()
    async with listening(world, "ana") as stream, await world.client("bia") as bia:
        assert (stream.status, stream.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
        assert (stream.headers["cache-control"], stream.headers["x-accel-buffering"]) == ("no-store", "no")
        assert {name: stream.headers[name] for name in HEADERS} == HEADERS
        await bia.post(ROWS.format(panel=panel), json={"values": {"code": "C-1", "company": "Segredo"}})
        assert await stream.event() == {"panel": panel, "version": 2, "tabs": ["main"]}


async def test_every_listener_hears_of_every_change_in_order(world: World) -> None:
    panel = await world.panel()
    async with listening(world, "ana") as one, listening(world, "bia") as other:
        for number in range(5):
            await world.write(add(panel, code=f"C-{number}"))
        for stream in (one, other):
            assert [(await stream.event())["version"] for _ in range(5)] == [2, 3, 4, 5, 6]


async def test_who_connects_again_learns_what_was_missed(world: World) -> None:
    seen, missed = await world.panel(), await world.panel(title="Outra")
    for number in range(3):
        await world.write(add(missed, code=f"C-{number}"))
    async with listening(world, have=f"{seen}:1,{missed}:1,unknown:1") as stream:
        assert await stream.event() == {"panel": missed, "version": 4, "tabs": ["main"]}
        await world.write(add(seen, code="C-1"))
        assert await stream.event() == {"panel": seen, "version": 2, "tabs": ["main"]}


async def test_what_changes_while_one_connects_is_not_missed(world: World) -> None:
    panel = await world.panel()

    async def write() -> None:
        for number in range(20):
            await world.write(add(panel, code=f"C-{number}"))

    writing = asyncio.create_task(write())
    for have in range(1, 6):
        async with listening(world, have=f"{panel}:{have}") as stream:
            while (await stream.event())["version"] < have + 5:
                pass
    await writing


async def test_a_panel_one_may_not_see_never_shows_up(world: World) -> None:
    hidden = await world.panel(audience={"who": "teams", "teams": ["sul"]})
    public = await world.panel(title="Pública")
    await world.write(add(hidden, code="C-0"))
    async with listening(world, "carla", have=f"{hidden}:0") as stream:
        await world.write(add(hidden, code="C-1"))
        await world.write(add(public, code="C-1"))
        assert (await stream.event())["panel"] == public
        assert stream.silent()


async def test_a_panel_that_is_hidden_from_now_on_falls_silent(world: World) -> None:
    panel, public = await world.panel(), await world.panel(title="Pública")
    async with listening(world, "carla") as stream:
        await world.write(add(panel, code="C-1"))
        assert (await stream.event())["version"] == 2
        await world.write(redesign(panel, audience={"who": "only_me"}))
        await world.write(add(panel, code="C-2"))
        await world.write(add(public, code="C-1"))
        assert (await stream.event())["panel"] == public


async def test_a_redesign_touches_every_tab_and_the_trash_none_by_name(world: World) -> None:
    panel = await world.panel()
    async with listening(world) as stream:
        await world.write(redesign(panel, title="Outra"))
        assert (await stream.event())["tabs"] == ["main"]
        await world.write(TrashPanel(panel=panel))
        assert await stream.event() == {"panel": panel, "version": 3, "tabs": []}


async def test_a_write_that_changes_nothing_is_not_announced(world: World) -> None:
    panel = await world.panel()
    async with listening(world) as stream:
        await world.write(redesign(panel))
        await world.write(add(panel, code="C-1"))
        assert (await stream.event())["version"] == 2


async def test_a_listener_that_leaves_is_forgotten(world: World) -> None:
    panel = await world.panel()
    async with listening(world):
        pass
    wakeup = cast("ProcessWakeup", world.house.wakeup)
    assert wakeup._queues == set()  # pyright: ignore[reportPrivateUsage] only there it can be seen
    await world.write(add(panel, code="C-1"))


@pytest.mark.parametrize("have", ["x", "x:", ":1", "x:-1", "x:1.5", "x:²", "x:1,y", "x:one"])
async def test_versions_that_cannot_be_read_are_refused(world: World, have: str) -> None:
    async with await world.client() as client:
        problem(await client.get("/api/events", params={"have": have}), 422, "invalid_request")


async def test_a_stranger_hears_nothing(world: World) -> None:
    async with nobody(world) as client:
        problem(await client.get("/api/events"), 401, "sign_in_required")
