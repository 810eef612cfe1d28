"""MCP sources fail in many ways; each ends as a refusal that says what to do, and the next call finds them mended."""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from liveapps.adapters.mcp_client import McpSources
from liveapps.panels.errors import Refusal
from liveapps.panels.sources import Source
from tests.support.serving import free_port, served

PROGRAM = Path(__file__).parent / "misbehaving_server.py"
ROWS = {"rows": [{"n": 0}, {"n": 1}], "total": 2}

Opened = Callable[..., Any]


@pytest.fixture(scope="module")
def address() -> Generator[str]:
    with served(PROGRAM) as url:
        yield url


@asynccontextmanager
async def opened(*sources: Source, **settings: Any) -> AsyncGenerator[McpSources]:
    tools = McpSources(sources, **settings)
    try:
        await tools.start()
        yield tools
    finally:
        await tools.close()


def over_http(url: str, **settings: Any) -> Source:
    transport = {"kind": "http", "url": url} | settings.pop("transport", {})
    return Source.model_validate({"name": "bad", "transport": transport} | settings)


def over_stdio(*args: str, **settings: Any) -> Source:
    transport = {"kind": "stdio", "command": sys.executable, "args": [str(PROGRAM), *args]}
    transport |= settings.pop("transport", {})
    return Source.model_validate({"name": "bad", "transport": transport} | settings)


async def refused(tools: McpSources, name: str, **arguments: Any) -> Refusal:
    async with asyncio.timeout(60):
        with pytest.raises(Refusal) as refusal:
            await tools.call(name, arguments)
    return refusal.value


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


async def test_a_refusal_by_the_protocol_is_the_error_of_the_tool_and_not_of_the_source(address: str) -> None:
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


async def test_a_template_can_still_name_the_configured_tools_of_a_source_that_is_down() -> None:
    tools = McpSources(
        [over_stdio(tools={"behaves": {"power": "read", "title": "Linhas"}, "unmarked": {}}, start_seconds=1)]
    )
    behaves, unmarked = tools.describe("bad.behaves"), tools.describe("bad.unmarked")
    assert behaves is not None
    assert unmarked is not None
    assert (behaves.power, behaves.title, unmarked.power) == ("read", "Linhas", "domain")
    assert tools.names() == ["bad.behaves", "bad.unmarked"]


async def test_a_program_that_is_not_there_is_refused_without_telling_where_it_was_looked_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, logger="liveapps")
    source = over_stdio(transport={"command": "/nowhere/secret-folder/program"})
    async with opened(source) as tools:
        refusal = await refused(tools, "bad.behaves")
        assert refusal.code == "source_failed"
    assert 'source "bad" could not be opened' in caplog.text
    assert "secret-folder" not in caplog.text + str(refusal.envelope())


async def test_a_server_that_crashes_is_refused_and_started_again_by_the_next_call(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG, logger="liveapps")
    async with opened(over_stdio(), logs=tmp_path / "logs") as tools:
        refusal = await refused(tools, "bad.crashes")
        assert (refusal.code, refusal.facts) == ("source_failed", {"source": "bad", "tool": "bad.crashes"})
        assert (await tools.call("bad.behaves", {})).structured == ROWS
    assert "hunter2" in (tmp_path / "logs" / "bad.log").read_text()
    assert "hunter2" not in caplog.text + str(refusal.envelope())


async def test_a_server_that_hangs_is_started_again_by_the_call_after_the_timeout() -> None:
    async with opened(over_stdio(timeout_seconds=3)) as tools:
        before = await tools.call("bad.process", {})
        assert (await refused(tools, "bad.hangs")).code == "tool_timeout"
        after = await tools.call("bad.process", {})
        assert after.structured != before.structured


async def test_a_server_over_http_that_went_away_works_again_once_it_is_back() -> None:
    port = free_port()
    with served(PROGRAM, port=port) as url:
        tools = McpSources([over_http(url)])
        await tools.start()
        assert (await tools.call("bad.behaves", {})).structured == ROWS
    assert (await refused(tools, "bad.behaves")).code == "source_failed"
    with served(PROGRAM, port=port):
        assert (await tools.call("bad.behaves", {})).structured == ROWS
        await tools.close()


async def test_a_program_sees_what_it_was_given_and_none_of_our_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEAPPS_SECRET", "ours")
    monkeypatch.setenv("BAD_KEY", "theirs")
    source = over_stdio(transport={"env": {"COLOUR": "blue"}, "pass_env": ["BAD_KEY"]})
    async with opened(source) as tools:
        seen = (await tools.call("bad.surroundings", {})).structured
        assert seen is not None
        assert (seen["COLOUR"], seen["BAD_KEY"], "PATH" in seen) == ("blue", "theirs", True)
        assert "LIVEAPPS_SECRET" not in seen


async def test_callers_who_find_a_source_closed_share_one_start(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    tools = McpSources([over_stdio("--starts", str(starts))])
    results = await asyncio.gather(*(tools.call("bad.behaves", {}) for _ in range(5)))
    await tools.close()
    assert [result.structured for result in results] == [ROWS] * 5
    assert starts.read_text() == "started\n"


async def test_a_caller_who_gives_up_does_not_take_the_start_from_the_others() -> None:
    tools = McpSources([over_stdio()])
    impatient = asyncio.create_task(tools.call("bad.behaves", {}))
    patient = asyncio.create_task(tools.call("bad.behaves", {}))
    await asyncio.sleep(0)
    impatient.cancel()
    assert (await patient).structured == ROWS
    await tools.close()


async def test_closing_ends_also_a_program_that_is_just_starting(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    tools = McpSources([over_stdio("--starts", str(starts))])
    opening = asyncio.create_task(tools.start())
    async with asyncio.timeout(60):
        while not starts.exists():
            await asyncio.sleep(0.01)
    await tools.close()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert (await refused(tools, "elsewhere.behaves")).code == "tool_not_found"


async def test_a_configured_tool_that_its_source_does_not_have_is_logged(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(over_http(address, tools={"ghost": {"power": "read"}})) as tools:
        assert tools.describe("bad.ghost") is None
    assert 'source "bad" has no tool "ghost", which its configuration names' in caplog.text


async def test_closing_ends_the_programs() -> None:
    tools = McpSources([over_stdio()])
    process = (await tools.call("bad.process", {})).structured
    await tools.close()
    assert process is not None
    with pytest.raises(ProcessLookupError):
        os.kill(process["id"], 0)


def test_two_sources_of_one_name_stop_the_start() -> None:
    with pytest.raises(ValueError, match='two sources are named "bad"'):
        McpSources([over_stdio(), over_stdio()])
