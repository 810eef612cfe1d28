from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from tests.support.world import World, make_world


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[World]:
    made = await make_world(tmp_path)
    yield made
    await made.running.close()
