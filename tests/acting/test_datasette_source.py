"""A foreign server over HTTP that answers with rows: the real Datasette with its MCP plugin, in its own environment."""

from collections.abc import Generator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.sources import Source
from tests.support.refreshing import freshness, powers, program_of, refresh, refreshed_by, world_with
from tests.support.serving import free_port, running
from tests.support.shop import make_shop, run
from tests.support.world import World

MOST_ROWS = 3
EXTRACT = {"kind": "structured", "path": "rows", "truncated": "truncated"}
OVER_CLIENTS = refreshed_by(
    "shop.execute_sql", {"database": "shop", "sql": "SELECT code, company FROM clients"}, EXTRACT
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[str, Path]]:
    """The address of the server, and the database it reads."""
    path, port = tmp_path_factory.mktemp("datasette") / "shop.db", free_port()
    make_shop(path)
    settings = ["--setting", "max_returned_rows", str(MOST_ROWS), "--setting", "num_sql_threads", "1"]
    command = [program_of("datasette", "datasette"), "serve", str(path), "--port", str(port), *settings]
    with running(command, port):
        yield f"http://127.0.0.1:{port}/-/mcp", path


@pytest.fixture
def database(served: tuple[str, Path]) -> Path:
    make_shop(served[1])
    return served[1]


@pytest.fixture
def address(served: tuple[str, Path], database: Path) -> str:
    return served[0]


def connected(address: str, folder: Path, **settings: Any) -> AbstractAsyncContextManager[World]:
    source = {"name": "shop", "transport": {"kind": "http", "url": address}} | settings
    return world_with(Source.model_validate(source), folder / "data")


async def test_its_rows_land_whole_and_a_missing_table_marks_the_tab(
    address: str, database: Path, tmp_path: Path
) -> None:
    async with connected(address, tmp_path) as world:
        assert powers(world)["shop.execute_sql"] == "read"  # it says so itself
        panel = await world.panel(**OVER_CLIENTS)
        assert (await refresh(world, panel)).status == "complete"  # it states that it cut nothing
        assert (await world.row(panel, "C-1")).values["company"] == "Padaria São João"
        good = await freshness(world, panel)

        run(database, "DROP TABLE clients")
        world.clock.forward(minutes=5)
        done = await refresh(world, panel)
        assert (done.status, done.code) == ("error", "tool_failed")
        assert "no such table" in (done.message or "")
        assert (await freshness(world, panel)).last_good_at == good.collected_at
        assert set(await world.rows(panel)) == {"C-1", "C-2"}


async def test_a_list_that_it_cut_is_partial(address: str, database: Path, tmp_path: Path) -> None:
    run(database, "INSERT INTO clients VALUES (?, ?)", [("C-3", "Três"), ("C-4", "Quatro")])
    async with connected(address, tmp_path) as world:
        panel = await world.panel(**OVER_CLIENTS)
        assert (await refresh(world, panel)).status == "partial"
        assert len(await world.rows(panel)) == MOST_ROWS


async def test_the_word_of_the_boss_goes_before_its_own(address: str, tmp_path: Path) -> None:
    async with connected(address, tmp_path, tools={"execute_sql": {"power": "generic_write"}}) as world:
        with pytest.raises(Refusal) as refusal:
            await world.panel(**OVER_CLIENTS)
        assert refusal.value.code == "tool_not_read_only"
