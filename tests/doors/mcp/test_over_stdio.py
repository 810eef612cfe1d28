"""`liveapps mcp`: the same tools for hosts that start a program, as the person of a token or of the data folder."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

from liveapps.serving import accounts_of
from tests.proof.server import CONFIG

from .asking import ERAS, Assistant, Era

NEW = {"title": "Contatos", "fields": [{"id": "name", "title": "Nome", "type": "text"}], "key": ["name"]}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "liveapps.toml").write_text(CONFIG)
    return tmp_path


async def token_of(data: Path, login: str) -> str:
    async with accounts_of(data) as accounts:
        user = await accounts.create_user(login, login.capitalize(), "user", None)
        return (await accounts.create_token(user, "host"))[1]


def command(data: Path, *more: str) -> list[str]:
    return ["-m", "liveapps", "mcp", "--data", str(data), "--config", str(data / "liveapps.toml"), *more]


@asynccontextmanager
async def speaking(data: Path, era: Era, *more: str, token: str = "") -> AsyncGenerator[Assistant]:
    environment = {"LIVEAPPS_TOKEN": token} if token else {}
    transport = StdioTransport(sys.executable, command(data, *more), env=environment, keep_alive=False)
    async with Client(transport, mode=era) as client:
        yield Assistant(client)


@pytest.mark.parametrize("era", ERAS)
async def test_the_person_of_the_token_speaks_in_both_eras(data: Path, era: Era) -> None:
    token = await token_of(data, "ana")
    async with speaking(data, era, "--port", "9999", token=token) as ana:
        made = await ana.call("create_panel", **NEW, rows=[{"name": "Bia"}])
        found = await ana.call("query_rows", panel=made.output["panel"])
        assert (found.output["total"], found.output["rows"][0]["title"]) == (1, "Bia")
        assert made.output["link"].startswith("http://127.0.0.1:9999/panels/")


async def test_a_user_of_the_data_folder_speaks_without_a_token_and_only_sees_their_own(data: Path) -> None:
    token = await token_of(data, "ana")
    await token_of(data, "bia")
    async with speaking(data, "auto", token=token) as ana:
        panel = (await ana.call("create_panel", **NEW, teams=["north"])).output["panel"]
    async with speaking(data, "auto", "--user", "bia") as bia:
        assert (await bia.call("open_panel", panel=panel)).error["code"] == "panel_not_found"


@pytest.mark.parametrize(
    ("more", "said"),
    [((), "LIVEAPPS_TOKEN"), (("--user", "nobody"), "liveapps user create"), (("--token", "la_x"), "token")],
)
def test_without_a_person_it_does_not_start_and_says_what_is_missing(
    data: Path, more: tuple[str, ...], said: str
) -> None:
    asyncio.run(token_of(data, "ana"))
    done = subprocess.run(
        [sys.executable, *command(data, *more)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
