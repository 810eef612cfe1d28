"""What an assistant does itself: notes, rows, refreshes, panels. It never takes the place of the user."""

from typing import Any

from tests.support.refreshing import refreshed_by
from tests.support.world import World

from .asking import Answer, Assistant, Era, assistant, carteira

FIELDS = [
    {"id": "company", "title": "Empresa", "type": "text", "role": "title"},
    {
        "id": "stage",
        "title": "Etapa",
        "type": "stage",
        "role": "stage",
        "options": [{"id": "new", "title": "Novo"}, {"id": "won", "title": "Ganho"}],
    },
]


async def notes(world: World, panel: str, code: str) -> list[str]:
    row = await world.row(panel, code)
    client = await world.client()
    answer = await client.get(f"/api/panels/{panel}/collections/customers/rows/{row.id}")
    return [note["text"] for note in answer.json()["annotations"]]


async def make(ana: Assistant, **more: Any) -> Answer:
    return await ana.call("create_panel", title="Contatos", fields=FIELDS, key=["company"], **more)


async def test_a_note_is_added_to_the_row_that_is_named(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        done = await ana.call("annotate", panel="Carteira", row="Embraer", text="Ligou ontem")
    assert done.output["receipt"]["changed"] == [(await world.row(panel, "C-1")).id]
    assert await notes(world, panel, "C-1") == ["Ligou ontem"]


async def test_a_write_is_stamped_mcp_and_the_person_of_the_token(world: World) -> None:
    panel = await carteira(world)
    async with assistant(world) as ana:
        await ana.call("annotate", panel=panel, row="Embraer", text="Ligou ontem")
    [last, *_] = (await (await world.client()).get(f"/api/panels/{panel}/versions")).json()
    assert (last["door"], last["by"]["id"], last["kind"]) == ("mcp", (await world.person("ana")).id, "annotate")


async def test_saved_rows_add_and_update_and_delete_nothing(world: World, era: Era) -> None:
    panel = await carteira(world)
    async with assistant(world, "ana", era) as ana:
        done = await ana.call("fill_panel", panel=panel, rows=[{"code": "C-1", "revenue": 7}, {"code": "C-9"}])
    receipt = done.output["receipt"]
    assert (len(receipt["added"]), len(receipt["changed"]), receipt["unconfirmed"]) == (1, 1, [])
    rows = await world.rows(panel)
    assert ({*rows}, rows["C-1"].values["revenue"]) == ({"C-1", "C-2", "C-3", "C-9"}, 7)
    assert all(row.unconfirmed_since is None for row in rows.values())


async def test_saved_rows_move_no_card_and_a_value_set_by_a_person_stays(world: World) -> None:
    panel = await carteira(world)
    row, client = await world.row(panel, "C-1"), await world.client()
    place = f"/api/panels/{panel}/collections/customers/rows/{row.id}"
    await client.post(f"{place}/move", json={"stage": "won"})
    await client.patch(place, json={"set": {"email": "nova@embraer.com.br"}})
    async with assistant(world) as ana:
        sent = [{"code": "C-1", "email": "outra@embraer.com.br", "stage": "talking"}]
        done = await ana.call("fill_panel", panel=panel, rows=sent)
    now = await world.row(panel, "C-1")
    assert (now.stage, now.values["email"]) == ("won", "nova@embraer.com.br")
    assert now.suggestions["email"].value == "outra@embraer.com.br"
    assert done.output["receipt"]["suggestions"] == [f"{row.id}.email"]
    assert "suggestion" in done.instruction


async def test_a_refresh_fetches_anew_and_keeps_what_a_person_did(world: World, era: Era) -> None:
    panel = await carteira(world)
    row = await world.row(panel, "C-1")
    await (await world.client()).post(
        f"/api/panels/{panel}/collections/customers/rows/{row.id}/move", json={"stage": "won"}
    )
    world.crm.extend([{"code": "C-1", "company": "Embraer S.A."}, {"code": "C-7", "company": "Nova"}])
    async with assistant(world, "ana", era) as ana:
        done = await ana.call("refresh_tab", panel=panel)
    assert done.output["status"] == "complete"
    now = await world.row(panel, "C-1")
    assert (now.values["company"], now.stage) == ("Embraer S.A.", "won")


async def test_a_refresh_that_fails_is_told_as_one_and_loses_nothing(world: World) -> None:
    def broken() -> None:
        raise ValueError("Ana's secret")

    world.tool("crm.broken", broken)
    panel = await carteira(world, tabs=refreshed_by("crm.broken", {})["tabs"])
    async with assistant(world) as ana:
        done = await ana.call("refresh_tab", panel=panel)
    assert (done.output["status"], done.output["code"]) == ("error", "tool_failed")
    assert "last good one" in done.instruction
    assert "secret" not in str(done.handoff)
    assert len(await world.rows(panel)) == 3


async def test_a_panel_is_created_and_filled_and_its_first_drag_works(world: World, era: Era) -> None:
    rows = [{"company": "Embraer", "stage": "new"}]
    async with assistant(world, "ana", era) as ana:
        made = await make(ana, rows=rows, views=["table", "kanban"])
        panel = made.output["panel"]
        assert made.output["link"] == f"https://apps.example.com/panels/{panel}"
        assert len(made.output["saved"]["added"]) == 1
        found = (await ana.call("query_rows", panel="Contatos")).output["rows"]
    client = await world.client()
    place = f"/api/panels/{panel}/collections/rows/rows/{found[0]['id']}/move"
    assert (await client.post(place, json={"stage": "won"})).status_code == 200
    shown = (await client.get(f"/api/panels/{panel}")).json()
    assert [block["kind"] for block in shown["template"]["tabs"][0]["blocks"]] == ["table", "kanban"]


async def test_a_panel_with_fields_that_make_no_sense_is_refused_whole(world: World) -> None:
    async with assistant(world) as ana:
        refused = await ana.call("create_panel", title="X", fields=FIELDS[:1], key=["compnay"])
        assert refused.error["code"] == "invalid_template"
        assert "compnay" in refused.error["message"]
        assert (await ana.call("list_panels")).output["panels"] == []


async def test_the_team_that_may_see_a_panel_is_said_when_it_is_made(world: World) -> None:
    await world.person("caio", teams=["north"])
    await world.person("duda", teams=["south"])
    async with assistant(world) as ana:
        panel = (await make(ana, teams=["north"])).output["panel"]
    async with assistant(world, "caio") as caio:
        assert (await caio.call("open_panel", panel=panel)).output["title"] == "Contatos"
    async with assistant(world, "duda") as duda:
        assert (await duda.call("open_panel", panel=panel)).error["code"] == "panel_not_found"
