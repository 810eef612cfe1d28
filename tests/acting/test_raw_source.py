"""A panel over a source that misbehaves: whatever it does, the data stays, the tab says why, and a click mends it."""

from collections.abc import Generator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.template import read_template
from liveapps.people.policy import PersonReader
from liveapps.writing.writes import Annotate, ChangeTemplate
from tests.support.postgres import empty_database
from tests.support.refreshing import freshness, refresh, refreshed_by, world_with
from tests.support.sources import raw_source
from tests.support.world import World, panel_template

PATIENCE = {"failures": 2, "pause_seconds": 30}


def house(folder: Path, database: str | None = None, **settings: Any) -> AbstractAsyncContextManager[World]:
    settings = {"patience": PATIENCE, "timeout_seconds": 5} | settings
    source = raw_source("--state", str(folder / "state"), **settings)
    return world_with(source, folder / "data", database)


def over(tool: str, **arguments: Any) -> dict[str, Any]:
    return refreshed_by(f"raw.{tool}", arguments)


async def turn_to(world: World, panel: str, tool: str, **arguments: Any) -> None:
    await world.write(ChangeTemplate(panel=panel, template=read_template(over(tool, **arguments))))


async def test_a_click_brings_the_rows_of_a_source(tmp_path: Path) -> None:
    async with house(tmp_path) as world:
        panel = await world.panel(**over("rows"))
        done = await refresh(world, panel)
        assert (done.status, len(done.receipts[0].added)) == ("complete", 2)
        assert (await world.row(panel, "C-1")).values["company"] == "Empresa 1"


@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("silent", {}, "tool_timeout"),
        ("dies", {}, "source_failed"),
        ("huge", {"size": 2_000_000}, "tool_output_unreadable"),
        ("prose", {}, "tool_output_unreadable"),
        ("hidden_error", {}, "tool_failed"),
        ("refusal", {}, "tool_failed"),
        ("bytes_in_text", {"text": "ff"}, "tool_output_unreadable"),
        ("bytes_in_text", {"text": b"a\\u0000b".hex()}, "tool_output_unreadable"),
    ],
    ids=["silent", "dies", "huge", "prose", "error hidden in text", "refuses", "no UTF-8", "NUL"],
)
async def test_a_source_that_fails_leaves_the_data_marked_and_the_next_click_works(
    tmp_path: Path, tool: str, arguments: dict[str, Any], code: str
) -> None:
    async with house(tmp_path, max_bytes=100_000, timeout_seconds=1) as world:
        panel = await world.panel(**over("rows"))
        await refresh(world, panel)
        good = await freshness(world, panel)
        world.clock.forward(seconds=20)
        await turn_to(world, panel, tool, **arguments)
        done = await refresh(world, panel)
        assert (done.status, done.code, bool(done.next_step)) == ("error", code, True)
        now = await freshness(world, panel)
        assert (now.status, now.code, now.last_good_at) == ("error", code, good.collected_at)
        assert set(await world.rows(panel)) == {"C-0", "C-1"}
        await turn_to(world, panel, "rows", count=3)
        assert (await refresh(world, panel)).status == "complete"
        assert set(await world.rows(panel)) == {"C-0", "C-1", "C-2"}


async def test_a_list_that_its_source_cut_is_partial_and_takes_nobody_away(tmp_path: Path) -> None:
    async with house(tmp_path) as world:
        panel = await world.panel(**over("rows", count=5))
        await refresh(world, panel)
        await turn_to(world, panel, "cut")
        assert (await refresh(world, panel)).status == "partial"
        now = await freshness(world, panel)
        assert (now.shown, now.declared) == (2, 9)
        assert [row.unconfirmed_since for row in (await world.rows(panel)).values()] == [None] * 5


async def test_a_paused_source_is_told_in_plain_words_with_when_it_is_tried_again(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("down")
    async with house(tmp_path, tools={"rows": {"power": "read"}}) as world:
        panel = await world.panel(**over("rows"))
        await refresh(world, panel)  # the start of the house was the first failure
        done = await refresh(world, panel)
        assert (done.status, done.code) == ("error", "source_failed")
        assert done.message == (
            'The source "raw" is paused after 2 failures in a row. It is tried again at 15:00:30 UTC.'
        )
        assert (done.facts["opens_again_at"], done.facts["failures"]) == ("2026-11-30T15:00:30+00:00", 2)
        assert (await freshness(world, panel)).message == done.message
        (tmp_path / "state").write_text("")
        world.clock.forward(seconds=31)
        assert (await refresh(world, panel)).status == "complete"


async def test_a_tool_that_became_a_writer_no_longer_refreshes(tmp_path: Path) -> None:
    async with house(tmp_path) as world:
        panel = await world.panel(**over("rows"))
        await refresh(world, panel)
        (tmp_path / "state").write_text("writer")
        world.clock.forward(minutes=5)
        first = await refresh(world, panel)  # the list it is checked against is read for this call
        assert (first.status, first.code) == ("error", "tool_not_read_only")
        with pytest.raises(Refusal) as refused:
            await refresh(world, panel)  # and now it is known
        assert refused.value.code == "tool_not_read_only"
        assert set(await world.rows(panel)) == {"C-0", "C-1"}


async def test_a_button_no_longer_runs_a_tool_that_became_a_writer(tmp_path: Path) -> None:
    template = panel_template()
    button = {"id": "go", "label": "Vai", "tool": "raw.rows"}
    template["tabs"][0]["blocks"].append({"kind": "action_buttons", "id": "actions", "buttons": [button]})
    async with house(tmp_path) as world:
        panel = await world.panel(**template)
        reader, origin = PersonReader(await world.person("ana")), await world.origin("ana")
        assert (await world.house.presser.press(reader, panel, "actions", "go", None, origin, None)).tool == "raw.rows"
        (tmp_path / "state").write_text("writer")
        world.clock.forward(minutes=5)
        with pytest.raises(Refusal) as refused:
            await world.house.presser.press(reader, panel, "actions", "go", None, origin, None)
        assert (refused.value.code, refused.value.facts["power"]) == ("tool_not_granted", "domain")
        await world.house.presser.grant(await world.person("bia"), panel, "raw.rows")
        assert (await world.house.presser.press(reader, panel, "actions", "go", None, origin, None)).tool == "raw.rows"


async def test_a_tool_that_vanished_marks_its_tab(tmp_path: Path) -> None:
    async with house(tmp_path) as world:
        panel = await world.panel(**over("rows"))
        await refresh(world, panel)
        (tmp_path / "state").write_text("gone")
        world.clock.forward(minutes=5)
        for _ in range(2):
            done = await refresh(world, panel)
            assert (done.status, done.code) == ("error", "tool_not_found")
        assert set(await world.rows(panel)) == {"C-0", "C-1"}


def said(text: str) -> dict[str, Any]:
    """A run of an agent, as an AG-UI client asks for it."""
    message = {"id": "1", "role": "user", "content": text}
    names = {"threadId": "00000000-0000-7000-8000-000000000001", "runId": "00000000-0000-7000-8000-000000000002"}
    return {**names, "state": {}, "messages": [message], "tools": [], "context": [], "forwardedProps": {}}


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> Generator[str | None]:
    if request.param == "sqlite":
        yield None
        return
    with empty_database() as address:
        yield address


async def test_nul_characters_of_a_source_are_refused_alike_whatever_the_store(
    tmp_path: Path, database: str | None
) -> None:
    async with house(tmp_path, database=database) as world:
        panel = await world.panel(**over("bytes_in_text", text=b"C\\u00001".hex()))
        done = await refresh(world, panel)
        assert (done.status, done.code) == ("error", "tool_output_unreadable")
        assert "NUL" in (done.message or "")
        reading = await world.running.store.read(lambda tx: tx.reading(done.reading or ""))
        assert reading is not None
        assert (reading.outcome, reading.message) == ("failed", done.message)
        await turn_to(world, panel, "refusal", text="no such\0table")
        said = await refresh(world, panel)
        assert (said.code, said.message) == ("tool_failed", '"raw.refusal" says that it failed: no such\ufffdtable')


async def test_nul_characters_of_people_and_agents_are_refused_alike_whatever_the_store(
    tmp_path: Path, database: str | None
) -> None:
    async with house(tmp_path, database=database) as world:
        panel = await world.panel()
        await world.ship(panel, [{"code": "C-1"}])
        row = (await world.row(panel, "C-1")).id
        rows = f"/api/panels/{panel}/collections/customers/rows"
        asked: list[tuple[str, str, Any]] = [
            ("POST", rows, {"values": {"code": "C\x002"}}),
            ("PATCH", f"{rows}/{row}", {"set": {"company": "a\x00b"}}),
            ("PATCH", f"{rows}/{row}", {"set": {"next\x00step": "a"}}),
            ("POST", f"{rows}/{row}/annotations", {"text": "a\x00b"}),
            ("POST", "/api/session", {"login": "a\x00b", "password": "x"}),
            ("POST", "/api/agents/sales/agui", said("a\x00b")),
            ("GET", rows + '?where=[{"field":"company","op":"is","value":"a%00b"}]', None),
            ("GET", f"{rows}/a%00b", None),
        ]
        async with await world.client() as client:
            for method, path, body in asked:
                answer = await client.request(method, path, json=body)
                told = answer.json()
                assert (answer.status_code, told["code"]) == (422, "invalid_request"), (method, path, told)
                assert "NUL" in told["title"]
        note = Annotate(panel=panel, collection="customers", row=row, text="a\x00b")
        with pytest.raises(Refusal) as refused:
            await world.write(note, world.agent_origin())
        assert refused.value.code == "invalid_value"
        assert (await world.row(panel, "C-1")).values == {"code": "C-1"}
