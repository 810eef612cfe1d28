"""Whose value is it: what a person did stays, whatever is sent again."""

import asyncio
from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.people.policy import PersonReader
from liveapps.writing.writes import AddRow, Annotate, MoveCard, PatchRow, RemoveRow, SettleSuggestion
from tests.support.world import FIELDS, World, panel_template

EMBRAER = {"code": "C-1", "company": "Embraer", "email": "a@embraer.com.br", "revenue": 10}
RIOTUR = {"code": "C-2", "company": "Riotur", "email": "b@riotur.gov.br", "revenue": 20}


def whole(*rows: dict[str, Any]) -> dict[str, Any]:
    """A complete list, declared and proven."""
    return {"rows": list(rows), "mode": "complete", "declared_count": len(rows)}


async def moved(world: World, panel: str, code: str, stage: str | None) -> None:
    row = await world.row(panel, code)
    await world.write(MoveCard(panel=panel, collection="customers", row=row.id, stage=stage))


async def test_moving_a_card_changes_its_stage(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER))
    await moved(world, panel, "C-1", "talking")
    row = await world.row(panel, "C-1")
    assert row.stage == "talking"
    assert row.stage_moved_by is not None
    assert row.stage_moved_by.by.name == "Ana"


async def test_a_partial_shipment_keeps_the_stage(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER, RIOTUR))
    await moved(world, panel, "C-1", "talking")
    await world.ship(panel, [{**EMBRAER, "stage": "new"}])
    assert (await world.row(panel, "C-1")).stage == "talking"


async def test_a_complete_new_list_keeps_the_stage(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER))
    await moved(world, panel, "C-1", "talking")
    await world.ship(panel, **whole({**EMBRAER, "stage": "new", "email": "novo@embraer.com.br"}))
    row = await world.row(panel, "C-1")
    assert (row.stage, row.values["email"]) == ("talking", "novo@embraer.com.br")


async def test_a_card_put_back_to_no_stage_is_not_placed_again_by_a_list(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole({**EMBRAER, "stage": "new"}))
    await moved(world, panel, "C-1", None)
    await world.ship(panel, **whole({**EMBRAER, "stage": "new"}))
    assert (await world.row(panel, "C-1")).stage is None


async def test_a_complete_list_marks_missing_rows_and_deletes_none(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER, RIOTUR))
    world.clock.forward(hours=1)
    receipt = await world.ship(panel, **whole(EMBRAER))
    rows = await world.rows(panel)
    assert rows["C-2"].unconfirmed_since == world.clock.now()
    assert rows["C-1"].unconfirmed_since is None
    assert receipt.unconfirmed == [rows["C-2"].id]


async def test_a_row_that_its_list_no_longer_has_keeps_what_people_did_with_it(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER, RIOTUR))
    row = (await world.row(panel, "C-2")).id
    await moved(world, panel, "C-2", "talking")
    await world.write(PatchRow(panel=panel, collection="customers", row=row, set={"next_step": "Ligar"}))
    await world.write(Annotate(panel=panel, collection="customers", row=row, text="Pediu preço"))
    world.clock.forward(days=1)
    await world.ship(panel, **whole(EMBRAER))
    kept = await world.row(panel, "C-2")
    assert kept.unconfirmed_since == world.clock.now()
    assert (kept.stage, kept.notes) == ("talking", 1)
    assert kept.values == {**RIOTUR, "next_step": "Ligar"}
    notes = (await world.house.facade.row(await reader(world), panel, "customers", row)).annotations
    assert [note.text for note in notes] == ["Pediu preço"]


async def test_a_list_that_changes_one_of_two_key_fields_says_that_the_row_is_new_and_marks_the_old_one(
    world: World,
) -> None:
    """Never a silent copy: the receipt names both."""
    panel = await world.panel(collections=[{**panel_template()["collections"][0], "key": ["code", "company"]}])
    (old,) = (await world.ship(panel, **whole(EMBRAER))).added
    receipt = await world.ship(panel, **whole({**EMBRAER, "company": "Embraer S.A."}))
    assert (len(receipt.added), receipt.changed, receipt.unconfirmed) == (1, [], [old])
    again = await world.ship(panel, **whole({**EMBRAER, "company": "Embraer S.A."}))
    assert (again.added, again.unchanged) == ([], 1)


async def test_a_row_keeps_the_time_since_which_it_is_unconfirmed(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER, RIOTUR))
    await world.ship(panel, **whole(EMBRAER))
    first = (await world.row(panel, "C-2")).unconfirmed_since
    world.clock.forward(days=1)
    await world.ship(panel, **whole(EMBRAER))
    assert (await world.row(panel, "C-2")).unconfirmed_since == first


async def test_a_row_that_comes_back_is_confirmed_again(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER, RIOTUR))
    await world.ship(panel, **whole(EMBRAER))
    receipt = await world.ship(panel, **whole(EMBRAER, RIOTUR))
    row = await world.row(panel, "C-2")
    assert row.unconfirmed_since is None
    assert receipt.confirmed_again == [row.id]


@pytest.mark.parametrize(
    "doubt",
    [
        {"mode": "complete"},
        {"mode": "complete", "declared_count": 2},
        {"mode": "complete", "declared_count": 1, "truncated": True},
        {"mode": "partial", "declared_count": 1},
        {"mode": "complete", "declared_count": 40},
    ],
    ids=["not counted", "counted two, came one", "cut by the source", "not declared complete", "cut by its writer"],
)
async def test_a_list_that_is_not_proven_complete_marks_nobody(world: World, doubt: dict[str, Any]) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER, RIOTUR))
    await world.ship(panel, [EMBRAER], **doubt)
    assert (await world.row(panel, "C-2")).unconfirmed_since is None
    freshness = (await world.view(panel)).states["customers"].freshness
    assert freshness is not None
    assert freshness.status == "partial"


async def test_a_row_added_by_hand_is_never_called_unconfirmed(world: World) -> None:
    panel = await world.panel()
    await world.write(AddRow(panel=panel, collection="customers", values={"code": "H-1", "company": "Feita à mão"}))
    await world.ship(panel, **whole(EMBRAER))
    assert (await world.row(panel, "H-1")).unconfirmed_since is None


async def test_a_value_set_by_a_person_stays_and_the_new_one_is_suggested(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER))
    row = await world.row(panel, "C-1")
    await world.write(PatchRow(panel=panel, collection="customers", row=row.id, set={"email": "certo@embraer.com.br"}))
    receipt = await world.ship(panel, **whole({**EMBRAER, "email": "outro@embraer.com.br"}))
    row = await world.row(panel, "C-1")
    assert row.values["email"] == "certo@embraer.com.br"
    assert row.suggestions["email"].value == "outro@embraer.com.br"
    assert [one.field for one in receipt.suggestions] == ["email"]


async def test_the_same_list_twice_changes_nothing_the_second_time(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER, RIOTUR))
    row = await world.row(panel, "C-1")
    await world.write(PatchRow(panel=panel, collection="customers", row=row.id, set={"email": "x@embraer.com.br"}))
    await world.ship(panel, **whole(EMBRAER, RIOTUR))
    before = await world.rows(panel)
    world.clock.forward(hours=2)
    receipt = await world.ship(panel, **whole(EMBRAER, RIOTUR))
    assert await world.rows(panel) == before
    assert (receipt.added, receipt.changed, receipt.unchanged) == ([], [], 2)


async def test_a_person_accepts_or_dismisses_a_suggestion(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER))
    row = await world.row(panel, "C-1")
    patch = PatchRow(panel=panel, collection="customers", row=row.id, set={"email": "meu@embraer.com.br"})
    settle = SettleSuggestion(panel=panel, collection="customers", row=row.id, field="email", accept=False)
    await world.write(patch)
    await world.ship(panel, **whole(EMBRAER))
    await world.write(settle)
    await world.ship(panel, **whole(EMBRAER))
    dismissed = await world.row(panel, "C-1")
    assert (dismissed.values["email"], dismissed.suggestions) == ("meu@embraer.com.br", {})

    await world.ship(panel, **whole({**EMBRAER, "email": "novo@embraer.com.br"}))
    await world.write(settle.model_copy(update={"accept": True}))
    accepted = await world.row(panel, "C-1")
    assert (accepted.values["email"], accepted.suggestions) == ("novo@embraer.com.br", {})


async def test_an_agent_cannot_move_a_card_but_may_suggest_it(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER))
    row = await world.row(panel, "C-1")
    receipt = await world.write(
        MoveCard(panel=panel, collection="customers", row=row.id, stage="won"), world.agent_origin()
    )
    row = await world.row(panel, "C-1")
    assert row.stage is None
    assert row.suggestions["stage"].value == "won"
    assert [one.field for one in receipt.suggestions] == ["stage"]
    await world.write(SettleSuggestion(panel=panel, collection="customers", row=row.id, field="stage", accept=True))
    assert (await world.row(panel, "C-1")).stage == "won"


async def test_an_agent_never_overwrites_what_a_person_set(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER))
    row = await world.row(panel, "C-1")
    await world.write(PatchRow(panel=panel, collection="customers", row=row.id, set={"next_step": "Ligar"}))
    await world.write(
        PatchRow(panel=panel, collection="customers", row=row.id, set={"next_step": "Enviar proposta"}),
        world.agent_origin(),
    )
    row = await world.row(panel, "C-1")
    assert row.values["next_step"] == "Ligar"
    assert row.suggestions["next_step"].by.kind == "agent"


async def test_a_list_never_writes_over_a_field_of_the_panel(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole({**EMBRAER, "next_step": "Primeiro"}))
    await world.ship(panel, **whole({**EMBRAER, "next_step": "Segundo"}))
    assert (await world.row(panel, "C-1")).values["next_step"] == "Primeiro"


async def test_a_removed_row_stays_removed_when_the_list_comes_again(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER, RIOTUR))
    row = await world.row(panel, "C-1")
    await world.write(RemoveRow(panel=panel, collection="customers", row=row.id))
    receipt = await world.ship(panel, **whole(EMBRAER, RIOTUR))
    assert set(await world.rows(panel)) == {"C-2"}
    assert receipt.in_trash == [row.id]


async def test_an_anchor_field_takes_a_fact_only_through_its_doors(world: World) -> None:
    client = {"id": "client", "title": "Cliente", "type": "text", "anchor": {"doors": ["board", "calendar"]}}
    collection = {"id": "customers", "title": "Clientes", "key": ["code"], "fields": [*FIELDS, client]}
    panel = await world.panel(collections=[collection])
    await world.ship(panel, **whole(EMBRAER))
    row = await world.row(panel, "C-1")
    guess = PatchRow(panel=panel, collection="customers", row=row.id, set={"client": "Embrapa"})
    await world.write(guess, world.agent_origin())
    guessed = await world.row(panel, "C-1")
    assert ("client" in guessed.values, guessed.suggestions["client"].value) == (False, "Embrapa")

    await world.write(guess.model_copy(update={"set": {"client": "Embraer"}}))
    stated = await world.row(panel, "C-1")
    assert (stated.values["client"], stated.facts["client"].door) == ("Embraer", "board")


async def test_a_row_is_not_born_with_a_fact_that_its_door_may_not_state(world: World) -> None:
    client = {"id": "client", "title": "Cliente", "type": "text", "anchor": {"doors": ["board", "calendar"]}}
    collection = {"id": "customers", "title": "Clientes", "key": ["code"], "fields": [*FIELDS, client]}
    panel = await world.panel(collections=[collection])
    shipped = await world.ship(panel, [{**EMBRAER, "client": "Embrapa"}])
    guess = AddRow(panel=panel, collection="customers", values={"code": "C-2", "client": "Embrapa"})
    added = await world.write(guess, world.agent_origin())
    for code, receipt in (("C-1", shipped), ("C-2", added)):
        row = await world.row(panel, code)
        assert [(one.row, one.field) for one in receipt.suggestions] == [(row.id, "client")]
        assert ("client" in row.values, "client" in row.facts) == (False, False)
        assert row.suggestions["client"].value == "Embrapa"
    await world.write(guess.model_copy(update={"values": {"code": "C-3", "client": "Embraer"}}))
    assert (await world.row(panel, "C-3")).facts["client"].door == "board"


async def test_a_stage_that_mirrors_its_source_is_not_moved_here(world: World) -> None:
    mirrored = [{**one, "belongs_to": "source"} if one["id"] == "stage" else one for one in FIELDS]
    collection = {"id": "customers", "title": "Clientes", "key": ["code"], "fields": mirrored}
    panel = await world.panel(collections=[collection])
    await world.ship(panel, **whole({**EMBRAER, "stage": "new"}))
    row = await world.row(panel, "C-1")
    with pytest.raises(Refusal) as refused:
        await world.write(MoveCard(panel=panel, collection="customers", row=row.id, stage="won"))
    assert refused.value.code == "stage_owned"
    assert (await world.view(panel)).collections["customers"].can.move is False
    await world.ship(panel, **whole({**EMBRAER, "stage": "won"}))
    assert (await world.row(panel, "C-1")).stage == "won"


async def test_a_card_without_a_valid_stage_is_counted_apart_and_stays_visible(world: World) -> None:
    panel = await world.panel()
    receipt = await world.ship(panel, **whole({**EMBRAER, "stage": "lost"}, {**RIOTUR, "stage": "won"}))
    rows = await world.rows(panel)
    assert (rows["C-1"].stage, rows["C-2"].stage) == (None, "won")
    assert [(one.row, one.code) for one in receipt.refused] == [(rows["C-1"].id, "stage_not_found")]
    assert (await world.view(panel)).collections["customers"].without_stage == 1


async def test_two_notes_at_once_both_stay_with_their_authors(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, **whole(EMBRAER))
    row = await world.row(panel, "C-1")
    note = Annotate(panel=panel, collection="customers", row=row.id, text="Ligou hoje")
    await asyncio.gather(world.write(note, "ana"), world.write(note.model_copy(update={"text": "Pediu preço"}), "bia"))
    found = (await world.house.facade.row(await reader(world), panel, "customers", row.id)).annotations
    assert {(one.by.name, one.text) for one in found} == {("Ana", "Ligou hoje"), ("Bia", "Pediu preço")}
    assert (await world.row(panel, "C-1")).notes == 2


async def test_a_note_on_someones_row_tells_its_owner_and_nobody_else(world: World) -> None:
    panel = await world.panel()
    await world.write(AddRow(panel=panel, collection="customers", values={"code": "H-1", "company": "Minha"}))
    row = await world.row(panel, "H-1")
    await world.write(Annotate(panel=panel, collection="customers", row=row.id, text="Olha isto"), "bia")
    await world.write(Annotate(panel=panel, collection="customers", row=row.id, text="Minha própria nota"), "ana")
    told = await world.house.facade.inbox(await world.person("ana"))
    assert [(one.notice.text, one.notice.by.name) for one in told] == [("Olha isto", "Bia")]
    assert await world.house.facade.inbox(await world.person("bia")) == []


async def test_composed_and_decomposed_accents_are_one_key(world: World) -> None:
    template = panel_template()
    template["collections"][0]["key"] = ["company"]
    panel = await world.panel(**template)
    await world.ship(panel, [{"company": "São João"}])
    receipt = await world.ship(panel, [{"company": "Sa\u0303o Joa\u0303o", "revenue": 5}])
    assert (receipt.added, len(receipt.changed)) == ([], 1)


async def reader(world: World) -> PersonReader:
    return PersonReader(await world.person("ana"))
