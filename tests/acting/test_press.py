"""Buttons: the template never authorises, and no button is drawn that would be refused."""

from typing import Any

import pytest

from liveapps.acting.receipts import Pressed
from liveapps.panels.errors import Refusal
from liveapps.people.policy import PersonReader
from liveapps.ports import AgentTools, RunSink, Turn
from tests.support.chat import Script, say
from tests.support.world import AGENT, World, make_world, panel_template


def with_button(tool: str, **more: Any) -> dict[str, Any]:
    template = panel_template()
    button = {"id": "go", "label": "Vai", "tool": tool, **more}
    template["tabs"][0]["blocks"].append({"kind": "action_buttons", "id": "actions", "buttons": [button]})
    return template


async def press(world: World, panel: str, row: str | None = None, login: str = "ana") -> Pressed:
    reader = PersonReader(await world.person(login))
    return await world.house.presser.press(reader, panel, "actions", "go", row, await world.origin(login), None)


async def test_a_domain_tool_needs_the_bosses_grant_and_the_refusal_names_whom_to_ask(world: World) -> None:
    calls: list[int] = []
    world.tool("crm.send", lambda: calls.append(1) or {"sentence": "Enviado."}, "domain")
    panel = await world.panel(**with_button("crm.send"))
    drawn = (await world.view(panel)).buttons["actions.go"]
    assert (drawn.press, drawn.why) == (False, "tool_not_granted")
    with pytest.raises(Refusal) as refused:
        await press(world, panel)
    assert (refused.value.code, refused.value.facts["ask"], calls) == ("tool_not_granted", ["Bia"], [])

    await world.house.presser.grant(await world.person("bia", "boss"), panel, "crm.send")
    assert (await world.view(panel)).buttons["actions.go"].press is True
    assert (await press(world, panel)).sentence == "Enviado."
    assert calls == [1]


async def test_a_grant_is_for_one_panel_and_can_be_taken_back(world: World) -> None:
    world.tool("crm.send", lambda: {"sentence": "Enviado."}, "domain")
    first, second = await world.panel(**with_button("crm.send")), await world.panel(**with_button("crm.send"))
    boss = await world.person("bia", "boss")
    await world.house.presser.grant(boss, first, "crm.send")
    with pytest.raises(Refusal):
        await press(world, second)
    await world.house.presser.revoke(boss, first, "crm.send")
    with pytest.raises(Refusal):
        await press(world, first)


async def test_only_a_boss_grants(world: World) -> None:
    world.tool("crm.send", lambda: None, "domain")
    panel = await world.panel(**with_button("crm.send"))
    with pytest.raises(Refusal) as refused:
        await world.house.presser.grant(await world.person("ana"), panel, "crm.send")
    assert refused.value.code == "forbidden"


async def test_a_read_only_tool_needs_no_grant(world: World) -> None:
    world.tool("crm.count", lambda: {"sentence": "São 2."}, "read")
    panel = await world.panel(**with_button("crm.count"))
    assert (await press(world, panel)).sentence == "São 2."


async def test_a_button_of_an_unknown_tool_is_not_drawn_as_working(world: World) -> None:
    panel = await world.panel(**with_button("crm.gone"))
    drawn = (await world.view(panel)).buttons["actions.go"]
    assert (drawn.press, drawn.why) == (False, "tool_not_found")
    with pytest.raises(Refusal) as refused:
        await press(world, panel)
    assert refused.value.code == "tool_not_found"


async def test_a_failing_tool_says_what_failed_and_changes_nothing(world: World) -> None:
    world.tool("crm.broken", lambda: "Error: the CRM is closed", "read")
    panel = await world.panel(**with_button("crm.broken"))
    before = (await world.view(panel)).version
    with pytest.raises(Refusal) as refused:
        await press(world, panel)
    assert refused.value.code == "tool_failed"
    assert (await world.view(panel)).version == before


ROW_BUTTON = {"arguments": {"collection": "customers", "set": {"next_step": "Ligar"}, "stage": "talking"}}


async def by_boss(world: World, _: Script) -> str:
    return await world.panel("bia", **with_button("panel.update_row", **ROW_BUTTON))


async def by_http(world: World, _: Script) -> str:
    body = {"agent": AGENT, "template": with_button("panel.update_row", **ROW_BUTTON)}
    return (await (await world.client()).post("/api/panels", json=body)).json()["panel"]


async def by_agent(world: World, script: Script) -> str:
    async def create(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        await sink.say((await tools.create_panel(with_button("panel.update_row", **ROW_BUTTON))).panel)

    script.steps = [create]
    events = await say(await world.client(), "Crie um painel")
    return "".join(event.get("delta", "") for event in events if event["type"] == "TEXT_MESSAGE_CONTENT")


@pytest.mark.parametrize("create", [by_boss, by_http, by_agent], ids=["wizard", "API", "chat"])
async def test_on_every_creation_path_the_first_drag_and_the_row_button_work(tmp_path: Any, create: Any) -> None:
    script = Script()
    world = await make_world(tmp_path, runtime=lambda _: script)
    panel = await create(world, script)
    await world.ship(panel, [{"code": "C-1", "company": "Embraer"}])
    row = await world.row(panel, "C-1")
    client = await world.client()
    moved = await client.post(f"/api/panels/{panel}/collections/customers/rows/{row.id}/move", json={"stage": "new"})
    assert moved.status_code == 200
    assert (await world.view(panel)).buttons["actions.go"].press is True
    pressed = await client.post(f"/api/panels/{panel}/blocks/actions/press", json={"button": "go", "row": row.id})
    assert pressed.status_code == 200
    row = await world.row(panel, "C-1")
    assert (row.stage, row.values["next_step"]) == ("talking", "Ligar")
    await world.running.close()


async def test_the_row_button_needs_to_know_which_row(world: World) -> None:
    panel = await world.panel(**with_button("panel.update_row", **ROW_BUTTON))
    with pytest.raises(Refusal) as refused:
        await press(world, panel)
    assert refused.value.code == "row_id_required"
