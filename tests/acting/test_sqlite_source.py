"""A foreign server whose errors look like answers: the real mcp-server-sqlite, in an environment of its own."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.sources import Source
from tests.support.refreshing import freshness, powers, program_of, refresh, refreshed_by, world_with
from tests.support.shop import CLIENTS, make_shop, run
from tests.support.world import World

READS = {"read_query": {"power": "read", "extract": {"kind": "parser", "parser": "python_literal"}}}
OVER_CLIENTS = refreshed_by(
    "shop.read_query", {"query": "SELECT code, company FROM clients"}, {"kind": "parser", "parser": "python_literal"}
)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "shop.db"
    make_shop(path)
    return path


def connected(database: Path, **settings: Any) -> AbstractAsyncContextManager[World]:
    transport = {
        "kind": "stdio",
        "command": program_of("sqlite", "mcp-server-sqlite"),
        "args": ["--db-path", str(database)],
    }
    source = Source.model_validate({"name": "shop", "transport": transport} | settings)
    return world_with(source, database.parent / "data")


async def test_none_of_its_tools_may_refresh_until_the_boss_says_so(database: Path) -> None:
    async with connected(database) as world:
        assert {"shop.read_query", "shop.write_query", "shop.list_tables"} <= set(powers(world))
        assert "read" not in powers(world).values()
        with pytest.raises(Refusal) as refusal:
            await world.panel(**OVER_CLIENTS)
        assert refusal.value.code == "tool_not_read_only"


async def test_the_rows_it_prints_land_in_a_panel_and_an_error_it_calls_an_answer_marks_the_tab(database: Path) -> None:
    async with connected(database, tools=READS) as world:
        assert powers(world)["shop.read_query"] == "read"
        assert powers(world)["shop.write_query"] == "generic_write"
        panel = await world.panel(**OVER_CLIENTS)
        done = await refresh(world, panel)
        assert done.status == "partial"  # it says nowhere how many there are
        assert {code: row.values["company"] for code, row in (await world.rows(panel)).items()} == dict(CLIENTS)
        good = await freshness(world, panel)

        run(database, "DROP TABLE clients")
        world.clock.forward(minutes=5)
        done = await refresh(world, panel)
        assert (done.status, done.code) == ("error", "tool_failed")
        assert "no such table: clients" in (done.message or "")
        now = await freshness(world, panel)
        assert (now.status, now.last_good_at) == ("error", good.collected_at)
        assert set(await world.rows(panel)) == {"C-1", "C-2"}
        (state,) = world.running.sources.states()
        assert (state.state, state.failures) == ("ready", 0)
