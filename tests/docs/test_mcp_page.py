"""What the page on MCP says can be done as it says."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from liveapps.conversation.handoffs import DIRECTIONS
from liveapps.conversation.repeats import MOST_CALLS, WINDOW
from liveapps.doors.mcp.turns import CONVERSATION
from liveapps.serving import accounts_of
from liveapps.settings import Settings, read_config
from tests.docs.pages import ROOT, code_in
from tests.support.live import live_server

PAGE = "how-to/mcp.md"


@pytest.mark.parametrize("configuration", code_in(PAGE, "toml"))
def test_the_configurations_of_the_page_are_valid(tmp_path: Path, configuration: str) -> None:
    path = tmp_path / "liveapps.toml"
    path.write_text(configuration, "utf-8")
    assert read_config(path, tmp_path).mcp.model_fields_set


def test_the_answer_on_the_page_is_one_that_is_given() -> None:
    *_, answer = (json.loads(block) for block in code_in(PAGE, "json"))
    assert answer["agent_directions"]["assistant_instruction"] == DIRECTIONS["no_panels"].assistant_instruction


def test_the_numbers_on_the_page_are_those_in_force() -> None:
    text = (ROOT / "docs" / PAGE).read_text("utf-8")
    assert WINDOW.total_seconds() == 5 * 60
    assert "within five minutes" in text
    assert MOST_CALLS == 100
    assert "after a hundred calls" in text
    assert CONVERSATION[0] in text


async def _token(data: Path) -> str:
    async with accounts_of(data) as accounts:
        return (await accounts.create_token(await accounts.create_user("ana", "Ana", "user", None), "host"))[1]


def test_the_host_on_the_page_works(tmp_path: Path) -> None:
    [program] = code_in(PAGE, "python")
    token = asyncio.run(_token(tmp_path))
    with live_server(Settings(data=tmp_path)) as address:
        environment: dict[str, Any] = {**os.environ, "PANELS": f"{address}/mcp", "LIVEAPPS_TOKEN": token}
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False, env=environment
        )
    assert done.returncode == 0, done.stderr
    assert DIRECTIONS["no_panels"].assistant_instruction in done.stdout
