from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from liveapps.adapters.sqlite.store import SqliteStore
from tests.automating.working import Shop
from tests.support.clock import FixedClock


@pytest.fixture
async def shop(tmp_path: Path) -> AsyncGenerator[Shop]:
    store = SqliteStore(tmp_path / "liveapps.db")
    yield Shop(store, FixedClock())
    await store.close()
