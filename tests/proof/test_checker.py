"""The checker of histories notices every kind of loss: a proof that cannot fail proves nothing."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from liveapps.writing.writes import Annotate, CreatePanel, Ship, Write
from tests.proof.history import Done, Kept, violations
from tests.proof.keeping import kept
from tests.proof.workload import LIST, template
from tests.support.world import World, make_world
from tests.writing.asking import add, move, patch, remove

Story = tuple[list[Done], Kept]


async def told(world: World) -> Story:
    """A short life of one panel: three rows, of which one is changed three times, one noted and one removed."""
    origin = await world.origin("bia")
    log: list[Done] = []

    async def write(asked: Write) -> Done:
        receipt = await world.write(asked, origin)
        log.append(Done(asked, receipt, origin.actor.id))
        return log[-1]

    panel = world.house.ids.new()
    await write(CreatePanel(panel=panel, agent="sales", template=template()))
    rows = [(await write(add(panel, code=f"C-{number}", company="Embraer"))).receipt.added[0] for number in range(3)]
    for change in (patch(panel, rows[0], company="Riotur"), move(panel, rows[0], "won")):
        await write(change)
    await write(patch(panel, rows[0], company="Petrobras"))
    await write(Annotate(panel=panel, collection=LIST, row=rows[1], text="Ligou hoje"))
    await write(remove(panel, rows[2]))
    await write(Ship(panel=panel, collection=LIST, rows=[{"code": "C-9", "company": "Vale"}]))
    log[-1] = replace(log[-1], by_hand=False)
    return log, await kept(world.running.store, panel)


def without_version(number: int) -> Callable[[Story], Story]:
    return lambda story: (story[0], replace(story[1], versions=[v for v in story[1].versions if v.version != number]))


def with_row(number: int, **changes: object) -> Callable[[Story], Story]:
    """Changes a row, counted in the order they were added, behind the back of its history."""

    def lie(story: Story) -> Story:
        log, now = story
        name = log[1 + number].receipt.added[0]
        rows = [row.model_copy(update=changes) if row.id == name else row for row in now.rows]
        return log, replace(now, rows=rows)

    return lie


def without_row(story: Story) -> Story:
    log, now = story
    return log, replace(now, rows=[row for row in now.rows if row.id != log[1].receipt.added[0]])


def without_notes(story: Story) -> Story:
    return story[0], replace(story[1], notes=[])


def with_a_note_twice(story: Story) -> Story:
    return story[0], replace(story[1], notes=story[1].notes * 2)


def with_a_lost_write(story: Story) -> Story:
    """As if the change of the company to Riotur had been acknowledged and then made by halves."""
    log, now = story
    versions = [one.model_copy(update={"rows": []}) if one.version == 5 else one for one in now.versions]
    return log, replace(now, versions=versions)


def with_two_writes_in_one_version(story: Story) -> Story:
    log, now = story
    return [*log, replace(log[5], write=log[5].write)], now


def with_a_version_of_nobody(story: Story) -> Story:
    return [one for one in story[0] if one.write.kind != "annotate"], story[1]


def with_a_moved_card(story: Story) -> Story:
    """As if the list that came last had moved a card."""
    log, now = story
    newest = max(now.versions, key=lambda one: one.version)
    name = log[1].receipt.added[0]
    moved = newest.rows[0].model_copy(update={"row": name, "before": {"stage": "new"}})
    told = newest.model_copy(update={"rows": [*newest.rows, moved]})
    return log, replace(now, versions=[told if one is newest else one for one in now.versions])


def with_a_row_a_list_removed(story: Story) -> Story:
    log, now = story
    newest = max(now.versions, key=lambda one: one.version)
    name = log[2].receipt.added[0]
    gone = newest.rows[0].model_copy(update={"row": name, "before": {"trashed_at": None}})
    told = newest.model_copy(update={"rows": [*newest.rows, gone]})
    return with_row(1, trashed_at=newest.origin.at)(
        (log, replace(now, versions=[told if one is newest else one for one in now.versions]))
    )


LIES: dict[str, Callable[[Story], Story]] = {
    "a version is missing": without_version(5),
    "the last version is missing": without_version(10),
    "the birth of a row is missing": without_version(2),
    "a value went back to what it was": with_row(0, values={"code": "C-1", "company": "Riotur"}),
    "a stage went back to what it was": with_row(0, stage="new"),
    "a removed row is back": with_row(2, trashed_at=None),
    "a row is gone": without_row,
    "two rows have one key": with_row(1, values={"code": "C-0", "company": "Embraer"}),
    "a note is gone": without_notes,
    "a note is there twice": with_a_note_twice,
    "a row forgot its notes": with_row(1, notes=0),
    "an acknowledged change left no trace": with_a_lost_write,
    "two writes were given one version": with_two_writes_in_one_version,
    "a version is nobody's": with_a_version_of_nobody,
    "a list moved a card": with_a_moved_card,
    "a list removed a row": with_a_row_a_list_removed,
}


@pytest.fixture
async def story(tmp_path: Path) -> Story:
    world = await make_world(tmp_path)
    try:
        return await told(world)
    finally:
        await world.running.close()


async def test_a_true_history_has_no_violation(story: Story) -> None:
    assert violations(*story) == []


@pytest.mark.parametrize("lie", LIES)
async def test_every_lie_is_found_out(story: Story, lie: str) -> None:
    assert violations(*LIES[lie](story)) != []


async def test_what_readers_saw_must_be_what_the_history_tells(story: Story) -> None:
    log, now = story
    living = {row.id: row for row in now.rows if row.trashed_at is None}
    assert violations(log, now, {now.panel.version: living}) == []
    assert violations(log, now, {now.panel.version - 1: living}) != []


async def test_a_write_of_which_nobody_knows_explains_one_version_of_its_kind(story: Story) -> None:
    log, now = story
    cut = [one for one in log if one.write.kind == "annotate"]
    rest = [one for one in log if one.write.kind != "annotate"]
    # The note itself is not looked for, for nobody was told that it is there.
    assert violations(rest, now, unanswered=[one.write for one in cut]) == []
    assert violations(rest, now, unanswered=[log[1].write]) != []
