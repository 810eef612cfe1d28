"""What hosts are told of the tools. They keep it for months, so a change of it is seen and meant."""

import json
from pathlib import Path
from typing import Any

import pytest

from liveapps.doors.mcp.catalogue import output_schemas, tool_list
from liveapps.doors.mcp.widgets import NAMES, Widgets
from tests.support.world import World

from .asking import PAGES, Era, assistant, carteira

COMMITTED = Path(__file__).resolve().parents[3] / "docs/reference/mcp-tools.json"
NAMES_NOW = [
    "annotate",
    "changes_since",
    "check_decision",
    "create_panel",
    "fill_panel",
    "list_panels",
    "move_card",
    "offer_rows",
    "open_panel",
    "propose_change",
    "query_rows",
    "read_proposal",
    "refresh_tab",
    "resolve_decision",
    "review_suggestion",
]
WIDGETS = {
    "open_panel": "panel",
    "offer_rows": "pick-row",
    "propose_change": "confirm-change",
    "move_card": "move-card",
    "review_suggestion": "review-suggestion",
}
DOMAINS = ("connectDomains", "resourceDomains", "frameDomains", "baseUriDomains")
READS = {"changes_since", "check_decision", "list_panels", "open_panel", "query_rows", "read_proposal"}


async def told() -> dict[str, dict[str, Any]]:
    return {tool["name"]: tool for tool in await tool_list()}


async def test_names_schemas_and_metadata_are_those_that_were_agreed_on() -> None:
    assert await tool_list() == json.loads(COMMITTED.read_text("utf-8")), "if this is meant, write it anew: make gen"


async def test_the_names_of_the_tools_stay() -> None:
    assert list(await told()) == NAMES_NOW


async def test_every_tool_says_what_it_is_for_and_what_each_argument_means() -> None:
    for name, tool in (await told()).items():
        assert tool["title"], name
        assert 60 < len(tool["description"]) < 700, name
        assert tool["inputSchema"]["additionalProperties"] is False, name
        for argument, schema in tool["inputSchema"].get("properties", {}).items():
            assert schema.get("description") or argument == "event", f"{name}.{argument}"


async def test_every_tool_says_whether_it_reads_destroys_repeats_or_reaches_outside() -> None:
    hints = {name: tool["annotations"] for name, tool in (await told()).items()}
    for name, one in hints.items():
        keys = {"title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"}
        assert set(one) == keys, name
    assert {name for name, one in hints.items() if one["readOnlyHint"]} == READS
    assert {name for name, one in hints.items() if one["destructiveHint"]} == {"resolve_decision"}
    assert {name for name, one in hints.items() if not one["idempotentHint"]} == {"resolve_decision"}
    assert {name for name, one in hints.items() if one["openWorldHint"]} == {"refresh_tab"}


async def test_every_answer_has_the_form_of_a_hand_off_that_may_grow() -> None:
    for name, tool in (await told()).items():
        form = tool["outputSchema"]
        assert set(form["properties"]) == {"schema_version", "output", "agent_directions", "error"}, name
        assert form["properties"]["schema_version"]["const"] == 1
        assert "additionalProperties" not in json.dumps(form).replace('"additionalProperties": true', ""), name


async def test_a_tool_that_asks_the_user_names_its_widget_and_those_of_widgets_are_not_for_models() -> None:
    tools = await told()
    drawn = {name: tool["_meta"]["ui"].get("resourceUri") for name, tool in tools.items()}
    assert {name: uri for name, uri in drawn.items() if uri} == {
        name: f"ui://liveapps/{widget}.html" for name, widget in WIDGETS.items()
    }
    assert set(WIDGETS.values()) == set(NAMES)
    for_models = {name for name, tool in tools.items() if "model" in tool["_meta"]["ui"]["visibility"]}
    assert set(tools) - for_models == {"read_proposal", "resolve_decision"}


async def test_the_whole_list_fits_into_a_conversation() -> None:
    """Of it a model reads the names, the descriptions and the arguments."""
    read = [{name: tool[name] for name in ("name", "description", "inputSchema")} for tool in await tool_list()]
    assert len(json.dumps(read)) < 30_000
    assert len(json.dumps(await tool_list())) < 100_000


async def test_widgets_of_hosts_that_hide_the_tools_of_widgets_can_be_shown_to_models_too(world: World) -> None:
    async with assistant(world, widget_tools="both") as ana:
        tools = {tool.name: tool for tool in await ana.client.list_tools()}
    assert tools["resolve_decision"].meta is not None
    assert tools["resolve_decision"].meta["ui"]["visibility"] == ["model", "app"]


@pytest.mark.parametrize("name", NAMES)
async def test_each_widget_is_a_page_without_a_network_under_an_address_that_changes_with_it(
    world: World, era: Era, name: str
) -> None:
    uri = PAGES.uri(name)
    assert uri is not None
    assert uri != Widgets({name: "another page"}).uri(name)
    async with assistant(world, "ana", era) as ana:
        listed = {str(one.uri): one for one in await ana.client.list_resources()}
        assert listed[uri].mime_type == "text/html;profile=mcp-app"
        nothing: dict[str, list[str]] = {key: [] for key in DOMAINS}
        assert (listed[uri].meta or {})["ui"]["csp"] == nothing
        [page] = await ana.client.read_resource(uri)
        assert getattr(page, "text", None) == PAGES.pages[name]
        # Some hosts read what a page may do from the list, others from the page itself.
        assert page.meta is not None
        assert page.meta["ui"]["csp"] == nothing
        # An older conversation still has the address of an older page.
        [older] = await ana.client.read_resource(f"ui://liveapps/{name}@0123456789ab.html")
        assert getattr(older, "text", None) == PAGES.pages[name]


async def test_a_tool_whose_widget_is_not_there_answers_in_text(world: World) -> None:
    await carteira(world)
    async with assistant(world) as ana:
        assert (
            "https://apps.example.com/decide/"
            in (await ana.call("move_card", panel="Carteira", row="Embraer")).sentence
        )


async def test_the_types_of_widgets_are_made_from_the_same_schemas() -> None:
    schemas = await output_schemas()
    assert {"OpenPanelAnswer", "MoveCardAnswer", "MovedCard", "WidgetEvent"} <= set(schemas)
    assert len(schemas["WidgetEvent"]["oneOf"]) == 5
