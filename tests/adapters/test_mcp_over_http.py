"""What a source over HTTP may send is bounded before it is read, and a server that restarts costs no click."""

import tracemalloc
from collections.abc import Generator
from typing import Any

import pytest

from liveapps.panels.sources import Source
from tests.adapters.raw_http import ROWS, Server, raw_http_server
from tests.support.sources import opened, refused, state_of


@pytest.fixture
def server() -> Generator[Server]:
    with raw_http_server() as running:
        yield running


def source(server: Server, **settings: Any) -> Source:
    return Source.model_validate({"name": "raw", "transport": {"kind": "http", "url": server.url}} | settings)


@pytest.mark.parametrize("tool", ["raw.huge", "raw.huge_in_parts"], ids=["declared", "not declared"])
async def test_a_huge_answer_is_refused_with_its_size_and_never_held_in_memory(server: Server, tool: str) -> None:
    async with opened(source(server, max_bytes=100_000)) as tools:
        await tools.call("raw.rows", {})
        tracemalloc.start()
        try:
            refusal = await refused(tools, tool)
            held = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert refusal.code == "tool_output_unreadable"
        assert 40_000_000 < refusal.facts["size"] < 40_001_000
        assert held < 10_000_000
        assert (await tools.call("raw.rows", {})).structured == ROWS


async def test_a_small_packed_answer_does_not_unpack_into_a_huge_one(server: Server) -> None:
    async with opened(source(server, max_bytes=100_000)) as tools:
        await tools.call("raw.rows", {})
        tracemalloc.start()
        try:
            assert (await refused(tools, "raw.packed")).code == "tool_output_unreadable"
            held = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert held < 10_000_000
        assert (await tools.call("raw.rows", {})).structured == ROWS


async def test_an_answer_that_is_no_text_is_refused_and_the_connection_stays(server: Server) -> None:
    async with opened(source(server)) as tools:
        assert (await refused(tools, "raw.no_text")).code == "tool_output_unreadable"
        assert (await tools.call("raw.rows", {})).structured == ROWS
        assert len(server.sessions) == 1


async def test_a_server_that_restarted_and_knows_nobody_is_asked_anew_and_once(server: Server) -> None:
    async with opened(source(server)) as tools:
        await tools.call("raw.rows", {})
        server.sessions.clear()
        assert (await tools.call("raw.rows", {})).structured == ROWS
        assert (server.called, state_of(tools).failures) == (["rows", "rows"], 0)
