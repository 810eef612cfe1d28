"""What an agent writes goes through the funnel as its own; each answer is a receipt, each refusal a lesson."""

from typing import Any

from liveapps.panels.template import read_template
from liveapps.people.policy import SharedReader
from liveapps.writing.writes import CreatePanel, MoveCard, PatchRow
from tests.support.world import AGENT, World, panel_template

from .conftest import EMBRAER, RIOTUR, Use


def plain_template(**changes: Any) -> dict[str, Any]:
    template = panel_template(**changes)
    template["tabs"][0].pop("refresh")
    return template


async def test_a_panel_that_an_agent_makes_is_its_own_and_it_is_told_how_to_fill_it(world: World, use: Use) -> None:
    told = await use("create_panel", template=plain_template())
    assert "fill its lists with ship_rows" in told.said
    panel = told.said.split("panel ")[1].split(",")[0]
    assert (await world.view(panel)).agent == "sales"


async def test_a_wrong_template_is_refused_whole_with_each_place_that_is_wrong(world: World, use: Use) -> None:
    told = await use("create_panel", template=plain_template(collections=[{"id": "Customers", "title": "x"}]))
    assert told.said.startswith("Refused (invalid_template).")
    assert "collections.0.id" in told.data
    assert "collections.0.fields" in told.data
    assert await world.house.facade.heads(SharedReader(AGENT)) == []


async def test_a_panel_is_redesigned_on_the_template_that_was_read(world: World, use: Use) -> None:
    panel = await world.panel()
    read = await use("read_panel", panel=panel, template=True)
    assert "Its template_version is 1." in read.said
    assert '"key":["code"]' in read.data
    changed = panel_template(title="Clientes")
    assert (await use("redesign_panel", panel=panel, template=changed, based_on=1)).said.startswith("Done")
    again = await use("redesign_panel", panel=panel, template=changed, based_on=1)
    assert again.said.startswith("Refused (version_conflict). Read the panel again")
    assert (await world.view(panel)).template.title == "Clientes"


async def test_a_redesign_keeps_the_alerts_and_schedules_that_people_declared(world: World, use: Use) -> None:
    alert = {"id": "many", "title": "Muitos", "over": "customers", "threshold": 20}
    template = panel_template(alerts=[alert])
    template["tabs"][0]["schedule"] = {"cron": "0 8 * * *"}
    panel = await world.panel(**template)
    told = await use("redesign_panel", panel=panel, template=panel_template(title="Outro"), based_on=1)
    assert told.said.startswith("Done"), told
    after = (await world.view(panel)).template
    assert (after.title, [one.id for one in after.alerts]) == ("Outro", ["many"])
    assert after.tabs[0].schedule is not None


async def test_shipped_rows_are_told_by_what_became_of_each(world: World, use: Use) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    rows = [{**EMBRAER, "company": "Embraer S.A."}, RIOTUR, {"code": "C-3", "stage": "lost"}]
    told = await use("ship_rows", panel=panel, collection="customers", rows=rows)
    assert "added: 2" in told.said
    assert "changed: 1" in told.said
    assert "not applied: 1; the reasons follow" in told.said
    assert "stage_not_found" in told.data
    assert "new, talking, won" in told.data


async def test_what_a_person_set_stays_and_the_agents_value_is_a_suggestion(world: World, use: Use) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    row = (await world.row(panel, "C-1")).id
    await world.write(PatchRow(panel=panel, collection="customers", row=row, set={"company": "Da Ana"}))
    await world.write(MoveCard(panel=panel, collection="customers", row=row, stage="won"))
    told = await use("ship_rows", panel=panel, collection="customers", rows=[{**EMBRAER, "stage": "new"}])
    assert "kept as suggestions, because a person's value stands: 1" in told.said
    kept = await world.row(panel, "C-1")
    assert (kept.values["company"], kept.stage) == ("Da Ana", "won")


async def test_a_complete_list_without_its_count_is_partial_and_marks_nothing(world: World, use: Use) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER, RIOTUR])
    told = await use("ship_rows", panel=panel, collection="customers", rows=[EMBRAER], mode="complete")
    assert "marked" not in told.said
    assert "how many there are was not declared" in told.data
    told = await use(
        "ship_rows", panel=panel, collection="customers", rows=[EMBRAER], mode="complete", declared_count=1
    )
    assert "missing from this complete list, marked and not deleted: 1" in told.said
    assert (await world.row(panel, "C-2")).unconfirmed_since is not None


async def test_rows_come_either_from_the_agent_or_from_a_reading(world: World, use: Use) -> None:
    panel = await world.panel()
    assert (await use("ship_rows", panel=panel, collection="customers")).said.startswith("Refused (invalid_input)")


async def test_an_agent_moves_no_card(world: World, use: Use) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    row = (await world.row(panel, "C-1")).id
    told = await use("patch_row", panel=panel, collection="customers", row=row, set={"stage": "won"})
    assert told.said.startswith("Refused")
    assert (await world.row(panel, "C-1")).stage is None


async def test_a_note_is_signed_by_the_agent(world: World, use: Use) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    row = (await world.row(panel, "C-1")).id
    told = await use("annotate_row", panel=panel, collection="customers", row=row, text="Pediu desconto")
    assert "cannot be changed any more" in told.said
    async with await world.client() as client:
        notes = (await client.get(f"/api/panels/{panel}/collections/customers/rows/{row}")).json()["annotations"]
    assert [(note["text"], note["by"]["kind"]) for note in notes] == [("Pediu desconto", "agent")]


async def test_a_tab_is_refreshed_by_its_own_tool(world: World, use: Use) -> None:
    panel = await world.panel()
    told = await use("refresh_tab", panel=panel, tab="main")
    assert "Tab main is complete." in told.said
    assert "added: 2" in told.said


async def test_a_block_gets_content_that_fits_it_or_a_lesson(world: World, use: Use) -> None:
    text = {"kind": "text", "id": "note"}
    panel = await world.panel(tabs=[{"id": "main", "title": "Notas", "blocks": [text]}], collections=[])
    assert (await use("set_block", panel=panel, block="note", content={"markdown": "Olá"})).said.startswith("Done")
    wrong = await use("set_block", panel=panel, block="note", content={"text": "Olá"})
    assert wrong.said.startswith("Refused (invalid_content)")
    missing = await use("set_block", panel=panel, block="other", content={"markdown": "Olá"})
    assert "Use one of: note." in missing.said


async def test_a_panel_of_another_agent_cannot_be_written_to(world: World, use: Use) -> None:
    hidden = read_template(panel_template())
    given = read_template(panel_template(title="Dado", audience={"who": "everyone", "agents": [AGENT]}))
    for template in (hidden, given):
        await world.write(CreatePanel(panel=world.house.ids.new(), agent="other", template=template), "bia")
    told = await use("ship_rows", panel="Carteira", collection="customers", rows=[EMBRAER])
    assert told.said == 'Refused (panel_not_found). Panels here: "Dado".'
    told = await use("ship_rows", panel="Dado", collection="customers", rows=[EMBRAER])
    assert told.said.startswith("Refused (forbidden). Tell the person")
    assert "customers" in (await use("read_panel", panel="Dado")).data
