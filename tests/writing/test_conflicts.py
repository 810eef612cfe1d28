"""A write based on an older state: the same field is refused and names who changed it, another field is not."""

from liveapps.writing.writes import SettleSuggestion
from tests.support.world import World
from tests.writing.asking import EMBRAER, kept_row, more, move, patch, refused


async def test_a_change_of_a_field_that_someone_changed_since_is_refused_and_names_them(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    seen = (await world.view(panel)).version
    world.clock.forward(minutes=3)
    await world.write(patch(panel, row, company="Embraer S.A."), "bia")
    found = await refused(world, patch(panel, row, based_on=seen, company="EMBRAER"))
    assert found.code == "version_conflict"
    assert "Bia" in found.message
    assert found.facts == {
        "field": "company",
        "row": row,
        "by": "Bia",
        "at": world.clock.now().isoformat(),
        "current": "Embraer S.A.",
        "current_version": seen + 1,
        "based_on": seen,
    }
    assert (await world.row(panel, "C-1")).values["company"] == "Embraer S.A."


async def test_a_change_of_another_field_of_the_same_row_goes_through(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    seen = (await world.view(panel)).version
    await world.write(patch(panel, row, company="Embraer S.A."), "bia")
    await world.write(patch(panel, row, based_on=seen, next_step="Ligar"))
    kept = await world.row(panel, "C-1")
    assert (kept.values["company"], kept.values["next_step"]) == ("Embraer S.A.", "Ligar")


async def test_one_stale_field_among_several_refuses_the_whole_change(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    seen = (await world.view(panel)).version
    await world.write(patch(panel, row, company="Embraer S.A."), "bia")
    await refused(world, patch(panel, row, based_on=seen, company="x", next_step="Ligar"))
    assert "next_step" not in (await world.row(panel, "C-1")).values


async def test_a_field_that_was_emptied_since_is_a_conflict_too(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    seen = (await world.view(panel)).version
    await world.write(patch(panel, row, company=None), "bia")
    found = await refused(world, patch(panel, row, based_on=seen, company="x"))
    assert (found.code, found.facts["current"]) == ("version_conflict", None)


async def test_moving_a_card_that_someone_moved_since_is_refused(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    seen = (await world.view(panel)).version
    await world.write(move(panel, row, "won"), "bia")
    found = await refused(world, move(panel, row, "talking", based_on=seen))
    assert (found.code, found.facts["by"], found.facts["current"]) == ("version_conflict", "Bia", "won")
    await world.write(patch(panel, row, based_on=seen, company="Embraer"))
    assert (await world.row(panel, "C-1")).stage == "won"


async def test_a_change_of_another_row_is_no_conflict(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, code="C-1", company="Embraer")
    other = await kept_row(world, panel, code="C-2")
    seen = (await world.view(panel)).version
    await world.write(patch(panel, other, company="Riotur"), "bia")
    await world.write(patch(panel, row, based_on=seen, company="Embraer S.A."))
    assert (await world.row(panel, "C-1")).values["company"] == "Embraer S.A."


async def test_an_increment_never_conflicts(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, revenue=1)
    seen = (await world.view(panel)).version
    await world.write(patch(panel, row, revenue=10), "bia")
    await world.write(more(panel, row, revenue=2).model_copy(update={"based_on": seen}))
    assert (await world.row(panel, "C-1")).values["revenue"] == 12


async def test_the_newest_of_several_changes_is_the_one_that_is_named(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="1")
    seen = (await world.view(panel)).version
    await world.write(patch(panel, row, company="2"), "bia")
    await world.write(patch(panel, row, company="3"), "carla")
    found = await refused(world, patch(panel, row, based_on=seen, company="4"))
    assert (found.facts["by"], found.facts["current"]) == ("Carla", "3")


async def test_a_list_that_arrived_since_conflicts_only_in_what_it_changed(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, [EMBRAER])
    row = (await world.row(panel, "C-1")).id
    seen = (await world.view(panel)).version
    await world.ship(panel, [{**EMBRAER, "email": "novo@embraer.com.br"}])
    found = await refused(world, patch(panel, row, based_on=seen, email="meu@embraer.com.br"))
    assert found.facts["by"] == "refresh"
    await world.write(patch(panel, row, based_on=seen, company="Embraer S.A."))


async def test_a_row_added_since_may_be_changed_by_who_has_seen_it(world: World) -> None:
    panel = await world.panel()
    seen = (await world.view(panel)).version
    row = await kept_row(world, panel, company="Embraer")
    await world.write(patch(panel, row, based_on=seen, company="Embraer S.A."), "bia")
    assert (await world.row(panel, "C-1")).values["company"] == "Embraer S.A."


async def test_a_suggestion_that_waits_is_no_change_of_the_field(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    seen = (await world.view(panel)).version
    await world.write(patch(panel, row, company="Embrapa"), world.agent_origin())
    await world.write(patch(panel, row, based_on=seen, company="Embraer S.A."))
    dismissed = SettleSuggestion(panel=panel, collection="customers", row=row, field="company", accept=False)
    found = await refused(world, dismissed)
    assert found.code == "field_not_found"
