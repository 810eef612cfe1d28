"""A house whose agent runs on a model, on each of the protocols."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import cast

import pytest

from liveapps.adapters.pydantic_ai import asking
from tests.support.models import model_world
from tests.support.provider import Provider, Wire, provider
from tests.support.world import World

WIRES: tuple[Wire, ...] = ("openai-chat", "openai", "anthropic")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another try comes without waiting."""
    monkeypatch.setattr(asking, "WAITS", (0.0, 0.0))


@pytest.fixture
async def scripted() -> AsyncGenerator[Provider]:
    async with provider() as made:
        yield made


@pytest.fixture(params=WIRES)
def wire(request: pytest.FixtureRequest) -> Wire:
    return cast("Wire", request.param)


@pytest.fixture
async def world(tmp_path: Path, scripted: Provider, wire: Wire) -> AsyncGenerator[World]:
    made = await model_world(tmp_path, scripted, wire)
    made.crm += [
        {"code": "C-1", "company": "Embraer", "revenue": 10},
        {"code": "C-2", "company": "Riotur", "revenue": 20},
    ]
    yield made
    await made.running.close()
