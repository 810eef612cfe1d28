"""The same key and write again does nothing again, and says so."""

import asyncio

from liveapps.panels.template import read_template
from liveapps.people.policy import PersonReader
from liveapps.writing.writes import CreatePanel, TrashPanel
from tests.support.world import AGENT, World, panel_template
from tests.writing.asking import add, kept_row, more, patch, refused

KEPT_BY_HAND = {"id": "main", "title": "Clientes", "blocks": [{"kind": "table", "id": "grid", "of": "customers"}]}


async def test_the_same_key_and_write_again_answers_with_the_first_receipt(world: World) -> None:
    panel = await world.panel()
    first = await world.write(add(panel, code="C-1"), key="k")
    world.clock.forward(days=1)
    again = await world.write(add(panel, code="C-1"), key="k")
    assert again == first.model_copy(update={"replayed": True})
    assert len(await world.rows(panel)) == 1
    assert (await world.view(panel)).version == first.version


async def test_five_impatient_clicks_make_one_row(world: World) -> None:
    panel = await world.panel(collections=[{**panel_template()["collections"][0], "key": []}], tabs=[KEPT_BY_HAND])
    done = await asyncio.gather(*(world.write(add(panel, company="Embraer"), key="k") for _ in range(5)))
    assert len({receipt.added[0] for receipt in done}) == 1
    assert sorted(receipt.replayed for receipt in done) == [False, True, True, True, True]
    assert len((await world.view(panel)).collections["customers"].rows or []) == 1


async def test_an_increment_that_is_sent_twice_counts_once(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, revenue=1)
    for _ in range(3):
        await world.write(more(panel, row, revenue=5), key="k")
    assert (await world.row(panel, "C-1")).values["revenue"] == 6


async def test_the_same_key_with_another_write_is_refused(world: World) -> None:
    panel = await world.panel()
    await world.write(add(panel, code="C-1"), key="k")
    for other in (add(panel, code="C-2"), add(panel, "won", code="C-1"), TrashPanel(panel=panel)):
        found = await refused(world, other, key="k")
        assert (found.code, found.facts["key"]) == ("idempotency_mismatch", "k")
    assert list(await world.rows(panel)) == ["C-1"]


async def test_a_key_belongs_to_who_used_it(world: World) -> None:
    panel = await world.panel()
    await world.write(add(panel, code="C-1"), "ana", key="k")
    bias = await world.write(add(panel, code="C-2"), "bia", key="k")
    assert bias.replayed is False
    assert set(await world.rows(panel)) == {"C-1", "C-2"}


async def test_a_new_panel_that_is_asked_for_twice_with_one_key_is_one_panel(world: World) -> None:
    """Each attempt brings a new id, made by the server: it is no part of what was asked."""
    template = read_template(panel_template())
    asked = [CreatePanel(panel=world.house.ids.new(), agent=AGENT, template=template) for _ in range(3)]
    done = await asyncio.gather(*(world.write(one, key="k") for one in asked))
    assert len({receipt.panel for receipt in done}) == 1
    assert len(await world.house.facade.heads(await reader(world))) == 1


async def test_a_refused_write_leaves_its_key_free(world: World) -> None:
    panel = await world.panel()
    await refused(world, add(panel, nope="x"), key="k")
    assert (await world.write(add(panel, code="C-1"), key="k")).replayed is False


async def test_a_write_that_changed_nothing_is_remembered_too(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    first = await world.write(patch(panel, row, company="Embraer"), key="k")
    await world.write(patch(panel, row, company="Embraer S.A."), "bia")
    again = await world.write(patch(panel, row, company="Embraer"), key="k")
    assert (first.unchanged, again.replayed) == (1, True)
    assert (await world.row(panel, "C-1")).values["company"] == "Embraer S.A."


async def test_without_a_key_each_write_is_a_new_one(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, revenue=0)
    for _ in range(2):
        await world.write(more(panel, row, revenue=1))
    assert (await world.row(panel, "C-1")).values["revenue"] == 2


async def reader(world: World) -> PersonReader:
    return PersonReader(await world.person("ana"))
