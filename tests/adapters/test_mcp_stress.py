"""A source may do all that servers should not do: each is refused by name, and the next call finds it well."""

import asyncio
import os
import signal
import sys
import tracemalloc
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from liveapps.adapters.mcp_client import McpSources
from liveapps.panels.errors import Refusal
from liveapps.panels.powers import Power
from liveapps.panels.sources import Source
from tests.support.clock import FixedClock
from tests.support.serving import served
from tests.support.sources import opened, raw_source, refused, state_of

LISTENING = Path(__file__).parent / "listening_server.py"
ROWS = [{"code": "C-0", "company": "Empresa 0"}, {"code": "C-1", "company": "Empresa 1"}]


async def rows_of(tools: McpSources, name: str = "raw.rows", **arguments: Any) -> Any:
    async with asyncio.timeout(60):
        result = await tools.call(name, arguments)
    assert result.structured is not None
    return result.structured["rows"]


def power_of(tools: McpSources, name: str = "raw.rows") -> Power | None:
    tool = tools.describe(name)
    return tool.power if tool else None


async def test_a_call_that_is_never_answered_is_refused_and_the_next_one_works() -> None:
    async with opened(raw_source(timeout_seconds=1)) as tools:
        before = await tools.call("raw.process", {})
        refusal = await refused(tools, "raw.silent")
        assert (refusal.code, refusal.facts) == ("tool_timeout", {"tool": "raw.silent", "seconds": 1})
        assert await rows_of(tools) == ROWS
        assert (await tools.call("raw.process", {})).structured == before.structured


async def test_a_call_that_is_slow_but_within_its_time_is_answered() -> None:
    async with opened(raw_source(timeout_seconds=30)) as tools:
        assert await rows_of(tools, "raw.slow", seconds=0.5) == ROWS
        assert state_of(tools).failures == 0


async def test_a_server_that_hangs_is_started_again_without_anyone_asking(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    async with opened(raw_source("--starts", str(starts), timeout_seconds=1)) as tools:
        assert (await refused(tools, "raw.stuck")).code == "tool_timeout"
        async with asyncio.timeout(60):
            while starts.read_text().count("started") < 2:
                await asyncio.sleep(0.01)
        assert await rows_of(tools) == ROWS


@pytest.mark.parametrize("midway", [False, True], ids=["before its answer", "within its answer"])
async def test_a_server_that_dies_in_the_middle_of_a_call_is_back_at_the_next_click(midway: bool) -> None:
    async with opened(raw_source()) as tools:
        refusal = await refused(tools, "raw.dies", midway=midway)
        assert (refusal.code, refusal.facts) == ("source_failed", {"source": "raw", "tool": "raw.dies"})
        assert await rows_of(tools) == ROWS


async def test_a_server_that_died_while_nobody_asked_costs_no_click() -> None:
    async with opened(raw_source()) as tools:
        process = (await tools.call("raw.process", {})).structured
        assert process is not None
        await end_from_outside(process["id"], tools)
        assert state_of(tools).state == "connecting"
        assert await rows_of(tools) == ROWS


async def end_from_outside(process: int, tools: McpSources) -> None:
    os.kill(process, signal.SIGKILL)
    async with asyncio.timeout(60):
        while state_of(tools).state == "ready":
            await asyncio.sleep(0.01)


async def test_a_command_that_is_not_there_yet_works_once_it_is(tmp_path: Path) -> None:
    command = tmp_path / "python"
    async with opened(raw_source(transport={"command": str(command)})) as tools:
        refusal = await refused(tools, "raw.rows")
        assert refusal.message == (
            'The source "raw" could not be opened: its command, or the folder it runs in, was not found.'
        )
        command.symlink_to(sys.executable)
        assert await rows_of(tools) == ROWS


async def test_a_server_that_ends_at_its_start_works_once_it_can_run(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.write_text("down")
    async with opened(raw_source("--state", str(state))) as tools:
        assert (await refused(tools, "raw.rows")).code == "source_failed"
        state.write_text("")
        assert await rows_of(tools) == ROWS


async def test_a_variable_that_was_missing_is_looked_up_at_each_start() -> None:
    environ: dict[str, str] = {}
    async with opened(raw_source(transport={"pass_env": ["RAW_KEY"]}), environ=environ) as tools:
        refusal = await refused(tools, "raw.rows")
        assert (refusal.code, refusal.facts["variable"]) == ("source_failed", "RAW_KEY")
        environ["RAW_KEY"] = "s3cret"
        assert await rows_of(tools) == ROWS
        assert "s3cret" not in str(tools.states())


async def test_a_source_that_says_nothing_does_not_hold_up_the_start(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.write_text("mute")
    tools = McpSources([raw_source("--state", str(state), start_seconds=3_600)], clock=FixedClock())
    async with asyncio.timeout(60):
        await tools.start(patience_seconds=0.1)
        assert state_of(tools).state == "connecting"
        await tools.close()


@pytest.mark.parametrize("id_last", [False, True], ids=["id first", "id last"])
async def test_a_huge_answer_is_refused_with_its_size_and_never_held_in_memory(id_last: bool) -> None:
    async with opened(raw_source(max_bytes=100_000)) as tools:
        await rows_of(tools)
        tracemalloc.start()
        try:
            refusal = await refused(tools, "raw.huge", size=40_000_000, id_last=id_last)
            held = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert (refusal.code, refusal.facts["limit"]) == ("tool_output_unreadable", 100_000)
        assert 40_000_000 < refusal.facts["size"] < 40_001_000
        assert f"{refusal.facts['size']:,} bytes" in refusal.message
        assert held < 5_000_000
        assert await rows_of(tools) == ROWS


async def test_how_much_an_answer_may_weigh_is_a_setting() -> None:
    small, large = raw_source(name="small", max_bytes=100_000), raw_source(name="large", max_bytes=3_000_000)
    async with opened(small, large) as tools:
        assert (await refused(tools, "small.huge", size=2_000_000)).code == "tool_output_unreadable"
        assert len((await rows_of(tools, "large.huge", size=2_000_000))[0]["text"]) == 2_000_000


async def test_what_a_server_prints_beside_its_messages_is_passed_over() -> None:
    async with opened(raw_source("--banner", "Welcome to my server!\n{not json")) as tools:
        assert await rows_of(tools, "raw.chat") == ROWS
        assert state_of(tools).state == "ready"


@pytest.mark.parametrize("text", ["ff", "c328", "5c7564383030"], ids=["no byte of UTF-8", "cut in two", "half a pair"])
async def test_an_answer_that_is_no_text_is_refused_and_the_connection_stays(text: str) -> None:
    async with opened(raw_source()) as tools:
        before = await tools.call("raw.process", {})
        refusal = await refused(tools, "raw.bytes_in_text", text=text)
        assert (refusal.code, refusal.facts) == ("tool_output_unreadable", {"tool": "raw.bytes_in_text"})
        assert (await tools.call("raw.process", {})).structured == before.structured


async def test_a_tool_that_turns_into_a_writer_has_its_new_power_as_soon_as_its_server_says_so(tmp_path: Path) -> None:
    state = tmp_path / "state"
    async with opened(raw_source("--state", str(state))) as tools:
        assert power_of(tools) == "read"
        state.write_text("writer")
        await tools.call("raw.tell", {})
        async with asyncio.timeout(60):
            while power_of(tools) == "read":
                await asyncio.sleep(0.01)
        assert power_of(tools) == "domain"


async def test_a_tool_that_vanished_is_gone_as_soon_as_its_server_says_so(tmp_path: Path) -> None:
    state = tmp_path / "state"
    async with opened(raw_source("--state", str(state))) as tools:
        state.write_text("gone")
        await tools.call("raw.tell", {})
        refusal = await refused(tools, "raw.rows")
        assert refusal.code == "tool_not_found"
        assert "raw.rows" not in tools.names()


async def test_a_call_allowed_for_reading_is_not_made_once_the_tool_writes(tmp_path: Path) -> None:
    """The server says nothing of its change; its list is read again because it has grown old."""
    state, clock = tmp_path / "state", FixedClock()
    async with opened(raw_source("--state", str(state)), clock=clock) as tools:
        state.write_text("writer")
        clock.forward(minutes=2)
        assert power_of(tools) == "read"
        with pytest.raises(Refusal) as refusal:
            await tools.call("raw.rows", {}, at_most="read")
        assert (refusal.value.code, refusal.value.facts["power"]) == ("tool_not_read_only", "domain")
        assert await rows_of(tools) == ROWS  # who is allowed more may still call it


async def test_a_server_that_comes_back_as_a_writer_is_not_called_for_reading(tmp_path: Path) -> None:
    state = tmp_path / "state"
    async with opened(raw_source("--state", str(state))) as tools:
        await refused(tools, "raw.dies")
        state.write_text("writer")
        with pytest.raises(Refusal) as refusal:
            await tools.call("raw.rows", {}, at_most="read")
        assert refusal.value.code == "tool_not_read_only"


async def test_two_sources_may_have_tools_of_one_name(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.write_text("writer")
    async with opened(raw_source(name="here"), raw_source("--state", str(state), name="there")) as tools:
        assert (power_of(tools, "here.rows"), power_of(tools, "there.rows")) == ("read", "domain")
        here, there = await tools.call("here.process", {}), await tools.call("there.process", {})
        assert here.structured != there.structured
        assert (await refused(tools, "there.dies")).facts["source"] == "there"
        assert (await tools.call("here.process", {})).structured == here.structured


@pytest.mark.parametrize("over", ["http", "stdio"])
async def test_servers_of_the_newest_kind_are_asked_to_tell_of_changed_tools(over: str) -> None:
    with served(LISTENING) if over == "http" else nullcontext() as url:
        program = {"kind": "stdio", "command": sys.executable, "args": [str(LISTENING)]}
        transport = {"kind": "http", "url": url} if url else program
        async with opened(Source.model_validate({"name": "new", "transport": transport})) as tools:
            assert power_of(tools, "new.rows") == "read"
            await tools.call("new.turn", {})
            async with asyncio.timeout(60):
                while power_of(tools, "new.rows") == "read":
                    await asyncio.sleep(0.01)
            assert power_of(tools, "new.rows") == "domain"


@pytest.mark.parametrize("code", [-32603, -32602, -32601, -32000, 1])
async def test_an_error_of_the_protocol_that_a_server_answers_is_of_the_tool_and_not_of_the_source(code: int) -> None:
    async with opened(raw_source()) as tools:
        before = await tools.call("raw.process", {})
        for _ in range(4):
            result = await tools.call("raw.protocol_error", {"code": code})
            assert (result.is_error, result.text) == (True, "the ledger is closed")
        assert (await tools.call("raw.process", {})).structured == before.structured
        assert (state_of(tools).state, state_of(tools).failures) == ("ready", 0)
