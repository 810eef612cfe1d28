"""A server that is told to stop lets go of everyone, and has nothing to complain of."""

import os
import signal
from collections.abc import Generator
from pathlib import Path

import pytest

from .server import Server


@pytest.fixture
def server(tmp_path: Path) -> Generator[Server]:
    made = Server(tmp_path, None)
    made.settle()
    made.start()
    yield made
    made.kill()


async def test_open_streams_of_events_end_with_the_server_and_leave_no_error_in_its_log(server: Server) -> None:
    async with server.client() as client, client.stream("GET", "/api/events") as stream:
        lines = stream.aiter_lines()
        assert await anext(lines) == ": connected"
        os.kill(server.pid, signal.SIGTERM)
        assert [line async for line in lines if line] == []
    assert server.ended() in (0, -signal.SIGTERM)
    assert "ERROR" not in (server.folder / "server.log").read_text()
