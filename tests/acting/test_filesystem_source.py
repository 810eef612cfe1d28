"""A foreign server that is not written in Python: the real MCP filesystem server, from the folder of its lock file."""

import json
import os
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.sources import Source
from tests.support.refreshing import ROOT, freshness, powers, refresh, refreshed_by, world_with
from tests.support.world import World

SERVER = ROOT / "tests/servers/filesystem/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js"
CLIENTS = {"rows": [{"code": "C-1", "company": "Padaria São João"}, {"code": "C-2", "company": "Riotur"}], "total": 2}


@pytest.fixture
def clients(tmp_path: Path) -> Path:
    folder = tmp_path / "shared"
    folder.mkdir()
    path = folder / "clients.json"
    path.write_text(json.dumps(CLIENTS), "utf-8")
    return path


def connected(clients: Path, **settings: Any) -> AbstractAsyncContextManager[World]:
    assert SERVER.exists(), "the packages of tests/servers/filesystem are missing: run `make foreign`"
    transport = {"kind": "stdio", "command": "node", "args": [str(SERVER), str(clients.parent)]}
    source = Source.model_validate({"name": "files", "transport": transport} | settings)
    return world_with(source, clients.parent.parent / "data")


def over(path: Path, tool: str = "files.read_text_file") -> dict[str, Any]:
    return refreshed_by(tool, {"path": str(path)}, {"kind": "json_text", "path": "rows", "total": "total"})


async def test_a_file_of_rows_lands_in_a_panel_and_a_missing_file_marks_the_tab(clients: Path) -> None:
    said = {"read_text_file": {"power": "read", "title": "Ler arquivo"}}
    async with connected(clients, tools=said) as world:
        panel = await world.panel(**over(clients))
        assert (await refresh(world, panel)).status == "complete"
        assert (await world.row(panel, "C-1")).values["company"] == "Padaria São João"
        good = await freshness(world, panel)

        os.remove(clients)
        world.clock.forward(minutes=5)
        done = await refresh(world, panel)
        assert (done.status, done.code) == ("error", "tool_failed")
        assert "no such file" in (done.message or "")
        assert (await freshness(world, panel)).last_good_at == good.collected_at
        assert set(await world.rows(panel)) == {"C-1", "C-2"}


async def test_its_tools_that_write_never_refresh_and_it_reads_nothing_outside_its_folder(clients: Path) -> None:
    async with connected(clients) as world:
        found = powers(world)
        assert {name for name, power in found.items() if power == "read"} >= {"files.read_text_file"}
        for tool in ("write_file", "edit_file", "move_file", "create_directory"):
            assert found[f"files.{tool}"] in ("domain", "generic_write")
        with pytest.raises(Refusal) as refusal:
            await world.panel(**over(clients, "files.write_file"))
        assert refusal.value.code == "tool_not_read_only"
        panel = await world.panel(**over(clients.parent.parent / "secret.json"))
        done = await refresh(world, panel)
        assert (done.code, "outside allowed directories" in (done.message or "")) == ("tool_failed", True)
