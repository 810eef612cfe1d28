"""A refresh that runs while a person edits never overwrites that edit."""

import asyncio
from typing import Any

from liveapps.acting.receipts import Refreshed
from liveapps.people.policy import PersonReader
from tests.support.world import World, panel_template
from tests.writing.asking import EMBRAER, RIOTUR, add, move, patch, redesign, remove


class SlowTool:
    """A tool that has read its list, and does not answer until it is let go."""

    def __init__(self, world: World, rows: list[dict[str, Any]]) -> None:
        self.begun, self.go = asyncio.Event(), asyncio.Event()
        self._rows = rows
        world.tool("crm.slow", self.answer)

    async def answer(self) -> dict[str, Any]:
        self.begun.set()
        await self.go.wait()
        return {"rows": self._rows, "total": len(self._rows), "truncated": False}


def slow_template() -> dict[str, Any]:
    template = panel_template()
    template["tabs"][0]["refresh"]["tool"] = "crm.slow"
    return template


async def refresh(world: World, panel: str) -> Refreshed:
    origin = await world.origin("bia")
    return await world.house.refresher.tab(PersonReader(await world.person("bia")), panel, "main", origin)


async def test_what_a_person_did_while_the_tool_ran_stays(world: World) -> None:
    fresh = {**EMBRAER, "email": "novo@embraer.com.br", "revenue": 11, "stage": "new"}
    tool = SlowTool(world, [fresh, RIOTUR])
    panel = await world.panel(**slow_template())
    await world.ship(panel, [EMBRAER, RIOTUR])
    rows = await world.rows(panel)
    running = asyncio.create_task(refresh(world, panel))
    await tool.begun.wait()

    await world.write(patch(panel, rows["C-1"].id, email="meu@embraer.com.br"))
    await world.write(move(panel, rows["C-1"].id, "won"))
    await world.write(remove(panel, rows["C-2"].id))
    await world.write(add(panel, code="H-1", company="À mão"))
    tool.go.set()
    done = await running

    assert done.status == "complete"
    after = await world.rows(panel)
    edited = after["C-1"]
    assert (edited.values["email"], edited.stage) == ("meu@embraer.com.br", "won")
    assert edited.values["revenue"] == 11
    assert edited.suggestions["email"].value == "novo@embraer.com.br"
    assert done.receipts[0].suggestions[0].row == edited.id
    assert done.receipts[0].in_trash == [rows["C-2"].id]
    assert set(after) == {"C-1", "H-1"}
    assert after["H-1"].unconfirmed_since is None


async def test_people_write_while_a_tool_runs_without_waiting_for_it(world: World) -> None:
    """No lock is held while the tool runs: the edit is there before the tool has answered."""
    tool = SlowTool(world, [EMBRAER])
    panel = await world.panel(**slow_template())
    running = asyncio.create_task(refresh(world, panel))
    await tool.begun.wait()
    await world.write(add(panel, code="H-1"))
    assert list(await world.rows(panel)) == ["H-1"]
    assert not running.done()
    tool.go.set()
    await running
    assert set(await world.rows(panel)) == {"C-1", "H-1"}


async def test_a_list_for_a_collection_that_was_redesigned_meanwhile_is_told_and_writes_nothing(world: World) -> None:
    tool = SlowTool(world, [EMBRAER])
    panel = await world.panel(**slow_template())
    running = asyncio.create_task(refresh(world, panel))
    await tool.begun.wait()
    collection = panel_template()["collections"][0]
    fewer = [one for one in collection["fields"] if one["id"] != "email"]
    await world.write(redesign(panel, collections=[{**collection, "fields": fewer}]))
    tool.go.set()
    done = await running
    assert (done.status, done.code) == ("error", "field_not_found")
    assert await world.rows(panel) == {}
