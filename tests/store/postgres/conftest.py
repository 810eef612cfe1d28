from collections.abc import AsyncGenerator
from uuid import uuid4

import pytest

from liveapps.panels.limits import Limits
from tests.store.postgres.house import Process, process
from tests.store.postgres.wire import Wire, watch
from tests.support.postgres import shared_database


@pytest.fixture
async def both() -> AsyncGenerator[tuple[Process, Process]]:
    """Two that work on one database. An agent keeps three panels at most."""
    workspace = uuid4().hex
    first, second = (process(shared_database(), workspace, Limits(panels_per_agent=3)) for _ in range(2))
    yield first, second
    await first.store.close()
    await second.store.close()


@pytest.fixture
async def one() -> AsyncGenerator[Process]:
    made = process(shared_database(), uuid4().hex)
    yield made
    await made.store.close()


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """What goes over the connections of the stores that are opened after it."""
    return watch(monkeypatch)
