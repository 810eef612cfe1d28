"""Every write that changes something is a version: counted without gaps, listed, looked at, and gone back to."""

from typing import Any

import pytest

from liveapps.blocks.text import TextContent
from liveapps.panels.errors import Refusal
from liveapps.panels.panel import Panel
from liveapps.panels.rows import Row
from liveapps.people.policy import PersonReader
from liveapps.reading.views import RowEvent, VersionDetail, VersionView
from liveapps.writing.writes import Annotate, RestorePanel, RestoreRow, SetBlock, SettleSuggestion, TrashPanel
from tests.support.world import FIELDS, World, panel_template
from tests.writing.asking import EMBRAER, RIOTUR, add, back_to, head, kept_row, move, patch, redesign, refused, remove

SUMMARY = {"kind": "text", "id": "summary", "title": "Resumo"}


def with_summary(**changes: Any) -> dict[str, Any]:
    template = panel_template(**changes)
    template["tabs"][0]["blocks"].append(SUMMARY)
    return template


def text(panel: str, words: str) -> SetBlock:
    return SetBlock(panel=panel, block="summary", content=TextContent(markdown=words))


async def versions(world: World, panel: str, login: str = "ana") -> list[VersionView]:
    return await world.house.facade.versions(PersonReader(await world.person(login)), panel, None, 200)


async def look_at(world: World, panel: str, version: int) -> VersionDetail:
    return await world.house.facade.version(PersonReader(await world.person("ana")), panel, version)


async def story(world: World, panel: str, row: str) -> list[RowEvent]:
    return (await world.house.facade.row(PersonReader(await world.person("ana")), panel, "customers", row)).history


async def seen(world: World, panel: str) -> dict[str, Any]:
    """All that a person sees of a panel, but for the numbers that every write moves on."""
    view = await world.view(panel)
    rows: dict[str, Row] = await world.rows(panel)
    return {
        "template": view.template,
        "states": view.states,
        "rows": {code: row.model_copy(update={"version": 0}) for code, row in rows.items()},
    }


async def test_every_write_that_changes_something_is_one_version_without_gaps(world: World) -> None:
    panel = await world.panel(**with_summary())
    await world.ship(panel, [EMBRAER, RIOTUR])
    row = (await world.row(panel, "C-1")).id
    await world.write(move(panel, row, "won"))
    await world.write(patch(panel, row, company="Embraer S.A."))
    await world.write(patch(panel, row, company="Embraer S.A."))
    await world.write(Annotate(panel=panel, collection="customers", row=row, text="Olá"))
    await world.write(text(panel, "Cinco"))
    await world.write(redesign(panel, **with_summary(title="Outra")))
    await world.write(remove(panel, row))
    await world.write(RestoreRow(panel=panel, collection="customers", row=row))
    await world.write(TrashPanel(panel=panel))
    await world.write(RestorePanel(panel=panel))
    listed = await versions(world, panel)
    assert [one.version for one in listed] == list(range(11, 0, -1))
    assert [one.kind for one in reversed(listed)] == [
        *("create_panel", "ship", "move_card", "patch_row", "annotate", "set_block", "change_template"),
        *("remove_row", "restore_row", "trash_panel", "restore_panel"),
    ]
    assert (await world.view(panel)).version == 11


async def test_a_version_says_who_when_and_through_which_door(world: World) -> None:
    panel = await world.panel()
    world.clock.forward(hours=1)
    receipt = await world.ship(panel, [EMBRAER, RIOTUR])
    newest = (await versions(world, panel))[0]
    assert (newest.version, newest.at, newest.rows_changed) == (receipt.version, world.clock.now(), 2)
    assert (newest.by.id, newest.door, newest.tool, newest.targets) == ("refresh", "refresh", "crm.list", ["customers"])


async def test_versions_are_listed_in_pages(world: World) -> None:
    panel = await world.panel()
    for number in range(5):
        await world.write(add(panel, code=f"C-{number}"))
    reader = PersonReader(await world.person("ana"))
    first = await world.house.facade.versions(reader, panel, None, 4)
    rest = await world.house.facade.versions(reader, panel, first[-1].version, 4)
    assert [one.version for one in first + rest] == [6, 5, 4, 3, 2, 1]


async def test_looking_at_a_version_shows_what_it_changed_as_it_was_before(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    receipt = await world.write(patch(panel, row, company="Embraer S.A.", next_step="Ligar"))
    found = await look_at(world, panel, receipt.version)
    (change,) = found.rows
    assert found.version.rows_changed == 1
    assert change.before is not None
    assert change.before["values"] == {"company": "Embraer", "next_step": None}
    assert (await look_at(world, panel, receipt.version - 1)).rows[0].before is None


async def test_a_version_that_is_not_there_is_refused_with_the_newest_one(world: World) -> None:
    panel = await world.panel()
    found = await refused(world, back_to(panel, 9))
    assert (found.code, found.facts) == ("version_not_found", {"version": 9, "newest": 1})
    with pytest.raises(Refusal) as looking:
        await look_at(world, panel, 9)
    assert (looking.value.code, looking.value.facts) == (found.code, found.facts)


async def test_the_story_of_a_row_tells_each_change_before_and_after(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    await world.write(move(panel, row, "won"), "bia")
    await world.write(patch(panel, row, company="Embraer S.A."))
    told = [
        (event.kind, event.by.name, [(change.field, change.before, change.after) for change in event.changes])
        for event in await story(world, panel, row)
    ]
    assert told == [
        ("patch_row", "Ana", [("company", "Embraer", "Embraer S.A.")]),
        ("move_card", "Bia", [("stage", None, "won")]),
        ("add_row", "Ana", []),
    ]


async def test_going_back_brings_everything_back_as_it_was(world: World) -> None:
    panel = await world.panel(**with_summary())
    await world.ship(panel, [EMBRAER, RIOTUR], mode="complete", declared_count=2)
    await world.write(text(panel, "Antes"))
    row = (await world.row(panel, "C-1")).id
    await world.write(patch(panel, row, company="Embraer"), world.agent_origin())
    before, then = await seen(world, panel), (await world.view(panel)).version

    world.clock.forward(days=1)
    await world.write(move(panel, row, "won"))
    await world.write(patch(panel, row, company="Outra", next_step="Ligar", revenue=None))
    await world.ship(panel, [{**EMBRAER, "email": "x@y.co"}], mode="complete", declared_count=1)
    await world.write(patch(panel, row, email="palpite@b.co"), world.agent_origin())
    await world.write(text(panel, "Depois"))
    await world.write(redesign(panel, **with_summary(title="Outra")))
    await world.write(remove(panel, (await world.row(panel, "C-2")).id))
    assert await seen(world, panel) != before

    await world.write(back_to(panel, then))
    assert await seen(world, panel) == before


async def test_going_back_is_a_new_write_and_can_itself_be_undone(world: World) -> None:
    panel = await world.panel(**with_summary())
    row = await kept_row(world, panel, company="Embraer")
    await world.write(patch(panel, row, company="Depois", revenue=5))
    await kept_row(world, panel, code="C-2")
    await world.write(redesign(panel, **with_summary(title="Depois")))
    after, newest = await seen(world, panel), (await world.view(panel)).version

    world.clock.forward(hours=1)
    receipt = await world.write(back_to(panel, 2))
    assert receipt.version == newest + 1
    assert (await versions(world, panel))[0].kind == "restore_version"
    assert (await world.view(panel)).template.title == "Carteira"
    undone = await world.write(back_to(panel, newest))
    assert undone.version == newest + 2
    assert await seen(world, panel) == after


async def test_rows_born_later_go_to_the_trash_and_can_be_brought_back(world: World) -> None:
    panel = await world.panel()
    await kept_row(world, panel)
    then = (await world.view(panel)).version
    later = await kept_row(world, panel, code="C-2", company="Riotur")
    receipt = await world.write(back_to(panel, then))
    assert (receipt.in_trash, receipt.changed) == ([later], [])
    assert set(await world.rows(panel)) == {"C-1"}
    await world.write(RestoreRow(panel=panel, collection="customers", row=later))
    assert (await world.row(panel, "C-2")).values["company"] == "Riotur"


async def test_a_row_that_was_removed_comes_back(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    then = (await world.view(panel)).version
    await world.write(remove(panel, row))
    receipt = await world.write(back_to(panel, then))
    assert (receipt.changed, receipt.in_trash) == ([row], [])
    assert (await world.row(panel, "C-1")).values["company"] == "Embraer"


async def test_notes_stay_when_a_panel_goes_back(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    then = (await world.view(panel)).version
    await world.write(Annotate(panel=panel, collection="customers", row=row, text="Ligou hoje"))
    await world.write(patch(panel, row, company="Outra"))
    await world.write(back_to(panel, then))
    reader = PersonReader(await world.person("ana"))
    detail = await world.house.facade.row(reader, panel, "customers", row)
    assert [note.text for note in detail.annotations] == ["Ligou hoje"]
    assert detail.row.notes == 1


async def test_going_back_to_the_newest_version_changes_nothing(world: World) -> None:
    panel = await world.panel()
    await kept_row(world, panel)
    newest = (await world.view(panel)).version
    assert (await world.write(back_to(panel, newest))).version == newest


async def test_a_template_that_was_redesigned_comes_back_and_counts_as_a_redesign(world: World) -> None:
    panel = await world.panel()
    before = (await head(world, panel)).template
    for title in ("Segunda", "Terceira"):
        await world.write(redesign(panel, title=title))
    await world.write(back_to(panel, 1))
    after: Panel = await head(world, panel)
    assert (after.template, after.template_version) == (before, 4)


async def test_keys_that_moved_on_from_row_to_row_come_back(world: World) -> None:
    panel = await world.panel()
    first, second = await kept_row(world, panel, code="A"), await kept_row(world, panel, code="B")
    then = (await world.view(panel)).version
    for row, code in ((first, "C"), (second, "A"), (first, "B")):
        await world.write(patch(panel, row, code=code))
    await world.write(back_to(panel, then))
    assert {code: row.id for code, row in (await world.rows(panel)).items()} == {"A": first, "B": second}
    assert set((await world.ship(panel, [{"code": "A"}, {"code": "B"}])).changed) == {first, second}


async def test_a_row_born_later_gives_its_key_back_to_the_row_that_had_it(world: World) -> None:
    panel = await world.panel()
    first = await kept_row(world, panel, code="A")
    then = (await world.view(panel)).version
    await world.write(patch(panel, first, code="B"))
    later = await kept_row(world, panel, code="A")
    await world.write(back_to(panel, then))
    assert {code: row.id for code, row in (await world.rows(panel)).items()} == {"A": first}
    found = await refused(world, RestoreRow(panel=panel, collection="customers", row=later))
    assert (found.code, found.facts["row"]) == ("duplicate_key", first)


async def test_an_accepted_suggestion_is_undone_like_any_other_change(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    await world.write(patch(panel, row, company=None), world.agent_origin())
    before, then = await seen(world, panel), (await world.view(panel)).version
    await world.write(SettleSuggestion(panel=panel, collection="customers", row=row, field="company", accept=True))
    assert "company" not in (await world.row(panel, "C-1")).values
    await world.write(back_to(panel, then))
    assert await seen(world, panel) == before


async def test_only_the_owner_or_a_boss_goes_back(world: World) -> None:
    panel = await world.panel()
    await world.write(redesign(panel, title="Outra"))
    found = await refused(world, back_to(panel, 1), "carla")
    assert (found.code, (await world.view(panel)).template.title) == ("forbidden", "Outra")
    await world.write(back_to(panel, 1), "bia")
    assert (await world.view(panel)).template.title == "Carteira"


async def test_who_goes_back_leaves_alone_the_private_rows_they_do_not_see(world: World) -> None:
    private = {**panel_template()["collections"][0], "private_rows": True}
    panel = await world.panel("bia", collections=[private])
    row = await kept_row(world, panel, company="Antes")
    then = (await world.view(panel)).version
    await world.write(patch(panel, row, company="Depois"))
    later = await kept_row(world, panel, code="C-2")
    receipt = await world.write(back_to(panel, then), "bia")
    assert {row, later} & {*receipt.changed, *receipt.in_trash} == set()
    mine = await world.rows(panel)
    assert (set(mine), mine["C-1"].values["company"]) == ({"C-1", "C-2"}, "Depois")


async def test_a_long_history_of_a_large_list_is_undone_in_reasonable_work(world: World) -> None:
    """Each row is undone by its own changes alone: the work grows with the changes, not with their square."""
    table = {**panel_template()["collections"][0], "rows": "table", "fields": FIELDS}
    panel = await world.panel(collections=[table])
    many = [{"code": f"C-{number}", "revenue": number} for number in range(4_000)]
    await world.ship(panel, many)
    then = (await world.view(panel)).version
    await world.ship(panel, [{**row, "revenue": -1} for row in many])
    receipt = await world.write(back_to(panel, then))
    assert len(receipt.changed) == 4_000


async def test_content_that_was_never_there_is_empty_again(world: World) -> None:
    panel = await world.panel(**with_summary())
    await world.write(text(panel, "Depois"))
    await world.write(back_to(panel, 1))
    assert (await world.view(panel)).states["summary"].content is None
