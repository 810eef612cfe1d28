"""An agent that uses its tools as a test tells it, without any model."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from liveapps.ports import AgentTools, RunSink, Told, Turn
from tests.support.chat import Script, say
from tests.support.world import World, make_world

Use = Callable[..., Awaitable[Told]]
EMBRAER = {"code": "C-1", "company": "Embraer", "revenue": 10}
RIOTUR = {"code": "C-2", "company": "Riotur", "revenue": 20}


@pytest.fixture
def script() -> Script:
    return Script()


@pytest.fixture
async def world(tmp_path: Path, script: Script) -> AsyncGenerator[World]:
    made = await make_world(tmp_path, runtime=lambda _: script)
    made.crm += [EMBRAER, RIOTUR]
    yield made
    await made.running.close()


@pytest.fixture
def use(world: World, script: Script) -> Use:
    """Uses one tool in a run of its own; `thread` goes on with a conversation."""

    async def use(name: str, *, thread: str | None = None, **arguments: Any) -> Told:
        told: list[Told] = []

        async def step(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
            told.append(await tools.use(name, arguments))

        script.steps = [step]
        events = await say(await world.client(), "Faça", thread)
        assert events[-1]["type"] == "RUN_FINISHED", events[-1]
        return told[0]

    return use
