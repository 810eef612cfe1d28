"""The stores that keep the contract. Each test of this folder runs once for each of them."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from uuid import uuid4

import pytest

from liveapps.adapters.postgres.store import PostgresStore
from liveapps.adapters.sqlite.store import SqliteStore
from liveapps.ports import Store
from tests.support.postgres import shared_database


@asynccontextmanager
async def sqlite(folder: Path) -> AsyncGenerator[Store]:
    store = SqliteStore(folder / "liveapps.db")
    try:
        yield store
    finally:
        await store.close()


@asynccontextmanager
async def postgres(_: Path) -> AsyncGenerator[Store]:
    store = PostgresStore(shared_database(), workspace=uuid4().hex)
    try:
        yield store
    finally:
        await store.close()


STORES: dict[str, Callable[[Path], AbstractAsyncContextManager[Store]]] = {"sqlite": sqlite, "postgres": postgres}
"""A new store joins with one line here: its name, and how one is opened with nothing in it."""


@pytest.fixture(params=STORES)
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[Store]:
    async with STORES[str(request.param)](tmp_path) as opened:
        yield opened
