"""A run ends honestly when its server does, and what it had said by then stays."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from liveapps.conversation.run_events import RunEnded
from liveapps.panels.errors import Refusal
from liveapps.ports import AgentTools, RunSink, Turn
from liveapps.talking.heartbeat import ALIVE
from tests.support.chat import Script
from tests.support.mailing import Post, Talk, mail_world, talk
from tests.support.patience import until
from tests.support.world import World, make_world


async def speaks_and_hangs(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
    await tools.call("crm.list", {})
    await sink.say("Primeiro isto, ")
    await sink.say("depois")
    await asyncio.Event().wait()


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[World]:
    made = await make_world(tmp_path, runtime=lambda _: Script([speaks_and_hangs]))
    yield made
    await made.running.close()


async def under_way(world: World, events: int = 6) -> tuple[Talk, str]:
    """A run that has told so many events and hangs."""
    ana = await talk(world)
    run = world.house.ids.new()
    await world.house.supervisor.start(ana.user, "sales", ana.thread, run, "Oi", "pt-BR")

    async def has_told() -> bool:
        return len(await world.running.store.read(lambda tx: tx.run_events(run, 0))) == events

    await until(has_told)
    return ana, run


async def test_what_was_said_before_the_server_died_stays_with_what_to_do(tmp_path: Path, world: World) -> None:
    ana, run = await under_way(world)
    # The process dies: nothing of the run is closed, only the file stays.
    await world.running.store.close()
    second = await make_world(tmp_path)
    view = await second.house.threads.open(ana.user, ana.thread)
    told = [(one.body.kind, getattr(one.body, "text", "")) for one in view.messages]
    assert told == [("said", "Oi"), ("called", ""), ("answered", "Primeiro isto, depois"), ("broke", "")]
    events = [event async for _, event in second.house.supervisor.follow(run)]
    assert [event.kind for event in events[-2:]] == ["text_ended", "run_ended"]
    await second.running.close()


async def test_a_call_that_was_under_way_when_the_server_died_is_told_as_unknown(tmp_path: Path) -> None:
    post = Post(gate=asyncio.Event())
    first = await mail_world(tmp_path, post, power="row_write")
    ana = await talk(first)
    await first.house.supervisor.start(ana.user, "sales", ana.thread, first.house.ids.new(), "Escreva", "pt-BR")

    async def is_called() -> bool:
        return bool(post.sent)

    await until(is_called)
    await first.running.store.close()
    second = await mail_world(tmp_path, post, power="row_write")
    called = await Talk(second, ana.user, ana.thread).called()
    assert (called.status, "not known" in called.preview) == ("unknown", True)
    await second.running.close()


async def test_a_server_that_is_stopped_says_so_and_not_that_the_person_stopped_it(
    tmp_path: Path, world: World
) -> None:
    ana, run = await under_way(world)
    await world.running.close()
    second = await make_world(tmp_path)
    kept = await second.running.store.read(lambda tx: tx.run(run))
    assert kept is not None
    assert (kept.status, kept.error and kept.error["message"]) == (
        "failed",
        "The server was restarted during this run.",
    )
    assert (await second.house.threads.open(ana.user, ana.thread)).messages[-1].body.kind == "broke"
    await second.running.close()


async def test_a_run_that_is_lost_does_not_keep_its_thread_busy(world: World) -> None:
    ana, run = await under_way(world)
    with pytest.raises(Refusal, match="still answering"):
        await ana.says("Alguém aí?")
    world.clock.forward(seconds=ALIVE.total_seconds() + 1)
    again = world.house.ids.new()
    started = await world.house.supervisor.start(ana.user, "sales", ana.thread, again, "Alguém aí?", "pt-BR")
    kept = await world.running.store.read(lambda tx: tx.run(run))
    assert (started.id, kept and kept.status) == (again, "failed")


async def test_the_log_of_a_run_that_was_ended_takes_no_more(world: World) -> None:
    """Its own server comes back to life after the others have given it up."""
    ana, run = await under_way(world)
    world.clock.forward(seconds=ALIVE.total_seconds() + 1)
    state = await world.running.store.read(lambda tx: tx.run(run))
    assert state is not None
    await world.house.supervisor.start(ana.user, "sales", ana.thread, world.house.ids.new(), "Oi?", "pt-BR")
    before = await world.running.store.read(lambda tx: tx.run_events(run, 0))
    stopped = await world.house.supervisor.cancel(ana.user, run)
    assert stopped.status == "failed"
    assert await world.running.store.read(lambda tx: tx.run_events(run, 0)) == before
    ends = [event async for _, event in world.house.supervisor.follow(run) if isinstance(event, RunEnded)]
    assert len(ends) == 1


@pytest.mark.parametrize("events", range(2, 12))
async def test_a_run_that_is_stopped_in_the_midst_of_a_write_ends_with_all_it_had_said(
    tmp_path: Path, events: int
) -> None:
    """It speaks without a pause, so that it is always writing."""

    async def speaks_on(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        while True:
            await sink.say("blá ")

    world = await make_world(tmp_path, runtime=lambda _: Script([speaks_on]))
    ana, run = await talk(world), world.house.ids.new()
    await world.house.supervisor.start(ana.user, "sales", ana.thread, run, "Oi", "pt-BR")

    async def has_told() -> bool:
        return len(await world.running.store.read(lambda tx: tx.run_events(run, 0))) >= events

    await until(has_told)
    stopped = await world.house.supervisor.cancel(ana.user, run)
    assert stopped.status == "cancelled"
    told = [event async for _, event in world.house.supervisor.follow(run)]
    said = "".join(getattr(event, "delta", "") for event in told)
    assert (told[-1].kind, await ana.said()) == ("run_ended", [said])
    await world.running.close()
