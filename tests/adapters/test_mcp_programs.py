"""Sources that are programs: started when needed, ended with the house, and given nothing that is not theirs."""

import asyncio
import logging
import os
from pathlib import Path

import pytest

from liveapps.adapters.mcp_client import McpSources
from tests.support.clock import FixedClock
from tests.support.sources import opened, raw_source, refused

ROWS = {"rows": [{"code": "C-0", "company": "Empresa 0"}, {"code": "C-1", "company": "Empresa 1"}], "total": 2}


async def test_a_template_can_still_name_the_configured_tools_of_a_source_that_is_down() -> None:
    tools = McpSources(
        [raw_source(tools={"rows": {"power": "read", "title": "Linhas"}, "other": {}}, start_seconds=1)],
        clock=FixedClock(),
    )
    rows, other = tools.describe("raw.rows"), tools.describe("raw.other")
    assert rows is not None
    assert other is not None
    assert (rows.power, rows.title, other.power) == ("read", "Linhas", "domain")
    assert tools.names() == ["raw.rows", "raw.other"]


async def test_a_program_that_is_not_there_is_refused_without_telling_where_it_was_looked_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG, logger="liveapps")
    source = raw_source(transport={"command": "/nowhere/secret-folder/program"})
    async with opened(source) as tools:
        refusal = await refused(tools, "raw.rows")
        assert refusal.code == "source_failed"
    assert 'source "raw" could not be opened' in caplog.text
    assert "secret-folder" not in caplog.text + str(refusal.envelope())


async def test_a_file_that_is_no_program_is_refused_in_words_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "secret-folder"
    path.write_text("no program")
    async with opened(raw_source(transport={"command": str(path)})) as tools:
        refusal = await refused(tools, "raw.rows")
        assert refusal.message == 'The source "raw" could not be opened: its command may not be run.'


async def test_a_server_that_crashes_is_refused_and_started_again_by_the_next_call(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG, logger="liveapps")
    async with opened(raw_source(), logs=tmp_path / "logs") as tools:
        refusal = await refused(tools, "raw.dies")
        assert (refusal.code, refusal.facts) == ("source_failed", {"source": "raw", "tool": "raw.dies"})
        assert (await tools.call("raw.rows", {})).structured == ROWS
    assert "hunter2" in (tmp_path / "logs" / "raw.log").read_text()
    assert "hunter2" not in caplog.text + str(refusal.envelope())


async def test_a_program_sees_what_it_was_given_and_none_of_our_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIVEAPPS_SECRET", "ours")
    monkeypatch.setenv("RAW_KEY", "theirs")
    source = raw_source(transport={"env": {"COLOUR": "blue"}, "pass_env": ["RAW_KEY"]})
    async with opened(source) as tools:
        seen = (await tools.call("raw.surroundings", {})).structured
        assert seen is not None
        assert (seen["COLOUR"], seen["RAW_KEY"], "PATH" in seen) == ("blue", "theirs", True)
        assert "LIVEAPPS_SECRET" not in seen


async def test_callers_who_find_a_source_closed_share_one_start(tmp_path: Path) -> None:
    starts = tmp_path / "starts"
    tools = McpSources([raw_source("--starts", str(starts))], clock=FixedClock())
    results = await asyncio.gather(*(tools.call("raw.rows", {}) for _ in range(5)))
    await tools.close()
    assert [result.structured for result in results] == [ROWS] * 5
    assert starts.read_text() == "started\n"


async def test_a_caller_who_gives_up_does_not_take_the_start_from_the_others() -> None:
    tools = McpSources([raw_source()], clock=FixedClock())
    impatient = asyncio.create_task(tools.call("raw.rows", {}))
    patient = asyncio.create_task(tools.call("raw.rows", {}))
    await asyncio.sleep(0)
    impatient.cancel()
    assert (await patient).structured == ROWS
    await tools.close()


async def test_closing_ends_also_a_program_that_is_just_starting(tmp_path: Path) -> None:
    starts, state = tmp_path / "starts", tmp_path / "state"
    state.write_text("mute")
    tools = McpSources([raw_source("--starts", str(starts), "--state", str(state))], clock=FixedClock())
    opening = asyncio.create_task(tools.start())
    async with asyncio.timeout(60):
        while not starts.exists():
            await asyncio.sleep(0.01)
    await tools.close()
    await opening
    assert (await refused(tools, "elsewhere.rows")).code == "tool_not_found"


async def test_closing_ends_the_programs() -> None:
    tools = McpSources([raw_source()], clock=FixedClock())
    process = (await tools.call("raw.process", {})).structured
    await tools.close()
    assert process is not None
    with pytest.raises(ProcessLookupError):
        os.kill(process["id"], 0)


def test_two_sources_of_one_name_stop_the_start() -> None:
    with pytest.raises(ValueError, match='two sources are named "raw"'):
        McpSources([raw_source(), raw_source()], clock=FixedClock())
