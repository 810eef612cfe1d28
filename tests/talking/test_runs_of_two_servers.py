"""Two servers on one database: a run is followed, stopped and taken over from the one that does not work on it."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from liveapps.conversation.approvals import Decision
from liveapps.conversation.run_events import RunEnded, RunEvent
from liveapps.ports import AgentTools, RunSink, Turn
from liveapps.talking.heartbeat import ALIVE
from tests.support.chat import Script
from tests.support.mailing import LETTER, Post, Talk, mail_world, write_letter
from tests.support.patience import until
from tests.support.postgres import empty_database
from tests.support.world import World


async def counts(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
    for word in ("um ", "dois ", "três"):
        await sink.say(word)
    await asyncio.Event().wait()


@pytest.fixture
def script() -> Script:
    return Script([counts])


@pytest.fixture
def post() -> Post:
    return Post()


@pytest.fixture
async def both(tmp_path: Path, script: Script, post: Post) -> AsyncGenerator[tuple[World, World]]:
    with empty_database() as dsn:
        here = await mail_world(tmp_path / "here", post, script, database=dsn)
        there = await mail_world(tmp_path / "there", post, script, database=dsn)
        yield here, there
        await there.running.close()
        await here.running.close()


async def under_way(world: World) -> tuple[Talk, str]:
    ana = Talk(world, await world.person("ana"), world.house.ids.new())
    run = world.house.ids.new()
    await world.house.supervisor.start(ana.user, "sales", ana.thread, run, "Conte", "pt-BR")
    return ana, run


async def test_a_run_is_followed_live_from_the_server_that_does_not_work_on_it(both: tuple[World, World]) -> None:
    here, there = both
    ana, run = await under_way(here)
    heard: list[RunEvent] = []

    async def follow() -> None:
        async for _, event in there.house.supervisor.follow(run):
            heard.append(event)

    following = asyncio.create_task(follow())

    async def all_is_heard() -> bool:
        return "".join(getattr(event, "delta", "") for event in heard) == "um dois três"

    await until(all_is_heard)
    assert (await Talk(there, ana.user, ana.thread).view()).active_run == run
    await here.house.supervisor.cancel(ana.user, run)
    await following
    assert isinstance(heard[-1], RunEnded)


async def test_a_run_is_stopped_from_the_server_that_does_not_work_on_it(both: tuple[World, World]) -> None:
    here, there = both
    ana, run = await under_way(here)
    stopped = await there.house.supervisor.cancel(ana.user, run)
    assert (stopped.status, (await ana.view()).active_run) == ("cancelled", None)


async def test_a_run_of_a_server_that_lives_is_never_taken_for_lost(both: tuple[World, World]) -> None:
    here, there = both
    ana, run = await under_way(here)
    await there.house.supervisor.beat()
    kept = await here.running.store.read(lambda tx: tx.run(run))
    assert kept is not None
    assert kept.status == "running"
    # Both clocks move on; the server that works says that it is alive before the other looks.
    for world in both:
        world.clock.forward(seconds=ALIVE.total_seconds() - 1)
    await here.house.supervisor.beat()
    for world in both:
        world.clock.forward(seconds=ALIVE.total_seconds() - 1)
    await there.house.supervisor.beat()
    assert (await ana.view()).active_run == run


async def test_a_run_of_a_server_that_died_is_ended_by_the_other(both: tuple[World, World]) -> None:
    here, there = both
    ana, run = await under_way(here)
    await until(lambda: _has_said_all(here, run))
    there.clock.forward(seconds=ALIVE.total_seconds() + 1)
    await there.house.supervisor.beat()
    view = await Talk(there, ana.user, ana.thread).view()
    assert view.active_run is None
    assert [one.body.kind for one in view.messages] == ["said", "answered", "broke"]


async def _has_said_all(world: World, run: str) -> bool:
    return len(await world.running.store.read(lambda tx: tx.run_events(run, 0))) == 5


async def test_two_servers_that_are_told_one_decision_at_once_call_once(
    both: tuple[World, World], script: Script, post: Post
) -> None:
    script.steps = [write_letter]
    here, there = both
    ana = Talk(here, await here.person("ana"), here.house.ids.new())
    await ana.says("Escreva")
    approval = (await ana.waiting())[0].id
    yes = Decision(approve=True)
    await asyncio.gather(
        *(world.house.supervisor.decide(ana.user, approval, yes, "pt-BR") for world in (here, there, here, there)),
        return_exceptions=True,
    )
    await ana.ended()
    assert (post.sent, (await ana.called()).status) == ([LETTER], "done")
