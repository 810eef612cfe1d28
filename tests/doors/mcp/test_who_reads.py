"""Nothing of one person reaches another, and no private row leaves the house, not even its owner's."""

import json
from typing import Any

import pytest

from tests.support.world import FIELDS, World

from .asking import ERAS, Assistant, assistant

SECRET = "Segredo Industrial"
KEPT = [{"id": "customers", "title": "Clientes", "key": ["code"], "fields": FIELDS, "private_rows": True}]


async def shared_panel(world: World) -> tuple[str, str]:
    """A panel with one public row and one that Ana keeps for herself; the ids of the panel and of that row."""
    panel = await world.panel(collections=KEPT)
    await world.ship(panel, [{"code": "C-1", "company": "Embraer", "revenue": 1}])
    client = await world.client()
    made = await client.post(
        f"/api/panels/{panel}/collections/customers/rows",
        json={"values": {"code": "C-9", "company": SECRET, "revenue": 500}, "stage": "won"},
    )
    return panel, made.json()["added"][0]


async def everything(ana: Assistant, panel: str, row: str) -> str:
    """All that the tools say of a panel, good calls and bad ones."""
    calls: list[tuple[str, dict[str, Any]]] = [
        ("list_panels", {}),
        ("open_panel", {"panel": panel}),
        ("query_rows", {"panel": panel}),
        ("query_rows", {"panel": panel, "search": "Segredo"}),
        ("query_rows", {"panel": panel, "group": "stage"}),
        ("query_rows", {"panel": panel, "where": [{"field": "company", "op": "is", "value": SECRET}]}),
        ("changes_since", {"panel": panel, "version": 1}),
        ("annotate", {"panel": panel, "row": row, "text": "x"}),
        ("annotate", {"panel": panel, "row": "Segredo Industria", "text": "x"}),
        ("annotate", {"panel": panel, "row": SECRET.lower(), "text": "x"}),
        ("propose_change", {"panel": panel, "row": row, "values": {"revenue": 2}}),
        ("move_card", {"panel": panel, "row": row, "stage": "new"}),
        ("review_suggestion", {"panel": panel, "row": row, "field": "email"}),
        ("offer_rows", {"panel": panel}),
        ("offer_rows", {"panel": panel, "rows": [row]}),
        ("fill_panel", {"panel": panel, "rows": [{"code": "C-1", "revenue": 3}]}),
    ]
    return json.dumps([(await ana.call(tool, **arguments)).handoff for tool, arguments in calls])


@pytest.mark.parametrize("login", ["ana", "bia", "root"])
async def test_no_private_row_leaves_the_house_not_even_for_its_owner(world: World, login: str) -> None:
    await world.person("root", "admin")
    panel, row = await shared_panel(world)
    async with assistant(world, login) as reader:
        said = await everything(reader, panel, row)
        assert "Embraer" in said
        assert SECRET not in said
        counted = (await reader.call("query_rows", panel=panel, limit=5)).output
        assert (counted["matching"], counted["total"]) == (1, 1)
        opened = (await reader.call("open_panel", panel=panel, tab="main")).output
        assert (opened["collections"][0]["total"], opened["collections"][0]["without_stage"]) == (1, 1)
        # A hidden row and a missing one answer alike.
        hidden = await reader.call("move_card", panel=panel, row=row, stage="talking")
        missing = await reader.call("move_card", panel=panel, row="0", stage="talking")
        assert json.dumps(hidden.handoff).replace(row, "0") == json.dumps(missing.handoff)
    assert (await world.row(panel, "C-9")).stage == "won"


async def test_what_was_said_of_a_private_row_is_no_change_for_an_assistant(world: World) -> None:
    panel, row = await shared_panel(world)
    async with assistant(world) as ana:
        known = (await ana.call("open_panel", panel=panel)).output["version"]
        place = f"/api/panels/{panel}/collections/customers/rows/{row}"
        await (await world.client()).patch(place, json={"set": {"revenue": 501}})
        assert (await ana.call("changes_since", panel=panel, version=known)).output["rows"] == []


async def test_a_panel_that_only_its_owner_reads_is_not_there_from_another_host(world: World) -> None:
    panel = await world.panel(audience={"who": "only_me"}, title="Meu diário")
    async with assistant(world) as ana:
        hidden = await ana.call("open_panel", panel=panel)
        missing = await ana.call("open_panel", panel="0")
        assert (hidden.error["code"], (await ana.call("list_panels")).output["panels"]) == ("panel_not_found", [])
        assert json.dumps(hidden.handoff).replace(panel, "0") == json.dumps(missing.handoff)
        near = await ana.call("open_panel", panel="Meu diario")
        assert near.error["facts"]["near"] == []


@pytest.mark.parametrize("era", ERAS)
async def test_a_panel_of_another_team_shows_in_no_list_no_count_and_no_near_match(world: World, era: str) -> None:
    await world.person("caio", teams=["north"])
    theirs = await world.panel("caio", title="Carteira Norte", audience={"who": "teams", "teams": ["north"]})
    mine = await world.panel(title="Carteira Sul")
    async with assistant(world, "ana", era) as ana, assistant(world, "caio", era) as caio:  # pyright: ignore[reportArgumentType] the eras are the type
        assert [one["id"] for one in (await ana.call("list_panels")).output["panels"]] == [mine]
        assert {one["id"] for one in (await caio.call("list_panels")).output["panels"]} == {mine, theirs}
        # What is ambiguous for one of them is not for the other.
        assert (await ana.call("open_panel", panel="Carteira")).output["panel"] == mine
        both = await caio.call("open_panel", panel="Carteira")
        assert {one["id"] for one in both.error["facts"]["candidates"]} == {mine, theirs}
        wrong = await ana.call("open_panel", panel="Carteira Nort")
        assert [one["title"] for one in wrong.error["facts"]["near"]] == ["Carteira Sul"]
        tries: list[tuple[str, dict[str, Any]]] = [("annotate", {"row": "x", "text": "x"}), ("refresh_tab", {})]
        for tool, more in [*tries, ("fill_panel", dict[str, Any](rows=[]))]:
            assert (await ana.call(tool, panel=theirs, **more)).error["code"] == "panel_not_found", tool


async def test_calls_of_one_person_are_no_repeats_of_anothers(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [{"code": "C-1", "company": "Embraer"}])
    note = {"panel": panel, "row": "Embraer", "text": "Ligou"}
    async with assistant(world, "ana", conversation="c1") as ana, assistant(world, "bia", conversation="c1") as bia:
        first, second = await ana.call("annotate", **note), await bia.call("annotate", **note)
        assert (first.output["receipt"]["replayed"], second.output["receipt"]["replayed"]) == (False, False)
    assert (await world.row(panel, "C-1")).notes == 2
