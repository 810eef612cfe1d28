"""The screen draws controls only from flags, and a flag is true exactly where the write goes through."""

from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.powers import Power
from liveapps.people.policy import SharedReader
from liveapps.people.users import Role
from liveapps.reading.views import PanelCan, RowsCan
from liveapps.writing.writes import TrashPanel, Write
from tests.reading.asking import reader
from tests.support.world import FIELDS, World, panel_template
from tests.writing.asking import back_to, kept_row, move, patch, redesign

ANCHORS: list[dict[str, Any]] = [
    {"id": "client", "title": "Cliente", "type": "text", "anchor": {"doors": ["calendar"]}},
    {"id": "contact", "title": "Contato", "type": "text", "anchor": {"doors": ["board", "calendar"]}},
]


async def goes_through(world: World, write: Write, by: str) -> bool:
    try:
        await world.write(write, by)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("role", ["user", "boss", "admin"])
async def test_who_may_redesign_go_back_and_trash_is_told_so(world: World, role: Role) -> None:
    panel = await world.panel()
    await world.person("dora", role)
    can = (await world.view(panel, "dora")).can
    assert await goes_through(world, redesign(panel, title="x"), "dora") == can.redesign
    assert await goes_through(world, back_to(panel, 1), "dora") == can.restore
    assert await goes_through(world, TrashPanel(panel=panel), "dora") == can.trash
    assert can.redesign is (role != "user")


async def test_the_owner_of_a_panel_may_redesign_it(world: World) -> None:
    panel = await world.panel("carla")
    assert (await world.view(panel, "carla")).can.redesign is True
    assert await goes_through(world, redesign(panel, title="x"), "carla")


async def test_a_field_is_offered_for_edit_exactly_when_an_edit_by_hand_sets_it(world: World) -> None:
    fields = [*FIELDS, *ANCHORS]
    collection = {**panel_template()["collections"][0], "fields": fields}
    panel = await world.panel(collections=[collection])
    row = await kept_row(world, panel)
    offered = (await world.view(panel)).collections["customers"].can.edit
    samples: dict[str, Any] = {"email": "a@b.co", "revenue": 5, "due": "2026-12-01", "stage": "won"}
    for name in [str(field["id"]) for field in fields]:
        value = samples.get(name, "texto")
        written = await goes_through(world, patch(panel, row, **{name: value}), "ana")
        now = (await world.house.facade.row(await reader(world), panel, "customers", row)).row
        assert (written and now.values.get(name) == value) == (name in offered), name
    assert "client" not in offered
    assert {"contact", "company"} <= set(offered)


@pytest.mark.parametrize("belongs_to", ["panel", "source"])
async def test_a_card_has_a_handle_exactly_when_it_can_be_moved(world: World, belongs_to: str) -> None:
    fields = [{**one, "belongs_to": belongs_to} if one["id"] == "stage" else one for one in FIELDS]
    panel = await world.panel(collections=[{**panel_template()["collections"][0], "fields": fields}])
    row = await kept_row(world, panel)
    can = (await world.view(panel)).collections["customers"].can.move
    assert await goes_through(world, move(panel, row, "won"), "ana") == can == (belongs_to == "panel")


async def test_a_list_without_stages_has_no_handles(world: World) -> None:
    fields = [one for one in FIELDS if one["id"] != "stage"]
    tabs = [{"id": "main", "title": "x", "blocks": [{"kind": "table", "id": "grid", "of": "customers"}]}]
    panel = await world.panel(collections=[{**panel_template()["collections"][0], "fields": fields}], tabs=tabs)
    assert (await world.view(panel)).collections["customers"].can.move is False


@pytest.mark.parametrize("power", ["read", "row_write", "domain", "generic_write", None])
async def test_a_button_works_exactly_when_its_press_goes_through(world: World, power: Power | None) -> None:
    if power is not None:
        world.tool("crm.act", lambda: "feito", power=power)
    buttons = {"kind": "action_buttons", "id": "go", "buttons": [{"id": "b", "label": "Ir", "tool": "crm.act"}]}
    template = panel_template()
    template["tabs"][0]["blocks"].append(buttons)
    panel = await world.panel(**template)
    shown = (await world.view(panel)).buttons["go.b"]
    pressed: str | None = None
    try:
        await world.house.presser.press(await reader(world), panel, "go", "b", None, await world.origin(), None)
    except Refusal as refusal:
        pressed = refusal.code
    assert (shown.press, shown.why) == (pressed is None, pressed)


@pytest.mark.parametrize(("semantics", "by_tool"), [("sync", True), ("sync", False), ("generate", True)])
async def test_refresh_all_is_offered_exactly_where_it_goes_through(
    world: World, semantics: str, by_tool: bool
) -> None:
    tab: dict[str, Any] = panel_template()["tabs"][0]
    panel = await world.panel(semantics=semantics, tabs=[tab if by_tool else {**tab, "refresh": None}])
    done: str = "refreshed"
    try:
        await world.house.refresher.all(await reader(world), panel, await world.origin())
    except Refusal as refusal:
        done = refusal.code
    assert done == ("refreshed" if (await world.view(panel)).can.refresh_all else "no_refresh")


async def test_a_surface_that_people_share_is_offered_nothing(world: World) -> None:
    panel = await world.panel()
    view = await world.house.facade.panel(SharedReader("sales"), panel)
    assert (view.can, view.collections["customers"].can) == (PanelCan(), RowsCan())


async def test_the_readers_of_a_panel_are_named(world: World) -> None:
    await world.person("carla", "user", ["norte"])
    await world.person("root", "admin")
    named = {
        "only_me": await world.panel(audience={"who": "only_me"}),
        "teams": await world.panel(audience={"who": "teams", "teams": ["norte"]}),
        "everyone": await world.panel(),
    }
    found = {who: (await world.view(panel)).readers for who, panel in named.items()}
    assert found == {
        "only_me": ["Ana", "Root"],
        "teams": ["Ana", "Carla", "Root"],
        "everyone": ["Ana", "Bia", "Carla", "Root"],
    }
