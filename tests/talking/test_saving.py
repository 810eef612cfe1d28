"""From an answer to a panel: the same drawing, nothing converted, nothing lost in silence."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from liveapps.panels.fields import Field
from liveapps.panels.sources import ToolPolicy
from liveapps.ports import AgentTools, RunSink, Turn
from tests.support.chat import Script, say
from tests.support.world import COUNTED, World, make_world

FIELDS = [
    {"id": "code", "title": "Código", "type": "text"},
    {"id": "company", "title": "Empresa", "type": "text", "role": "title"},
    {"id": "state", "title": "Estado", "type": "text"},
]
ROWS = [
    {"code": "C-1", "company": "Embraer", "state": "SP"},
    {"code": "C-2", "company": "Riotur", "state": "RJ"},
    {"code": "C-3", "company": "Woodstock", "state": "SP"},
]
POLICY = ToolPolicy.model_validate({"extract": COUNTED, "key": ["code"], "fields": FIELDS})
IN_SP = {"where": [{"field": "state", "op": "is", "value": "SP"}], "hidden": ["code"]}
NEW = {"kind": "new_panel", "title": "Meus clientes", "stages": ["Novo", "Negociando"]}


async def show(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
    reading = await tools.call("crm.list", {})
    await tools.show_reading(reading, {"kind": "table", "width": 6}, "Clientes do Brasil")


@pytest.fixture
def script() -> Script:
    return Script([show])


@pytest.fixture
async def world(tmp_path: Path, script: Script) -> AsyncGenerator[World]:
    made = await make_world(tmp_path, runtime=lambda _: script, policies={"crm.list": POLICY})
    made.crm += ROWS
    yield made
    await made.running.close()


async def answer_in(client: httpx2.AsyncClient, slice: dict[str, Any] | None = None) -> str:
    events = await say(client, "Mostre os clientes")
    answer = next(one for one in events if one["type"] == "ACTIVITY_SNAPSHOT")["content"]["answer"]["id"]
    if slice is not None:
        assert (await client.post(f"/api/answers/{answer}/slice", json={"slice": slice})).status_code == 200
    return answer


async def save(client: httpx2.AsyncClient, answer: str, to: dict[str, Any], key: str | None = None) -> dict[str, Any]:
    headers = {"Idempotency-Key": key} if key else {}
    saved = await client.post(f"/api/answers/{answer}/save", json={"to": to}, headers=headers)
    assert saved.status_code == 201, saved.text
    return saved.json()


async def opened(client: httpx2.AsyncClient, panel: str) -> dict[str, Any]:
    return (await client.get(f"/api/panels/{panel}")).json()


async def test_saving_keeps_the_same_drawing_and_adds_a_board_only_when_asked(world: World) -> None:
    client = await world.client()
    answer = await answer_in(client)
    plain = await opened(client, (await save(client, answer, {**NEW, "stages": []}))["panel"])
    assert [block["kind"] for block in plain["template"]["tabs"][0]["blocks"]] == ["table"]
    staged = await opened(client, (await save(client, answer, NEW))["panel"])
    blocks = staged["template"]["tabs"][0]["blocks"]
    assert [block["kind"] for block in blocks] == ["kanban", "table"]
    assert (blocks[1]["title"], blocks[1]["width"]) == ("Clientes do Brasil", 6)
    assert len({block["of"] for block in blocks}) == 1


async def test_the_preview_is_what_saving_then_does(world: World) -> None:
    client = await world.client()
    answer = await answer_in(client)
    seen = (await client.post(f"/api/answers/{answer}/save/preview", json={"to": NEW})).json()
    assert (await client.get("/api/panels")).json() == []
    made = await opened(client, (await save(client, answer, NEW))["panel"])
    assert made["template"] == seen["template"]
    assert (seen["new_rows"], seen["matching_rows"], seen["refresh_tool"]) == (3, 0, "crm.list")


async def test_a_saved_slice_shows_the_same_rows_and_keeps_the_others_behind_it(world: World) -> None:
    client = await world.client()
    made = await opened(client, (await save(client, await answer_in(client, IN_SP), NEW))["panel"])
    table = made["template"]["tabs"][0]["blocks"][1]
    assert (table["where"], table["columns"]) == (IN_SP["where"], ["company", "state"])
    assert next(iter(made["collections"].values()))["count"] == 3


async def test_a_saved_tab_can_be_refreshed_without_the_model(world: World) -> None:
    client = await world.client()
    saved = await save(client, await answer_in(client), NEW)
    world.crm.append({"code": "C-4", "company": "Padaria", "state": "SP"})
    done = (await client.post(f"/api/panels/{saved['panel']}/tabs/{saved['tab']}/refresh")).json()
    assert (done["status"], len(done["receipts"][0]["added"])) == ("complete", 1)


async def test_saved_rows_keep_the_age_of_their_reading(world: World) -> None:
    client = await world.client()
    answer = await answer_in(client)
    read_at = world.clock.now()
    world.clock.forward(hours=5)
    made = await opened(client, (await save(client, answer, NEW))["panel"])
    freshness = next(iter(made["states"].values()))["freshness"]
    assert (freshness["collected_at"], freshness["tool"]) == (read_at.isoformat().replace("+00:00", "Z"), "crm.list")


async def test_saving_into_a_list_matches_by_key_and_tells_what_has_no_field(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [{"code": "C-1", "company": "Embraer"}])
    client = await world.client()
    answer = await answer_in(client)
    to = {"kind": "into_collection", "panel": panel, "collection": "customers"}
    seen = (await client.post(f"/api/answers/{answer}/save/preview", json={"to": to})).json()
    assert (seen["new_rows"], seen["matching_rows"]) == (2, 1)
    assert seen["not_saved"] == [{"what": "Estado", "reason": "field_not_in_collection"}]
    saved = await save(client, answer, to)
    assert (len(saved["receipt"]["added"]), saved["not_saved"]) == (2, seen["not_saved"])
    assert set(await world.rows(panel)) == {"C-1", "C-2", "C-3"}


async def test_only_the_rows_that_are_shown_go_into_an_existing_list(world: World) -> None:
    panel = await world.panel()
    client = await world.client()
    answer = await answer_in(client, IN_SP)
    await save(client, answer, {"kind": "into_collection", "panel": panel, "collection": "customers"})
    assert set(await world.rows(panel)) == {"C-1", "C-3"}


async def test_saved_values_are_not_the_persons_own_so_a_refresh_goes_on_updating_them(world: World) -> None:
    client = await world.client()
    saved = await save(client, await answer_in(client), NEW)
    world.crm[0] = {**ROWS[0], "company": "Embraer S.A."}
    await client.post(f"/api/panels/{saved['panel']}/tabs/{saved['tab']}/refresh")
    rows = next(iter((await opened(client, saved["panel"]))["collections"].values()))["rows"]
    assert "Embraer S.A." in [row["values"]["company"] for row in rows]


async def test_five_impatient_clicks_save_once(world: World) -> None:
    client = await world.client()
    answer = await answer_in(client)
    saved = [await save(client, answer, NEW, key="click") for _ in range(5)]
    assert len({one["panel"] for one in saved}) == 1
    panels = (await client.get("/api/panels")).json()
    assert len(panels) == 1
    assert next(iter((await opened(client, panels[0]["id"]))["collections"].values()))["count"] == 3


async def test_a_new_tab_joins_a_panel_without_touching_what_is_there(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [{"code": "C-1", "company": "Embraer"}])
    client = await world.client()
    await save(client, await answer_in(client), {"kind": "new_tab", "panel": panel, "title": "Clientes"})
    made = await opened(client, panel)
    assert [tab["title"] for tab in made["template"]["tabs"]] == ["Clientes", "Clientes"]
    assert sorted(one["count"] for one in made["collections"].values()) == [1, 3]


async def test_only_who_may_redesign_a_panel_saves_a_new_tab_into_it(world: World) -> None:
    panel = await world.panel("bia")
    client = await world.client("ana")
    answer = await answer_in(client)
    to = {"kind": "new_tab", "panel": panel, "title": "Meus"}
    told = await client.post(f"/api/answers/{answer}/save", json={"to": to})
    assert (told.status_code, told.json()["code"]) == (403, "forbidden")
    assert len((await opened(client, panel))["template"]["tabs"]) == 1


async def test_rows_that_cannot_be_told_apart_are_counted_in_the_dialog(world: World, script: Script) -> None:
    async def show_twins(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        fields = [Field(id="city", title="Cidade", type="text")]
        await tools.show_rows([{"city": "Campinas"}, {"city": "Campinas"}, {}], fields, {"kind": "table"}, "Cidades")

    script.steps = [show_twins]
    client = await world.client()
    answer = await answer_in(client)
    saved = await save(client, answer, {"kind": "new_panel", "title": "Cidades"})
    assert saved["not_saved"] == [
        {"what": "1", "reason": "no_key_value"},
        {"what": "1", "reason": "duplicate_key"},
    ]
