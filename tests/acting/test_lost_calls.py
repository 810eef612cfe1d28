"""A call that a killed server left open in the ledger is ended by the next one."""

from datetime import timedelta
from pathlib import Path

from liveapps.adapters.system import SystemIds
from liveapps.bootstrap import Parts, build_house
from liveapps.conversation.readings import Reading
from liveapps.panels.origin import Actor
from liveapps.settings import Settings
from tests.support.world import World

ANA = Actor(kind="person", id="ana", name="Ana")


async def keep(world: World, name: str) -> None:
    begun = Reading(id=name, tool="crm.list", actor=ANA, started_at=world.clock.now())
    await world.running.store.write(lambda tx: tx.save_reading(begun))


async def kept(world: World, name: str) -> Reading:
    found = await world.running.store.read(lambda tx: tx.reading(name))
    assert found is not None
    return found


async def test_what_a_killed_server_left_open_is_ended_at_the_next_start(world: World, tmp_path: Path) -> None:
    await keep(world, "r1")
    world.clock.forward(minutes=1)
    again = build_house(Settings(data=tmp_path), Parts(world.clock, SystemIds(), world.functions))
    await again.start()
    ended = await kept(world, "r1")
    await again.close()
    assert (ended.outcome, ended.status, ended.ended_at) == ("failed", "error", world.clock.now())
    assert ended.message == "The server was restarted during this call."


async def test_a_younger_call_may_be_that_of_another_server(world: World) -> None:
    await keep(world, "old")
    world.clock.forward(minutes=30)
    await keep(world, "young")
    world.clock.forward(minutes=1)
    await world.running.executor.end_orphans(timedelta(minutes=30))
    assert [(await kept(world, name)).outcome for name in ("old", "young")] == ["failed", "running"]
