"""The real @ag-ui/client, over the network, against the demo with its real MCP source."""

import asyncio
import json
import shutil
import subprocess
from collections.abc import Generator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from examples.crm import database
from examples.crm.demo import demo_settings
from liveapps.serving import accounts_of
from tests.support.live import live_server

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = ROOT / "web/e2e/agui-client.mjs"


async def token_in(data: Path) -> str:
    async with accounts_of(data) as accounts:
        user = await accounts.create_user("ana", "Ana", "user", None)
        return (await accounts.create_token(user, "test"))[1]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[str, str]]:
    """The address of a running demo and a token."""
    data = tmp_path_factory.mktemp("demo")
    database.prepare(data / "crm.db", date.today())
    token = asyncio.run(token_in(data))
    with live_server(demo_settings(data, "127.0.0.1", 0)) as address:
        yield address, token


def talk(demo: tuple[str, str], text: str) -> dict[str, Any]:
    node = shutil.which("node")
    assert node is not None
    address, token = demo
    done = subprocess.run(
        [node, str(SCRIPT), address, token, "commercial", text], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_real_client_gets_the_call_the_text_and_the_block_without_a_warning(demo: tuple[str, str]) -> None:
    heard = talk(demo, "Mostre os clientes do Brasil")
    assert heard["warnings"] == []
    assert heard["events"][-1] == "RUN_FINISHED"
    blocks = [one for one in heard["messages"] if one["role"] == "activity"]
    assert [block["activityType"] for block in blocks] == ["liveapps.block"]
    answer = blocks[0]["content"]["answer"]
    assert len(answer["rows"]) == 5
    assert answer["provenance"]["arguments"] == {"country": "Brazil"}
    assert [one["tools"] for one in heard["messages"] if one.get("tools")] == [["crm.list_customers"]]
    assert "Encontrei 5 clientes." in [one.get("content") for one in heard["messages"]]


def test_without_a_model_what_is_not_understood_is_said_so(demo: tuple[str, str]) -> None:
    heard = talk(demo, "Mande um e-mail para os clientes do Brasil")
    assert [one for one in heard["messages"] if one["role"] == "activity"] == []
    assert "offline" in " ".join(str(one.get("content")) for one in heard["messages"])
