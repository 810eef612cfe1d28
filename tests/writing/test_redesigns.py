"""A template gets in only whole and only if its panel can keep what it promises, on every path by which it can."""

from collections.abc import Callable
from typing import Any

import pytest

from liveapps.blocks.text import TextContent
from liveapps.panels.errors import Refusal
from liveapps.panels.powers import Power
from liveapps.panels.template import read_template
from liveapps.writing.writes import CreatePanel, SetBlock, Ship
from tests.support.world import AGENT, COUNTED, FIELDS, World, panel_template
from tests.writing.asking import EMBRAER, RIOTUR, add, back_to, head, kept_row, patch, redesign, refused, remove

Template = dict[str, Any]


def refreshed_by(tool: str) -> Template:
    template = panel_template()
    template["tabs"][0]["refresh"]["tool"] = tool
    return template


def keyed_by(*names: str) -> Template:
    return panel_template(collections=[{**panel_template()["collections"][0], "key": list(names)}])


def with_block(block: dict[str, Any]) -> Template:
    template = panel_template()
    template["tabs"][0]["blocks"].append(block)
    return template


TEXT = {"kind": "text", "id": "summary"}
METRICS = {
    "kind": "metric_cards",
    "id": "summary",
    "metrics": [{"id": "revenue", "title": "Receita", "definition": "Soma"}],
}


# Refreshers: a tool that can do more than read never refreshes


@pytest.mark.parametrize("power", ["row_write", "domain", "generic_write"])
async def test_a_tool_that_writes_is_no_refresher_on_any_path(world: World, power: Power) -> None:
    world.tool("crm.change", lambda: None, power=power)
    template = refreshed_by("crm.change")
    created = CreatePanel(panel="p1", agent=AGENT, template=read_template(template))
    found = await refused(world, created)
    assert (found.code, found.facts) == ("tool_not_read_only", {"tab": "main", "tool": "crm.change", "power": power})
    assert (await refused(world, created, world.agent_origin())).code == "tool_not_read_only"
    panel = await world.panel()
    assert (await refused(world, redesign(panel, **template))).code == "tool_not_read_only"
    assert (await head(world, panel)).template_version == 1


async def test_an_unknown_tool_is_no_refresher(world: World) -> None:
    panel = await world.panel()
    found = await refused(world, redesign(panel, **refreshed_by("crm.nope")))
    assert (found.code, found.facts["tool"]) == ("tool_not_found", "crm.nope")


async def test_an_old_template_comes_back_only_if_its_tool_still_just_reads(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a tool may do can change after a template was made, and going back is a way in like any other."""
    world.tool("crm.other", lambda: {"rows": []})
    panel = await world.panel(**refreshed_by("crm.other"))
    await world.write(redesign(panel))
    tool, arguments, function = world.functions._tools["crm.other"]  # pyright: ignore[reportPrivateUsage] only here do powers change
    changed = (tool.model_copy(update={"power": "domain"}), arguments, function)
    monkeypatch.setitem(world.functions._tools, "crm.other", changed)  # pyright: ignore[reportPrivateUsage] only here do powers change
    found = await refused(world, back_to(panel, 1))
    assert (found.code, found.facts["power"]) == ("tool_not_read_only", "domain")
    monkeypatch.delitem(world.functions._tools, "crm.other")  # pyright: ignore[reportPrivateUsage] only here do tools go away
    assert (await refused(world, back_to(panel, 1))).code == "tool_not_found"
    assert (await head(world, panel)).template_version == 2


async def test_a_button_may_name_any_tool_for_naming_grants_nothing(world: World) -> None:
    buttons = {"kind": "action_buttons", "id": "go", "buttons": [{"id": "b", "label": "Ir", "tool": "world.end"}]}
    panel = await world.panel(**with_block(buttons))
    assert (await world.view(panel)).buttons["go.b"].press is False


# What a redesign may not do to what is there


async def test_a_redesign_based_on_an_older_template_is_refused(world: World) -> None:
    panel = await world.panel()
    await world.write(redesign(panel, based_on=1, title="Segunda"), "bia")
    found = await refused(world, redesign(panel, based_on=1, title="Terceira"))
    assert (found.code, found.facts) == (
        "version_conflict",
        {"field": "template", "based_on": 1, "current_version": 2},
    )
    await world.write(redesign(panel, based_on=2, title="Terceira"))
    assert (await head(world, panel)).template.title == "Terceira"


async def test_data_that_arrives_is_no_reason_to_refuse_a_redesign(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    await world.write(redesign(panel, based_on=1, title="Segunda"))
    assert len(await world.rows(panel)) == 1


async def test_the_same_template_again_changes_nothing(world: World) -> None:
    panel = await world.panel()
    receipt = await world.write(redesign(panel))
    assert (receipt.version, (await head(world, panel)).template_version) == (1, 1)


async def test_only_the_owner_a_boss_or_its_agent_redesigns_a_panel(world: World) -> None:
    panel = await world.panel()
    found = await refused(world, redesign(panel, title="x"), "carla")
    assert (found.code, found.facts["owner"]) == ("forbidden", world.people["ana"].id)
    await world.write(redesign(panel, title="da Bia"), "bia")
    await world.write(redesign(panel, title="do agente"), world.agent_origin())
    assert (await head(world, panel)).template.title == "do agente"


@pytest.mark.parametrize("meanwhile", [panel_template, lambda: with_block(TEXT)], ids=["removed", "kept"])
async def test_a_block_with_content_never_becomes_another_kind(world: World, meanwhile: Callable[[], Template]) -> None:
    panel = await world.panel(**with_block(TEXT))
    await world.write(SetBlock(panel=panel, block="summary", content=TextContent(markdown="Olá")))
    await world.write(redesign(panel, **meanwhile()))
    found = await refused(world, redesign(panel, **with_block(METRICS)))
    assert (found.code, found.facts) == ("invalid_template", {"block": "summary", "kind": "text"})
    table = {"kind": "table", "id": "summary", "of": "customers"}
    assert (await refused(world, redesign(panel, **with_block(table)))).code == "invalid_template"
    await world.write(redesign(panel, **with_block({**TEXT, "title": "Resumo"})))


async def test_a_block_that_was_never_filled_may_become_another_kind(world: World) -> None:
    panel = await world.panel(**with_block(TEXT))
    await world.write(redesign(panel, **with_block(METRICS)))
    assert (await head(world, panel)).template.block("summary").kind == "metric_cards"


# Keys: a list finds its rows again after the panel was told to recognise them otherwise


async def test_a_list_finds_its_rows_by_the_new_key_after_a_redesign(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER, RIOTUR])
    before = await world.rows(panel)
    await world.write(redesign(panel, **keyed_by("email")))
    receipt = await world.ship(panel, [{"email": EMBRAER["email"], "company": "Embraer S.A."}])
    assert (receipt.added, receipt.changed) == ([], [before["C-1"].id])
    assert (await refused(world, add(panel, email=RIOTUR["email"]))).facts["row"] == before["C-2"].id


async def test_two_rows_that_a_new_key_cannot_tell_apart_refuse_the_redesign(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER, {**RIOTUR, "company": "Embraer"}])
    found = await refused(world, redesign(panel, **keyed_by("company")))
    assert (found.code, found.facts) == ("duplicate_key", {"collection": "customers", "key": ["company"]})
    assert (await head(world, panel)).template_version == 1


async def test_rows_without_a_value_for_the_new_key_are_kept_and_stay_apart(world: World) -> None:
    panel = await world.panel()
    await kept_row(world, panel, code="C-1")
    await kept_row(world, panel, code="C-2")
    await world.write(redesign(panel, **keyed_by("email")))
    assert set(await world.rows(panel)) == {"C-1", "C-2"}


async def test_a_row_in_the_trash_does_not_stand_in_the_way_of_a_new_key(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER, {**RIOTUR, "company": "Embraer"}])
    rows = await world.rows(panel)
    await world.write(remove(panel, rows["C-1"].id))
    await world.write(redesign(panel, **keyed_by("company")))
    receipt = await world.ship(panel, [{"company": "Embraer", "revenue": 7}])
    assert receipt.changed == [rows["C-2"].id]


async def test_going_back_brings_the_old_key_back(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER, RIOTUR])
    rows, then = await world.rows(panel), (await world.view(panel)).version
    await world.write(redesign(panel, **keyed_by("email")))
    await world.write(add(panel, code="C-1", email="outro@x.co"))
    await world.write(back_to(panel, then))
    receipt = await world.ship(panel, [{**EMBRAER, "revenue": 99}])
    assert (receipt.added, receipt.changed) == ([], [rows["C-1"].id])
    assert set(await world.rows(panel)) == {"C-1", "C-2"}


async def test_a_new_key_is_no_change_of_the_rows(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    seen = (await world.view(panel)).version
    before = await world.row(panel, "C-1")
    await world.write(redesign(panel, **keyed_by("company")))
    assert await world.row(panel, "C-1") == before
    await world.write(patch(panel, row, based_on=seen, company="Embraer S.A."))


# Fields that come and go


async def test_values_of_a_field_that_is_taken_out_come_back_with_it(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    fewer = [one for one in FIELDS if one["id"] != "revenue"]
    await world.write(redesign(panel, collections=[{**panel_template()["collections"][0], "fields": fewer}]))
    assert (await refused(world, Ship(panel=panel, collection="customers", rows=[EMBRAER]))).code == "field_not_found"
    await world.write(redesign(panel))
    assert (await world.row(panel, "C-1")).values["revenue"] == 10


async def test_a_card_whose_stage_is_taken_out_stands_under_no_stage(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [{**EMBRAER, "stage": "won"}])
    stages = [{**one, "options": one["options"][:2]} if one["id"] == "stage" else one for one in FIELDS]
    await world.write(redesign(panel, collections=[{**panel_template()["collections"][0], "fields": stages}]))
    assert (await world.view(panel)).collections["customers"].without_stage == 1
    await world.write(redesign(panel))
    assert (await world.row(panel, "C-1")).stage == "won"
    assert (await world.view(panel)).collections["customers"].without_stage == 0


# The form of a template


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"title": ""}, "title"),
        ({"nonsense": 1}, "nonsense"),
        ({"time_zone": "America/Nowhere"}, ""),
        ({"tabs": []}, "tabs"),
        ({"semantics": "both"}, "semantics"),
        ({"format": 2}, "format"),
    ],
)
async def test_a_template_that_is_wrong_names_each_place_that_is(changes: dict[str, Any], at: str) -> None:
    with pytest.raises(Refusal) as refusal:
        read_template(panel_template(**changes))
    assert refusal.value.code == "invalid_template"
    assert [problem["at"] for problem in refusal.value.facts["problems"]] == [at]
    assert all(problem["problem"] for problem in refusal.value.facts["problems"])


async def test_all_that_is_wrong_with_a_template_is_told_at_once() -> None:
    template = panel_template(title="", semantics="both")
    template["tabs"][0]["refresh"]["into"] = [{"target": "customers", "extract": {**COUNTED, "path": "a b"}}]
    with pytest.raises(Refusal) as refusal:
        read_template(template)
    assert len(refusal.value.facts["problems"]) == 3
