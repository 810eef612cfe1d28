"""MCP sources fail in many ways; each ends as a refusal that says what to do, and the next call finds them mended."""

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from liveapps.adapters.mcp_client import McpSources
from liveapps.panels.sources import Source
from tests.support.clock import FixedClock
from tests.support.serving import free_port, served
from tests.support.sources import opened, refused

PROGRAM = Path(__file__).parent / "misbehaving_server.py"
ROWS = {"rows": [{"n": 0}, {"n": 1}], "total": 2}

Opened = Callable[..., Any]


@pytest.fixture(scope="module")
def address() -> Generator[str]:
    with served(PROGRAM) as url:
        yield url


def over_http(url: str, **settings: Any) -> Source:
    transport = {"kind": "http", "url": url} | settings.pop("transport", {})
    return Source.model_validate({"name": "bad", "transport": transport} | settings)


async def test_a_tool_is_named_after_its_source_and_described_as_the_source_lists_it(address: str) -> None:
    async with opened(over_http(address)) as tools:
        tool = tools.describe("bad.behaves")
        assert tool is not None
        assert (tool.name, tool.title, tool.description) == ("bad.behaves", "Well behaved", "Answers with rows.")
        assert list(tool.parameters["properties"]) == ["count"]
        assert "bad.behaves" in tools.names()
        assert tools.describe("bad.nothing") is None
        assert tools.describe("other.behaves") is None


async def test_only_a_tool_known_to_read_gets_the_power_to_read(address: str) -> None:
    async with opened(over_http(address)) as tools:
        powers = {name: tool.power for name in tools.names() if (tool := tools.describe(name))}
        assert powers["bad.behaves"] == "read"
        assert powers["bad.unmarked"] == powers["bad.marked"] == "domain"
        assert powers["bad.run_anything"] == "generic_write"


async def test_the_word_of_the_boss_goes_before_the_annotation_of_the_tool(address: str) -> None:
    stated = {"behaves": {"power": "domain", "title": "Linhas"}, "unmarked": {"power": "read"}}
    async with opened(over_http(address, tools=stated)) as tools:
        behaves, unmarked = tools.describe("bad.behaves"), tools.describe("bad.unmarked")
        assert behaves is not None
        assert unmarked is not None
        assert (behaves.power, behaves.title, unmarked.power) == ("domain", "Linhas", "read")


async def test_an_answer_is_passed_on_as_it_came(address: str) -> None:
    async with opened(over_http(address)) as tools:
        result = await tools.call("bad.behaves", {"count": 2})
        assert (result.structured, result.is_error) == (ROWS, False)
        prose = await tools.call("bad.talks", {})
        assert (prose.structured, prose.text) == (None, "There are several customers, most of them in Brazil.")


async def test_the_error_flag_of_a_tool_is_passed_on_with_its_words(address: str) -> None:
    async with opened(over_http(address)) as tools:
        result = await tools.call("bad.says_error", {})
        assert (result.is_error, result.text) == (True, "the ledger is closed")


async def test_arguments_that_a_tool_does_not_take_are_its_own_error(address: str) -> None:
    async with opened(over_http(address)) as tools:
        result = await tools.call("bad.sleeps", {"seconds": "long"})
        assert result.is_error
        assert "seconds" in result.text


async def test_a_refusal_by_the_protocol_is_the_error_of_the_tool(address: str) -> None:
    async with opened(over_http(address)) as tools:
        result = await tools.call("bad.refuses", {})
        assert (result.is_error, result.text) == (True, "no such page")


async def test_an_answer_that_breaks_the_schema_of_its_tool_is_left_for_the_extractor_to_judge(address: str) -> None:
    async with opened(over_http(address)) as tools:
        result = await tools.call("bad.lies", {})
        assert result.structured == {"rows": "none of your business"}


async def test_a_tool_that_is_not_there_is_refused_with_the_names_that_are(address: str) -> None:
    async with opened(over_http(address)) as tools:
        refusal = await refused(tools, "bad.behave")
        assert (refusal.code, refusal.facts["near"][0]) == ("tool_not_found", "bad.behaves")
        assert (await refused(tools, "elsewhere.behaves")).code == "tool_not_found"


async def test_a_slow_tool_is_refused_and_the_next_call_runs_at_once(address: str) -> None:
    async with opened(over_http(address, timeout_seconds=3)) as tools:
        refusal = await refused(tools, "bad.sleeps", seconds=600)
        assert refusal.code == "tool_timeout"
        assert refusal.facts == {"tool": "bad.sleeps", "seconds": 3}
        assert (await tools.call("bad.behaves", {})).structured == ROWS


async def test_an_answer_over_the_limit_is_refused_with_its_size(address: str) -> None:
    async with opened(over_http(address, max_bytes=10_000)) as tools:
        assert (await tools.call("bad.huge", {"size": 9_000})).structured is not None
        refusal = await refused(tools, "bad.huge", size=11_000)
        assert (refusal.code, refusal.facts["limit"]) == ("tool_output_unreadable", 10_000)
        assert refusal.facts["size"] > 11_000


async def test_a_streamed_answer_far_over_the_limit_is_not_read_to_its_end(address: str) -> None:
    async with opened(over_http(address, max_bytes=10_000)) as tools:
        assert (await tools.call("bad.huge_stream", {"size": 9_000})).structured is not None
        refusal = await refused(tools, "bad.huge_stream", size=5_000_000)
        assert (refusal.code, refusal.facts["size"]) == ("tool_output_unreadable", None)
        assert (await tools.call("bad.behaves", {})).structured == ROWS


async def test_the_token_of_a_source_is_read_from_the_named_variable(address: str) -> None:
    source = over_http(address, transport={"token_env": "BAD_TOKEN"})
    async with opened(source, environ={"BAD_TOKEN": "s3cret"}) as tools:
        sent = (await tools.call("bad.headers", {})).structured
        assert sent is not None
        assert sent["authorization"] == "Bearer s3cret"


async def test_a_variable_that_is_not_set_is_named() -> None:
    source = over_http("http://127.0.0.1:1/mcp", transport={"token_env": "BAD_TOKEN"})
    async with opened(source, environ={}) as tools:
        refusal = await refused(tools, "bad.behaves")
        assert (refusal.code, refusal.facts["variable"]) == ("source_failed", "BAD_TOKEN")


async def test_a_source_that_cannot_be_reached_leaves_the_others_working(address: str) -> None:
    lost = Source.model_validate(
        {
            "name": "lost",
            "transport": {"kind": "http", "url": f"http://127.0.0.1:{free_port()}/mcp"},
            "tools": {"list_rows": {"power": "read", "title": "Linhas"}},
        }
    )
    async with opened(lost, over_http(address)) as tools:
        assert (await tools.call("bad.behaves", {})).structured == ROWS
        refusal = await refused(tools, "lost.list_rows")
        assert (refusal.code, refusal.facts["source"]) == ("source_failed", "lost")


async def test_a_server_over_http_that_went_away_works_again_once_it_is_back() -> None:
    port = free_port()
    with served(PROGRAM, port=port) as url:
        tools = McpSources([over_http(url)], clock=FixedClock())
        await tools.start()
        assert (await tools.call("bad.behaves", {})).structured == ROWS
    assert (await refused(tools, "bad.behaves")).code == "source_failed"
    with served(PROGRAM, port=port):
        assert (await tools.call("bad.behaves", {})).structured == ROWS
        await tools.close()


async def test_a_server_over_http_that_restarted_while_nobody_asked_costs_no_click() -> None:
    port = free_port()
    with served(PROGRAM, port=port) as url:
        tools = McpSources([over_http(url)], clock=FixedClock())
        await tools.start()
        assert (await tools.call("bad.behaves", {})).structured == ROWS
    with served(PROGRAM, port=port):
        assert (await tools.call("bad.behaves", {})).structured == ROWS
        await tools.close()


async def test_a_configured_tool_that_its_source_does_not_have_is_logged(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(over_http(address, tools={"ghost": {"power": "read"}})) as tools:
        assert tools.describe("bad.ghost") is None
    assert 'source "bad" has no tool "ghost", which its configuration names' in caplog.text
