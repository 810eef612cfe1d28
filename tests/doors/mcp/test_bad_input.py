"""What bad input gets: a typed refusal with a next step, and nothing half done."""

import json
from typing import Any

import pytest
from mcp.shared.exceptions import MCPError

from liveapps.conversation.handoffs import DIRECTIONS
from liveapps.handing.refusing import error_of, outcome_of
from liveapps.panels.errors import CODES, Code, Refusal
from tests.support.world import World

from .asking import Era, assistant, carteira, widget_event

BAD: list[tuple[str, dict[str, Any], str]] = [
    ("open_panel", {"panel": "Carteria"}, "panel_not_found"),
    ("open_panel", {"panel": "Carteira", "tab": "nope"}, "tab_not_found"),
    ("open_panel", {}, "invalid_input"),
    ("open_panel", {"panel": 7}, "invalid_input"),
    ("open_panel", {"panel": "Carteira", "rows": True}, "invalid_input"),
    ("open_panel", {"panel": "x" * 5_000}, "invalid_input"),
    ("query_rows", {"panel": "Carteira", "collection": "clients"}, "collection_not_found"),
    ("query_rows", {"panel": "Carteira", "where": [{"field": "x", "op": "is", "value": 1}]}, "field_not_found"),
    ("query_rows", {"panel": "Carteira", "where": [{"field": "revenue", "op": "like"}]}, "invalid_input"),
    ("query_rows", {"panel": "Carteira", "where": [{"field": "revenue", "op": "contains"}]}, "invalid_slice"),
    ("query_rows", {"panel": "Carteira", "limit": 0}, "invalid_input"),
    ("query_rows", {"panel": "Carteira", "limit": 101}, "invalid_input"),
    ("query_rows", {"panel": "Carteira", "cursor": "nonsense"}, "invalid_slice"),
    ("changes_since", {"panel": "Carteira", "version": 99}, "version_not_found"),
    ("refresh_tab", {"panel": "Carteira", "tab": "nope"}, "tab_not_found"),
    ("annotate", {"panel": "Carteira", "row": "Embrear", "text": "x"}, "row_not_found"),
    ("annotate", {"panel": "Carteira", "row": "Embraer", "text": "  "}, "invalid_input"),
    ("annotate", {"panel": "Carteira", "row": "Embraer", "text": "a\x00b"}, "invalid_input"),
    ("annotate", {"panel": "Carteira", "row": "Embraer", "text": "x" * 1_000_001}, "payload_too_large"),
    ("fill_panel", {"panel": "Carteira", "rows": [{"code": "C-1", "revenue": "many"}]}, "invalid_value"),
    ("fill_panel", {"panel": "Carteira", "rows": [{"company": "no key"}]}, "key_missing"),
    ("fill_panel", {"panel": "Carteira", "rows": ["x"]}, "invalid_input"),
    ("create_panel", {"title": "X", "fields": [], "key": ["a"]}, "invalid_input"),
    ("move_card", {"panel": "Carteira", "row": "Embraer", "stage": "lost"}, "stage_not_found"),
    ("propose_change", {"panel": "Carteira", "row": "Embraer", "values": {"due": "someday"}}, "invalid_value"),
    ("review_suggestion", {"panel": "Carteira", "row": "Embraer", "field": "email"}, "field_not_found"),
    ("offer_rows", {"panel": "Carteira", "search": "zzz"}, "row_not_found"),
    ("check_decision", {"proposal": "nothing"}, "proposal_not_found"),
    ("resolve_decision", {"event": widget_event("cancelled", "nothing")}, "proposal_not_found"),
    ("resolve_decision", {"event": {"event": "cancelled"}}, "invalid_input"),
]


@pytest.mark.parametrize(
    ("tool", "arguments", "code"), BAD, ids=[f"{tool}-{code}-{n}" for n, (tool, _, code) in enumerate(BAD)]
)
async def test_bad_input_is_refused_by_name_and_nothing_is_done(
    world: World, tool: str, arguments: dict[str, Any], code: str
) -> None:
    panel = await carteira(world)
    before = await world.view(panel)
    async with assistant(world) as ana:
        refused = await ana.call(tool, **arguments)
    assert refused.error["code"] == code, refused.error
    assert refused.error["message"]
    assert refused.error["next_step"]
    assert refused.error["retryable"] is False
    assert "/api/" not in json.dumps(refused.handoff)
    assert await world.view(panel) == before


async def test_near_matches_are_told_for_a_panel_and_a_row_that_are_not_there(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        wrong_panel = await ana.call("open_panel", panel="Carteria")
        assert wrong_panel.error["facts"]["near"] == [{"id": panel, "title": "Carteira"}]
        wrong_row = await ana.call("annotate", panel=panel, row="Embrear", text="x")
        row = (await world.row(panel, "C-1")).id
        assert wrong_row.error["facts"]["near"] == [{"id": row, "title": "Embraer"}]


async def test_a_name_that_means_two_things_is_refused_with_both(world: World) -> None:
    panel = await carteira(world)
    await world.ship(panel, [{"code": "C-8", "company": "EMBRAER"}])
    ids = {row.id for code, row in (await world.rows(panel)).items() if code in ("C-1", "C-8")}
    async with assistant(world) as ana:
        refused = await ana.call("annotate", panel=panel, row="Embraer", text="x")
        assert refused.error["code"] == "ambiguous_target"
        assert {one["id"] for one in refused.error["facts"]["candidates"]} == ids
        by_id = await ana.call("annotate", panel=panel, row=min(ids), text="x")
        assert not by_id.is_error


async def test_wrong_arguments_are_told_without_what_was_sent(world: World) -> None:
    async with assistant(world) as ana:
        refused = await ana.call("query_rows", panel="Carteira", limit="hunter2")
    assert refused.error["facts"]["problems"][0]["at"] == "limit"
    assert "hunter2" not in str(refused.handoff)


async def test_a_tool_that_is_not_there_is_an_error_of_the_protocol_with_the_nearest(world: World, era: Era) -> None:
    async with assistant(world, "ana", era) as ana:
        with pytest.raises(MCPError) as raised:
            await ana.raw("open_panels", {})
    assert raised.value.error.code == -32602
    assert raised.value.error.data["near"][0] == "open_panel"


async def test_a_tool_that_was_renamed_says_where_it_went(world: World, era: Era) -> None:
    async with assistant(world, "ana", era, former={"get_panel": "open_panel"}) as ana:
        moved = await ana.call("get_panel", panel="Carteira")
        assert (moved.error["code"], moved.error["facts"]["tool"]) == ("tool_renamed", "open_panel")
        assert "get_panel" not in [tool.name for tool in await ana.client.list_tools()]


async def test_a_failure_of_ours_is_masked(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any) -> None:
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr(type(world.house.facade), "panels", broken)
    async with assistant(world) as ana:
        failed = await ana.call("list_panels")
    assert failed.error["code"] == "internal_error"
    assert "hunter2" not in str(failed.handoff)


async def test_a_database_that_is_away_is_said_so_and_may_be_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any, **__: Any) -> None:
        raise Refusal("storage_away", "The connection to the database was lost.", "Try again in a moment.")

    async with assistant(world) as ana:
        monkeypatch.setattr(type(world.running.store), "write", away)
        refused = await ana.call("list_panels")
    assert (refused.error["code"], refused.error["retryable"]) == ("storage_away", True)
    assert "once more" in refused.instruction


async def test_what_was_done_is_answered_even_when_the_log_of_it_cannot_be_kept(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await carteira(world)
    store = world.running.store
    write = type(store).write
    left = [2]

    async def soon_away(self: Any, body: Any, **more: Any) -> Any:
        if not left[0]:
            raise Refusal("storage_away", "The connection to the database was lost.", "Try again in a moment.")
        left[0] -= 1
        return await write(self, body, **more)

    async with assistant(world) as ana:
        monkeypatch.setattr(type(store), "write", soon_away)
        done = await ana.call("annotate", panel=panel, row="Embraer", text="Ligou")
    assert done.output["receipt"]["changed"]
    assert (await world.row(panel, "C-1")).notes == 1


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_directions_and_a_next_step_that_a_caller_of_tools_can_take(code: Code) -> None:
    refusal = Refusal(code, "It did not work.", "List the panels you may see: GET /api/panels.")
    told = error_of(refusal)
    assert outcome_of(code) in DIRECTIONS
    assert told.next_step
    assert "/api/" not in told.next_step
