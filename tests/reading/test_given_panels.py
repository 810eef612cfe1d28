"""An agent reads its own panels and those that a boss gave it; of any other not even the title."""

from typing import Any

import pytest

from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Actor
from liveapps.panels.template import read_template
from liveapps.people.policy import SharedReader
from liveapps.writing.writes import ChangeTemplate
from tests.reading.test_agent_context import context, of_agent
from tests.support.world import AGENT, World, panel_template
from tests.writing.asking import EMBRAER, add, back_to, kept_row, refused

FINANCE = "finance"


def given(*agents: str, **changes: Any) -> dict[str, Any]:
    return panel_template(title="Carteira secreta", audience={"who": "everyone", "agents": list(agents)}, **changes)


async def give(world: World, panel: str, *agents: str, by: str = "bia") -> None:
    world.house.funnel._rules.agents.append(FINANCE)  # pyright: ignore[reportPrivateUsage] a house with two agents
    await world.write(ChangeTemplate(panel=panel, template=read_template(given(*agents))), by)


async def test_without_being_given_it_an_agent_reads_nothing_of_a_panel(world: World) -> None:
    panel = await world.panel(**given())
    await world.ship(panel, [EMBRAER])
    assert await of_agent(world, FINANCE) == ""
    facade = world.house.facade
    for name in (panel, "carteira"):
        with pytest.raises(Refusal) as refusal:
            await facade.named(SharedReader(FINANCE), name)
        assert refusal.value.code == "panel_not_found"
        assert "secreta" not in str(refusal.value.envelope())
    with pytest.raises(Refusal):
        await facade.context(SharedReader(FINANCE), panel)
    assert await facade.heads(SharedReader(FINANCE)) == []


async def test_given_it_an_agent_reads_the_same_text_as_the_one_that_keeps_it(world: World) -> None:
    panel = await world.panel(**given())
    await world.ship(panel, [EMBRAER])
    await give(world, panel, FINANCE)
    assert await of_agent(world, FINANCE) == await of_agent(world) == await context(world, panel)
    assert "kept by sales" in await of_agent(world, FINANCE)
    found = await world.house.facade.named(SharedReader(FINANCE), "Carteira secreta")
    assert found.id == panel


async def test_taken_back_it_is_not_read_any_more_not_even_after_going_back_to_an_earlier_version(
    world: World,
) -> None:
    panel = await world.panel(**given())
    await give(world, panel, FINANCE)
    version = (await world.view(panel)).version
    await give(world, panel)
    assert await of_agent(world, FINANCE) == ""
    await world.write(back_to(panel, version))
    assert await of_agent(world, FINANCE) == ""


async def test_a_given_panel_is_read_but_not_written(world: World) -> None:
    panel = await world.panel(**given())
    await give(world, panel, FINANCE)
    origin = world.agent_origin().model_copy(update={"actor": Actor(kind="agent", id=FINANCE, name="Finanças")})
    assert (await refused(world, add(panel, code="C-9"), origin)).code == "panel_not_found"


async def test_only_a_boss_gives_a_panel_to_an_agent(world: World) -> None:
    panel = await world.panel(**given())
    change = ChangeTemplate(panel=panel, template=read_template(given(FINANCE)))
    for by in ("ana", world.agent_origin()):
        assert (await refused(world, change, by)).code == "forbidden"
    with pytest.raises(Refusal) as refusal:
        await world.panel(**given(FINANCE))
    assert refusal.value.code == "forbidden"
    await give(world, panel, FINANCE)
    # Who may not give may still redesign the rest.
    other = given(FINANCE, context_tokens=500)
    await world.write(ChangeTemplate(panel=panel, template=read_template(other)), "ana")


async def test_an_agent_that_is_not_there_is_refused_with_those_that_are(world: World) -> None:
    panel = await world.panel(**given())
    change = ChangeTemplate(panel=panel, template=read_template(given("nobody")))
    told = await refused(world, change, "bia")
    assert (told.code, told.facts["choices"]) == ("agent_not_found", [AGENT])


async def test_a_private_row_and_a_panel_of_one_person_are_read_by_no_agent(world: World) -> None:
    collection = {**panel_template()["collections"][0], "private_rows": True}
    panel = await world.panel(**given(collections=[collection]))
    await give(world, panel, FINANCE)
    template = given(FINANCE, collections=[collection])
    await world.write(ChangeTemplate(panel=panel, template=read_template(template)), "bia")
    await kept_row(world, panel, company="Segredo")
    assert "0 of 0 rows shown" in await of_agent(world, FINANCE)
    alone = {**template, "audience": {"who": "only_me", "agents": [FINANCE]}}
    await world.write(ChangeTemplate(panel=panel, template=read_template(alone)), "bia")
    assert await of_agent(world, FINANCE) == ""


async def test_a_boss_gives_a_panel_and_takes_it_back_over_http_and_nobody_else(world: World) -> None:
    world.house.funnel._rules.agents.append(FINANCE)  # pyright: ignore[reportPrivateUsage] a house with two agents
    panel = await world.panel(**given())
    ana, bia = await world.client("ana"), await world.client("bia")
    address = f"/api/panels/{panel}/agents/{FINANCE}"
    assert (await ana.put(address)).json()["code"] == "forbidden"
    assert [(await who.get(f"/api/panels/{panel}")).json()["can"]["give"] for who in (ana, bia)] == [False, True]
    for _ in range(2):
        assert (await bia.put(address)).status_code == 200
    assert panel in await of_agent(world, FINANCE)
    assert (await bia.put(f"/api/panels/{panel}/agents/nobody")).json()["code"] == "agent_not_found"
    assert (await ana.delete(address)).json()["code"] == "forbidden"
    assert (await bia.delete(address)).status_code == 200
    assert await of_agent(world, FINANCE) == ""
