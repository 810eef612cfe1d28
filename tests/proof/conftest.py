"""Every proof runs on both stores."""

from collections.abc import AsyncGenerator, Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.proof.server import Server
from tests.support.postgres import empty_database
from tests.support.world import World, make_world

STORES = ("sqlite", "postgres")


@contextmanager
def database(store: str) -> Generator[str | None]:
    """The address of an empty database, or None for a file in the data folder."""
    if store == "sqlite":
        yield None
    else:
        with empty_database() as dsn:
            yield dsn


@pytest.fixture(params=STORES)
async def world(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[World]:
    with database(str(request.param)) as dsn:
        made = await make_world(tmp_path, database=dsn)
        yield made
        await made.running.close()


@pytest.fixture(params=STORES, scope="module")
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A real server that runs, one for all tests of a file: each has panels of its own."""
    with database(str(request.param)) as dsn:
        made = Server(tmp_path_factory.mktemp("data"), dsn)
        made.settle()
        made.start()
        yield made
        made.kill()
