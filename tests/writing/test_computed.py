"""A whole panel is computed: one write, one version, all of it or nothing, and what a person did stays."""

from typing import Any

import pytest

from liveapps.blocks.text import TextContent
from liveapps.panels.errors import Refusal
from liveapps.panels.limits import Limits
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.receipts import Receipt
from liveapps.panels.template import read_template
from liveapps.people.policy import PersonReader
from liveapps.writing.writes import AddRow, Compute, PatchRow, RemoveRow, SettleSuggestion
from tests.support.world import FIELDS, World, make_world, panel_template
from tests.writing.asking import EMBRAER, RIOTUR, add, back_to, move, patch, redesign, refused, remove

LEADS = {"id": "leads", "title": "Leads", "key": ["code"], "fields": FIELDS}


def two_lists(**changes: Any) -> dict[str, Any]:
    """Customers, leads and a text, all of them computed."""
    template = panel_template(calculator={"tool": "month"})
    template["collections"].append(LEADS)
    template["tabs"][0]["blocks"].append({"kind": "text", "id": "summary"})
    return {**template, **changes}


def compute(panel: str, text: str | None = None, **rows: list[dict[str, Any]]) -> Compute:
    contents = {"summary": TextContent(markdown=text)} if text is not None else {}
    return Compute(panel=panel, rows=rows, contents=dict(contents))


def machine(world: World, **more: Any) -> Origin:
    actor = Actor(kind="system", id="calculator")
    return Origin(door="calculator", actor=actor, at=world.clock.now(), locale="en", tool="month", **more)


async def computed(world: World, write: Compute) -> Receipt:
    return await world.write(write, machine(world))


async def kinds(world: World, panel: str) -> list[str]:
    reader = PersonReader(await world.person("ana"))
    return [one.kind for one in await world.house.facade.versions(reader, panel, None, 50)]


async def test_two_lists_and_a_text_are_one_version(world: World) -> None:
    panel = await world.panel(**two_lists())
    receipt = await computed(world, compute(panel, "Dois clientes", customers=[EMBRAER, RIOTUR], leads=[EMBRAER]))
    assert (receipt.version, len(receipt.added)) == (2, 3)
    assert receipt.targets == ["customers", "leads", "summary"]
    assert await kinds(world, panel) == ["compute", "create_panel"]
    view = await world.view(panel)
    assert {name: one.count for name, one in view.collections.items()} == {"customers": 2, "leads": 1}
    text = view.states["summary"].content
    assert isinstance(text, TextContent)
    assert text.markdown == "Dois clientes"
    ages = [view.states[name].freshness for name in ("customers", "leads", "summary")]
    assert {(one.status, one.tool, one.collected_at) for one in ages if one} == {
        ("complete", "month", world.clock.now())
    }


async def test_all_of_it_goes_back_as_one(world: World) -> None:
    panel = await world.panel(**two_lists())
    await computed(world, compute(panel, "Um", customers=[EMBRAER], leads=[EMBRAER]))
    await computed(world, compute(panel, "Dois", customers=[{**EMBRAER, "revenue": 99}], leads=[RIOTUR]))
    await world.write(back_to(panel, 2))
    row, view = await world.row(panel, "C-1"), await world.view(panel)
    assert (row.values["revenue"], row.unconfirmed_since) == (10, None)
    assert set(await world.rows(panel, collection="leads")) == {"C-1"}
    assert view.states["summary"].content == TextContent(markdown="Um")


async def test_a_dragged_card_keeps_its_stage(world: World) -> None:
    panel = await world.panel(**two_lists())
    await computed(world, compute(panel, customers=[{**EMBRAER, "stage": "new"}]))
    await world.write(move(panel, (await world.row(panel, "C-1")).id, "talking"))
    await computed(world, compute(panel, customers=[{**EMBRAER, "stage": "won"}]))
    assert (await world.row(panel, "C-1")).stage == "talking"


async def test_a_value_that_a_person_set_stays_and_the_computed_one_is_suggested(world: World) -> None:
    panel = await world.panel(**two_lists())
    await computed(world, compute(panel, customers=[EMBRAER]))
    row = (await world.row(panel, "C-1")).id
    await world.write(patch(panel, row, revenue=500, next_step="Ligar"))
    receipt = await computed(world, compute(panel, customers=[{**EMBRAER, "revenue": 20, "next_step": "Nada"}]))
    after = await world.row(panel, "C-1")
    assert (after.values["revenue"], after.values["next_step"]) == (500, "Ligar")
    assert (after.suggestions["revenue"].value, after.suggestions["revenue"].door) == (20, "calculator")
    assert [(one.row, one.field) for one in receipt.suggestions] == [(row, "revenue")]
    await world.write(SettleSuggestion(panel=panel, collection="customers", row=row, field="revenue", accept=True))
    assert (await world.row(panel, "C-1")).values["revenue"] == 20


async def test_an_anchored_fact_is_not_stated_by_a_calculator(world: World) -> None:
    """What a list of the source may state, a computed guess may not: it comes through a door of its own."""
    fields = [{**one, "anchor": {"doors": ["refresh"]}} if one["id"] == "company" else one for one in FIELDS]
    customers = {**panel_template()["collections"][0], "fields": fields}
    panel = await world.panel(**two_lists(collections=[customers, LEADS]))
    await world.ship(panel, [EMBRAER])
    await computed(world, compute(panel, customers=[{**EMBRAER, "company": "Palpite"}]))
    row = await world.row(panel, "C-1")
    assert (row.values["company"], row.suggestions["company"].value) == ("Embraer", "Palpite")


async def test_a_row_that_is_no_longer_computed_is_marked_and_none_is_deleted(world: World) -> None:
    panel = await world.panel(**two_lists())
    await computed(world, compute(panel, customers=[EMBRAER, RIOTUR], leads=[EMBRAER]))
    by_hand = await world.write(add(panel, code="C-9"))
    receipt = await computed(world, compute(panel, customers=[EMBRAER]))
    rows = await world.rows(panel)
    assert receipt.unconfirmed == [rows["C-2"].id]
    assert {code: row.unconfirmed_since is None for code, row in rows.items()} == {
        "C-1": True,
        "C-2": False,
        "C-9": True,
    }
    assert by_hand.added == [rows["C-9"].id]
    assert (await world.rows(panel, collection="leads"))["C-1"].unconfirmed_since is None


async def test_a_row_in_the_trash_stays_there(world: World) -> None:
    panel = await world.panel(**two_lists())
    await computed(world, compute(panel, customers=[EMBRAER]))
    row = (await world.row(panel, "C-1")).id
    await world.write(remove(panel, row))
    receipt = await computed(world, compute(panel, customers=[EMBRAER]))
    assert (receipt.in_trash, await world.rows(panel)) == ([row], {})


async def test_computed_again_without_a_change_no_row_is_written(world: World) -> None:
    panel = await world.panel(**two_lists())
    write = compute(panel, "Um", customers=[EMBRAER, RIOTUR])
    await computed(world, write)
    before = await world.rows(panel)
    world.clock.forward(hours=1)
    receipt = await computed(world, write)
    assert (receipt.added, receipt.changed, receipt.unchanged) == ([], [], 2)
    assert await world.rows(panel) == before
    reader = PersonReader(await world.person("ana"))
    assert (await world.house.facade.version(reader, panel, receipt.version)).rows == []


@pytest.mark.parametrize(
    ("rows", "contents", "code", "facts"),
    [
        ({"leads": [RIOTUR, {"code": "C-3", "email": "?"}]}, {}, "invalid_value", {"target": "leads", "row_number": 2}),
        ({"leads": [{"company": "sem código"}]}, {}, "key_missing", {"target": "leads", "row_number": 1}),
        ({"leads": [RIOTUR, RIOTUR]}, {}, "duplicate_key", {"target": "leads", "row_number": 2}),
        ({"leads": [{**RIOTUR, "planet": "Mars"}]}, {}, "field_not_found", {"target": "leads", "row_number": 1}),
        ({"planets": [RIOTUR]}, {}, "collection_not_found", {"choices": ["customers", "leads"]}),
        ({"summary": [RIOTUR]}, {}, "collection_not_found", {"choices": ["customers", "leads"]}),
        ({}, {"planets": "Olá"}, "block_not_found", {"choices": ["summary"]}),
        ({}, {"grid": "Olá"}, "block_not_found", {"choices": ["summary"]}),
        ({}, {"leads": "Olá"}, "block_not_found", {"choices": ["summary"]}),
    ],
)
async def test_one_wrong_part_refuses_all_and_is_named(
    world: World, rows: dict[str, Any], contents: dict[str, str], code: str, facts: dict[str, Any]
) -> None:
    panel = await world.panel(**two_lists())
    await computed(world, compute(panel, "Antes", customers=[EMBRAER]))
    before = await world.view(panel)
    write = Compute(
        panel=panel,
        rows={"customers": [EMBRAER, RIOTUR], **rows},
        contents={name: TextContent(markdown=text) for name, text in {"summary": "Depois", **contents}.items()},
    )
    found = await refused(world, write, machine(world))
    assert found.code == code
    assert {name: found.facts[name] for name in facts} == facts
    if "row_number" in facts:
        assert f'In "leads", row {facts["row_number"]}' in found.message
    assert await world.view(panel) == before


async def test_content_of_another_kind_refuses_all(world: World) -> None:
    template = two_lists()
    template["tabs"][0]["blocks"].append({"kind": "metric_cards", "id": "numbers", "metrics": [METRIC]})
    panel = await world.panel(**template)
    write = Compute(panel=panel, rows={"customers": [EMBRAER]}, contents={"numbers": TextContent(markdown="Olá")})
    found = await refused(world, write, machine(world))
    assert (found.code, found.facts["block"], await world.rows(panel)) == ("invalid_content", "numbers", {})


METRIC = {"id": "revenue", "title": "Receita", "definition": "Soma das faturas."}


async def test_a_list_over_the_limit_refuses_all(tmp_path: Any) -> None:
    world = await make_world(tmp_path, limits=Limits(inline_rows=2))
    panel = await world.panel(**two_lists())
    write = compute(panel, customers=[EMBRAER], leads=[{"code": f"C-{number}"} for number in range(3)])
    found = await refused(world, write, machine(world))
    assert (found.code, found.facts["target"], found.facts["count"]) == ("rows_limit", "leads", 3)
    await computed(world, compute(panel, leads=[{"code": "C-1"}, {"code": "C-2"}]))
    found = await refused(world, compute(panel, customers=[EMBRAER], leads=[{"code": "C-3"}]), machine(world))
    assert (found.code, found.facts["target"], await world.rows(panel)) == ("rows_limit", "leads", {})
    await world.running.close()


async def test_only_what_the_template_names_is_filled(world: World) -> None:
    panel = await world.panel(**two_lists(calculator={"tool": "month", "fills": ["leads"]}))
    await computed(world, compute(panel, leads=[EMBRAER]))
    found = await refused(world, compute(panel, customers=[EMBRAER]), machine(world))
    assert (found.code, found.facts["choices"]) == ("collection_not_found", ["leads"])
    assert (await refused(world, compute(panel, "Olá"), machine(world))).code == "block_not_found"


async def test_a_panel_without_a_calculator_is_not_computed(world: World) -> None:
    panel = await world.panel()
    assert (await refused(world, compute(panel, customers=[EMBRAER]), machine(world))).code == "no_refresh"


async def test_a_private_row_with_the_same_key_is_neither_met_nor_marked(world: World) -> None:
    customers = {**panel_template()["collections"][0], "private_rows": True}
    panel = await world.panel(**two_lists(collections=[customers, LEADS]))
    mine = (await world.write(AddRow(panel=panel, collection="customers", values={"code": "C-1"}))).added[0]
    receipt = await computed(world, compute(panel, customers=[EMBRAER]))
    assert len(receipt.added) == 1
    await computed(world, compute(panel, customers=[RIOTUR]))
    found = (await world.view(panel)).collections["customers"].rows or []
    private = next(row for row in found if row.id == mine)
    assert (private.values, private.unconfirmed_since) == ({"code": "C-1"}, None)
    # Neither can the machine touch it by its id.
    write = PatchRow(panel=panel, collection="customers", row=mine, set={"company": "X"})
    assert (await refused(world, write, world.agent_origin())).code == "row_not_found"
    await world.write(RemoveRow(panel=panel, collection="customers", row=mine))


async def test_an_unknown_calculator_is_refused_with_those_that_are_installed(world: World) -> None:
    panel = await world.panel()
    found = await refused(world, redesign(panel, calculator={"tool": "moth"}))
    assert (found.code, found.facts["near"]) == ("tool_not_found", ["month"])
    assert "month" in found.facts["choices"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"fills": ["planets"]}, 'the calculator fills "planets", which is no collection or block with content'),
        ({"fills": ["grid"]}, 'the calculator fills "grid", which is no collection or block with content'),
        ({"fills": ["loose"]}, 'the calculator fills collection "loose", which declares no key'),
        ({}, 'the calculator fills collection "loose", which declares no key'),
    ],
)
def test_a_template_whose_calculator_could_not_fill_is_refused(changes: dict[str, Any], said: str) -> None:
    loose = {**LEADS, "id": "loose", "key": []}
    template = two_lists(calculator={"tool": "month", **changes})
    template["collections"].append(loose)
    with pytest.raises(Refusal) as refusal:
        read_template(template)
    assert (refusal.value.code, said in refusal.value.message) == ("invalid_template", True)
    template["calculator"] = {"tool": "month", "fills": ["customers", "summary"]}
    assert read_template(template).computed() == ["customers", "summary"]
