"""The MCP inspector, a client that is none of ours, against the real server."""

import asyncio
import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from liveapps.conversation.agents import Agent
from liveapps.serving import accounts_of
from liveapps.settings import Settings
from tests.support.live import live_server

from .programs import run
from .test_tool_list import NAMES_NOW

NEW = ("title=Contatos", 'fields=[{"id": "name", "title": "Nome", "type": "text"}]', 'key=["name"]')


async def token_in(data: Path) -> str:
    async with accounts_of(data) as accounts:
        return (await accounts.create_token(await accounts.create_user("ana", "Ana", "user", None), "host"))[1]


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[str, str]]:
    data = tmp_path_factory.mktemp("inspected")
    token = asyncio.run(token_in(data))
    with live_server(Settings(data=data, agents=[Agent(id="sales", name="Vendas")])) as address:
        yield f"{address}/mcp", token


def inspect(door: tuple[str, str], *arguments: str, fails: bool = False) -> dict[str, Any]:
    signed = ("--transport", "http", "--header", f"Authorization: Bearer {door[1]}")
    done = run("mcp-inspector", "--cli", door[0], *signed, *arguments)
    assert fails or done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)


def call(door: tuple[str, str], tool: str, *arguments: str, fails: bool = False) -> dict[str, Any]:
    given = [part for one in arguments for part in ("--tool-arg", one)]
    told = inspect(door, "--method", "tools/call", "--tool-name", tool, *given, fails=fails)
    assert told["content"][0]["text"] == told["structuredContent"]["agent_directions"]["assistant_instruction"]
    return told["structuredContent"]


def test_it_lists_every_tool(door: tuple[str, str]) -> None:
    listed = inspect(door, "--method", "tools/list")["tools"]
    assert sorted(tool["name"] for tool in listed) == NAMES_NOW


def test_it_makes_a_panel_reads_it_and_puts_a_question(door: tuple[str, str]) -> None:
    made = call(door, "create_panel", *NEW, 'rows=[{"name": "Embraer"}]')
    panel = made["output"]["panel"]
    found = call(door, "query_rows", f"panel={panel}", "limit=5")
    assert (found["output"]["total"], found["output"]["rows"][0]["title"]) == (1, "Embraer")
    asked = call(door, "propose_change", f"panel={panel}", "row=Embraer", 'values={"name": "Embraer S.A."}')
    assert asked["output"]["status"] == "pending"


def test_it_is_told_what_is_wrong(door: tuple[str, str]) -> None:
    refused = call(door, "open_panel", "panel=nothing", fails=True)
    assert (refused["output"], refused["error"]["code"]) == (None, "panel_not_found")
