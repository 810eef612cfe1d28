"""Two real servers on one database: what happens at one is seen at the other, and nothing is lost between them."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx2
import pytest

from liveapps.serving import accounts_of
from tests.support.postgres import empty_database
from tests.support.serving import free_port
from tests.support.world import panel_template

CONFIG = '[[agents]]\nid = "sales"\nname = "Vendas"\n'
BY_HAND = {**panel_template()["tabs"][0], "refresh": None}


@contextmanager
def server(folder: Path, dsn: str) -> Generator[str]:
    """The address of a server that runs as a process of its own."""
    folder.mkdir()
    config = folder / "liveapps.toml"
    config.write_text(CONFIG)
    port = free_port()
    options = ["--data", str(folder), "--database", dsn, "--config", str(config), "--port", str(port)]
    with subprocess.Popen([sys.executable, "-m", "liveapps", "serve", *options]) as process:
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


@asynccontextmanager
async def browser(address: str, token: str) -> AsyncGenerator[httpx2.AsyncClient]:
    """A client of a server that answers by now."""
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(base_url=address, headers=headers, timeout=30) as client:
        for _ in range(300):
            try:
                await client.get("/healthz")
            except httpx2.ConnectError:
                await asyncio.sleep(0.1)
            else:
                break
        yield client


@pytest.fixture
async def both(tmp_path: Path) -> AsyncGenerator[tuple[httpx2.AsyncClient, httpx2.AsyncClient]]:
    with empty_database() as dsn:
        async with accounts_of(tmp_path, dsn) as accounts:
            user = await accounts.create_user("ana", "Ana", "boss", None)
            _, token = await accounts.create_token(user, "test")
        with server(tmp_path / "one", dsn) as one, server(tmp_path / "two", dsn) as two:
            async with browser(one, token) as first, browser(two, token) as second:
                yield first, second


async def a_row(client: httpx2.AsyncClient) -> tuple[str, str]:
    """A panel with one row: the address of its rows, and of the row."""
    template = panel_template(tabs=[BY_HAND])
    made = await client.post("/api/panels", json={"agent": "sales", "template": template})
    rows = f"/api/panels/{made.json()['panel']}/collections/customers/rows"
    added = await client.post(rows, json={"values": {"code": "C-1", "company": "Embraer", "revenue": 0}})
    return made.json()["panel"], f"{rows}/{added.json()['added'][0]}"


async def test_a_change_at_one_server_reaches_who_listens_at_the_other(
    both: tuple[httpx2.AsyncClient, httpx2.AsyncClient],
) -> None:
    here, there = both
    panel, row = await a_row(here)
    async with there.stream("GET", "/api/events") as stream:
        lines = stream.aiter_lines()
        assert (await asyncio.wait_for(anext(lines), 20)).startswith(": connected")
        await here.patch(row, json={"set": {"next_step": "Ligar"}})
        told = await asyncio.wait_for(next_event(lines), 20)
    assert (told["panel"], told["version"]) == (panel, 3)
    seen = (await there.get(row)).json()["row"]
    assert seen["values"]["next_step"] == "Ligar"


async def next_event(lines: AsyncIterator[str]) -> dict[str, object]:
    async for line in lines:
        if line.startswith("data: "):
            return json.loads(line[6:])
    raise AssertionError("the stream ended")


async def test_increments_from_both_servers_sum_exactly(
    both: tuple[httpx2.AsyncClient, httpx2.AsyncClient],
) -> None:
    here, there = both
    panel, row = await a_row(here)
    answers = await asyncio.gather(
        *(client.patch(row, json={"add": {"revenue": 0.1}}) for client in (here, there) for _ in range(40))
    )
    assert {answer.status_code for answer in answers} == {200}
    assert (await here.get(row)).json()["row"]["values"]["revenue"] == 8
    versions = (await there.get(f"/api/panels/{panel}/versions?limit=200")).json()
    assert [one["version"] for one in versions] == list(range(82, 0, -1))


async def test_the_same_click_at_both_servers_counts_once(
    both: tuple[httpx2.AsyncClient, httpx2.AsyncClient],
) -> None:
    here, there = both
    _, row = await a_row(here)
    key = {"Idempotency-Key": "one click"}
    answers = await asyncio.gather(
        *(client.patch(row, json={"add": {"revenue": 5}}, headers=key) for client in (here, there))
    )
    assert sorted(answer.json()["replayed"] for answer in answers) == [False, True]
    assert (await here.get(row)).json()["row"]["values"]["revenue"] == 5
