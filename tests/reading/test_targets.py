"""First the target, then the answer: two readings are an error that lists them, never an empty answer."""

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.slices import Slice
from liveapps.people.policy import SharedReader
from liveapps.writing.writes import TrashPanel
from tests.reading.asking import reader
from tests.support.world import World


async def named(world: World, name: str, login: str = "ana") -> str:
    return (await world.house.facade.named(await reader(world, login), name)).id


async def refused(world: World, name: str, login: str = "ana") -> Refusal:
    with pytest.raises(Refusal) as refusal:
        await named(world, name, login)
    return refusal.value


async def test_a_panel_is_found_by_id_title_or_part_of_its_title(world: World) -> None:
    sales = await world.panel(title="Carteira comercial")
    await world.panel(title="Faturas")
    for name in (sales, "Carteira comercial", " carteira COMERCIAL ", "comercial"):
        assert await named(world, name) == sales


async def test_a_title_that_two_panels_have_is_refused_with_both(world: World) -> None:
    first, second = await world.panel(title="Vendas"), await world.panel(title="vendas")
    found = await refused(world, "Vendas")
    assert (found.code, found.facts["name"]) == ("ambiguous_target", "Vendas")
    assert {(one["id"], one["title"]) for one in found.facts["candidates"]} == {(first, "Vendas"), (second, "vendas")}
    assert "id" in found.next_step


async def test_a_whole_title_is_not_ambiguous_with_longer_ones(world: World) -> None:
    short = await world.panel(title="Vendas")
    await world.panel(title="Vendas de novembro")
    assert await named(world, "vendas") == short
    assert (await refused(world, "vend")).code == "ambiguous_target"


async def test_a_panel_that_is_not_there_is_refused_with_those_that_are(world: World) -> None:
    await world.panel(title="Vendas")
    for name in ("Compras", "", "   "):
        found = await refused(world, name)
        assert (found.code, '"Vendas"' in found.next_step) == ("panel_not_found", True)


async def test_panels_one_may_not_see_are_no_candidates(world: World) -> None:
    mine = await world.panel("carla", title="Vendas")
    hidden = await world.panel(title="Vendas", audience={"who": "only_me"})
    trashed = await world.panel("carla", title="Vendas")
    await world.write(TrashPanel(panel=trashed), "carla")
    assert await named(world, "Vendas", "carla") == mine
    assert hidden not in (await refused(world, "Compras", "carla")).next_step
    assert (await refused(world, "Vendas")).code == "ambiguous_target"


async def test_a_hidden_panel_answers_every_question_like_a_missing_one(world: World) -> None:
    panel = await world.panel(audience={"who": "teams", "teams": ["sul"]})
    trashed = await world.panel()
    await world.write(TrashPanel(panel=trashed))
    facade, carla, ana = world.house.facade, await reader(world, "carla"), await reader(world)
    for who, hidden in ((carla, panel), (ana, trashed), (carla, "nope")):
        questions = [
            facade.head(who, hidden),
            facade.panel(who, hidden),
            facade.rows(who, hidden, "nope", Slice(), 10, None),
            facade.row(who, hidden, "customers", "r1"),
            facade.versions(who, hidden, None, 10),
            facade.version(who, hidden, 1),
            facade.context(who, hidden),
            facade.export(who, hidden, "nope", Slice(), "pt-BR"),
        ]
        for question in questions:
            with pytest.raises(Refusal) as refusal:
                await question
            assert (refusal.value.code, refusal.value.facts) == ("panel_not_found", {"panel": hidden})
    assert hidden not in [one.id for one in await facade.panels(carla)]


async def test_an_unknown_collection_is_refused_with_those_there_are(world: World) -> None:
    panel = await world.panel()
    facade, ana = world.house.facade, await reader(world)
    for question in (
        facade.rows(ana, panel, "nope", Slice(), 10, None),
        facade.row(ana, panel, "nope", "r1"),
        facade.export(ana, panel, "nope", Slice(), "pt-BR"),
    ):
        with pytest.raises(Refusal) as refusal:
            await question
        assert (refusal.value.code, refusal.value.facts["choices"]) == ("collection_not_found", ["customers"])


async def test_a_shared_reader_finds_no_panel_of_one_person(world: World) -> None:
    panel = await world.panel(audience={"who": "only_me"})
    with pytest.raises(Refusal) as refusal:
        await world.house.facade.named(SharedReader("sales"), panel)
    assert refusal.value.code == "panel_not_found"
