"""A source that keeps failing is paused, so that people do not wait for it one after the other; and it can be seen."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from liveapps.adapters.mcp_client import McpSources
from liveapps.panels.errors import Refusal
from liveapps.panels.sources import Source
from tests.support.clock import FixedClock
from tests.support.sources import opened, raw_source, refused, state_of

PATIENCE = {"failures": 3, "pause_seconds": 30, "longest_pause_seconds": 100}


class Down:
    """A source that ends whenever it is started, until `state` says otherwise; `starts` counts how often it was."""

    def __init__(self, folder: Path) -> None:
        self.clock = FixedClock()
        self.state, self._starts = folder / "state", folder / "starts"
        self.state.write_text("down")
        args = ("--state", str(self.state), "--starts", str(self._starts))
        self.source = raw_source(*args, patience=PATIENCE, tools={"rows": {"power": "read"}})

    @property
    def starts(self) -> int:
        return self._starts.read_text().count("started")


@pytest.fixture
def down(tmp_path: Path) -> Down:
    return Down(tmp_path)


async def test_after_failures_in_a_row_calls_are_refused_without_trying(down: Down) -> None:
    async with opened(down.source, clock=down.clock) as tools:
        for _ in range(2):
            assert "opens_again_at" not in (await refused(tools, "raw.rows")).facts
        tried = down.starts
        refusal = await refused(tools, "raw.rows")
        opens_again_at = (down.clock.now() + timedelta(seconds=30)).isoformat()
        assert refusal.code == "source_failed"
        assert refusal.facts == {"source": "raw", "opens_again_at": opens_again_at, "failures": 3}
        assert refusal.message == (
            'The source "raw" is paused after 3 failures in a row. It is tried again at 15:00:30 UTC.'
        )
        assert down.starts == tried


async def test_when_the_pause_is_over_one_call_tries_and_its_success_ends_it(down: Down) -> None:
    async with opened(down.source, clock=down.clock) as tools:
        for _ in range(3):
            await refused(tools, "raw.rows")
        down.state.write_text("")
        down.clock.forward(seconds=31)
        assert (await tools.call("raw.rows", {})).structured is not None
        assert (state_of(tools).state, state_of(tools).failures) == ("ready", 0)


async def test_a_try_that_fails_doubles_the_pause(down: Down) -> None:
    async with opened(down.source, clock=down.clock) as tools:
        for _ in range(3):
            await refused(tools, "raw.rows")
        down.clock.forward(seconds=31)
        assert "opens_again_at" not in (await refused(tools, "raw.rows")).facts
        assert state_of(tools).opens_again_at == down.clock.now() + timedelta(seconds=60)


async def test_people_who_find_it_down_together_count_as_one_failure(down: Down) -> None:
    async with opened(down.source, clock=down.clock) as tools:
        before = state_of(tools).failures
        calls = [tools.call("raw.rows", {}) for _ in range(5)]
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        assert all(isinstance(outcome, Refusal) for outcome in outcomes)
        assert state_of(tools).failures == before + 1


async def test_whoever_looks_after_it_has_it_tried_while_it_is_paused(down: Down) -> None:
    async with opened(down.source, clock=down.clock) as tools:
        for _ in range(3):
            await refused(tools, "raw.rows")
        still = await tools.retry("raw")
        assert (still.state, still.failures) == ("paused", 4)
        down.state.write_text("")
        again = await tools.retry("raw")
        assert (again.state, again.failures, again.opens_again_at) == ("ready", 0, None)
        assert (await tools.call("raw.rows", {})).structured is not None


async def test_a_source_that_is_not_there_is_refused_with_those_that_are(down: Down) -> None:
    async with opened(down.source, clock=down.clock) as tools:
        with pytest.raises(Refusal) as refusal:
            await tools.retry("row")
        assert (refusal.value.code, refusal.value.facts["near"]) == ("source_not_found", ["raw"])


async def test_what_a_tool_refuses_or_answers_badly_never_pauses_its_source() -> None:
    async with opened(raw_source(patience=PATIENCE, max_bytes=100_000)) as tools:
        for _ in range(4):
            assert (await tools.call("raw.refusal", {})).is_error
            assert (await refused(tools, "raw.huge", size=500_000)).code == "tool_output_unreadable"
            assert (await refused(tools, "raw.nothing")).code == "tool_not_found"
        assert (state_of(tools).state, state_of(tools).failures) == ("ready", 0)


async def test_a_tool_that_lets_its_calls_run_out_of_time_is_paused_alone() -> None:
    clock = FixedClock()
    async with opened(raw_source(timeout_seconds=1, patience={**PATIENCE, "failures": 2}), clock=clock) as tools:
        for _ in range(2):
            assert (await refused(tools, "raw.silent")).code == "tool_timeout"
        refusal = await refused(tools, "raw.silent")
        assert (refusal.code, refusal.facts["tool"]) == ("source_failed", "raw.silent")
        assert (
            refusal.message == '"raw.silent" is paused after 2 time-outs in a row. It is tried again at 15:00:30 UTC.'
        )
        assert (await tools.call("raw.rows", {})).structured is not None
        state = state_of(tools)
        assert (state.state, state.failures) == ("ready", 0)
        paused = {tool.name: tool.paused_until for tool in state.tools if tool.paused_until}
        assert paused == {"raw.silent": clock.now() + timedelta(seconds=30)}
        clock.forward(seconds=31)
        assert (await refused(tools, "raw.silent")).code == "tool_timeout"


async def test_a_server_that_says_nothing_at_all_any_more_is_paused_whole(tmp_path: Path) -> None:
    state = tmp_path / "state"
    patience = {**PATIENCE, "failures": 2}
    source = raw_source("--state", str(state), timeout_seconds=1, start_seconds=1, patience=patience)
    async with opened(source) as tools:
        assert state_of(tools).state == "ready"
        state.write_text("mute")
        refusals = [await refused(tools, f"raw.{tool}") for tool in ("rows", "process", "chat", "prose")]
        assert (refusals[0].code, refusals[-1].code) == ("tool_timeout", "source_failed")
        assert refusals[-1].facts["opens_again_at"]
        assert state_of(tools).state == "paused"


async def test_a_source_tells_how_it_is_doing_and_since_when(down: Down) -> None:
    down.state.write_text("")
    clock, source = down.clock, down.source
    tools = McpSources([source], clock=clock)
    at_first, begun = state_of(tools), clock.now()
    assert (at_first.state, at_first.kind, at_first.last_error) == ("connecting", "stdio", None)
    assert [(tool.name, tool.power) for tool in at_first.tools] == [("raw.rows", "read")]
    clock.forward(seconds=5)
    await tools.start()
    ready = state_of(tools)
    assert (ready.state, ready.since, ready.last_success_at) == ("ready", clock.now(), clock.now())
    assert {"raw.rows", "raw.dies"} < {tool.name for tool in ready.tools}
    clock.forward(seconds=30)
    failed_at = clock.now()
    await refused(tools, "raw.dies")
    clock.forward(seconds=10)
    failing = state_of(tools)
    assert (failing.state, failing.since, failing.failures) == ("failing", failed_at, 1)
    assert failing.last_success_at is not None
    assert begun < failing.last_success_at < failed_at
    assert failing.last_error is not None
    assert (failing.last_error.code, failing.last_error.at) == ("source_failed", failed_at)
    await tools.call("raw.rows", {})
    well = state_of(tools)
    assert (well.state, well.since, well.failures) == ("ready", clock.now(), 0)
    assert well.last_error == failing.last_error  # it stays, with its time
    await tools.close()


@pytest.mark.parametrize(
    "transport",
    [
        {"kind": "stdio", "command": "/nowhere/hunter2", "args": ["--password=hunter2"], "env": {"KEY": "hunter2"}},
        {"kind": "stdio", "command": "sh", "args": ["-c", "echo hunter2; echo hunter2 >&2; exit 1"]},
        {"kind": "http", "url": "http://127.0.0.1:1/hunter2", "token_env": "KEY"},
    ],
    ids=["no such command", "a program that talks", "an address"],
)
async def test_what_is_told_of_a_source_holds_no_secret(transport: dict[str, Any]) -> None:
    source = Source.model_validate({"name": "raw", "transport": transport})
    async with opened(source, environ={"KEY": "hunter2", "PATH": "/usr/bin:/bin"}) as tools:
        state = state_of(tools)
        assert state.last_error is not None
        assert "hunter2" not in state.model_dump_json()
        assert "127.0.0.1" not in state.model_dump_json()
