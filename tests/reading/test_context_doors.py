"""Through whichever door a panel is changed, the next run of an agent reads it as it is then; and people are shown the
same bytes that the agent was given."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from liveapps.people.policy import PersonReader
from liveapps.ports import AgentTools, RunSink, Turn
from liveapps.writing.writes import RestorePanel, TrashPanel
from tests.acting.test_calculators import compute
from tests.automating.test_refreshing import QUARTER
from tests.doors.webhooks.sending import body_of, hook, opened
from tests.support.chat import Script, say
from tests.support.patience import until
from tests.support.world import World, make_world
from tests.writing.asking import kept_row, remove
from tests.writing.test_computed import two_lists

NEW = {"code": "C-9", "company": "Nova"}


class Room:
    """A house whose agent only listens, and keeps what it heard."""

    def __init__(self, world: World, script: Script) -> None:
        self.world, self.script = world, script
        self.heard: list[Turn] = []
        self.panel = ""

    async def listens(self) -> str:
        """The context of one more run."""
        self.script.steps = [self._listen]
        await say(await self.world.client(), "Oi")
        return self.heard[-1].context

    async def _listen(self, turn: Turn, *_: object) -> None:
        self.heard.append(turn)

    async def shown(self) -> str:
        """What a person is shown of the panel's context."""
        return (await (await self.world.client()).get(f"/api/panels/{self.panel}/context")).text


@pytest.fixture
async def room(tmp_path: Path) -> AsyncGenerator[Room]:
    script = Script()
    made = Room(await make_world(tmp_path, runtime=lambda _: script), script)
    template = two_lists(hooks=[hook("generic")], calculator={"tool": "month", "fills": ["customers", "summary"]})
    template["tabs"][0]["refresh"] = None
    tools = {"by": "tool", "tool": "crm.list", "into": [{"target": "leads", "extract": COUNTED, "mode": "complete"}]}
    block = {"kind": "table", "id": "leads_table", "of": "leads"}
    template["tabs"].append({"id": "more", "title": "Leads", "refresh": tools, "schedule": QUARTER, "blocks": [block]})
    made.panel = await made.world.panel(**template)
    await made.world.ship(made.panel, [{"code": "C-1", "company": "Embraer", "revenue": 10}])
    yield made
    await made.world.running.close()


COUNTED: dict[str, Any] = {"kind": "structured", "path": "rows", "total": "total", "truncated": "truncated"}


async def on_screen(room: Room) -> None:
    row = (await room.world.row(room.panel, "C-1")).id
    address = f"/api/panels/{room.panel}/collections/customers/rows/{row}"
    await (await room.world.client()).patch(address, json={"set": {"company": "Mudada"}})


async def a_drag(room: Room) -> None:
    row = (await room.world.row(room.panel, "C-1")).id
    address = f"/api/panels/{room.panel}/collections/customers/rows/{row}/move"
    await (await room.world.client()).post(address, json={"stage": "won"})


async def the_api(room: Room) -> None:
    token = (await room.world.house.accounts.create_token(await room.world.person("bia"), "Planilha"))[1]
    client = await room.world.client()
    client.cookies.clear()
    address = f"/api/panels/{room.panel}/collections/customers/shipments"
    sent = {"mode": "partial", "rows": [NEW]}
    told = await client.post(address, json=sent, headers={"Authorization": f"Bearer {token}"})
    assert told.status_code == 200, told.text


async def a_webhook(room: Room) -> None:
    sender = await opened(room.world, "generic", room.panel)
    await sender.send(body_of({"id": "C-9", "name": "Nova", "mail": None}))


async def a_calculator(room: Room) -> None:
    await compute(room.world, room.panel)


async def a_refresh(room: Room) -> None:
    room.world.crm.append(NEW)
    await (await room.world.client()).post(f"/api/panels/{room.panel}/tabs/more/refresh")


async def a_schedule(room: Room) -> None:
    room.world.crm.append(NEW)
    room.world.clock.at += timedelta(minutes=15)
    room.world.running.worker.nudge()

    async def came() -> bool:
        view = await room.world.view(room.panel)
        return view.collections["leads"].count == 1

    await until(came)


async def an_agent(room: Room) -> None:
    async def ships(turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        await tools.ship_rows(room.panel, "customers", [NEW])

    room.script.steps = [ships]
    await say(await room.world.client(), "Inclua")


async def a_restore(room: Room) -> None:
    await (await room.world.client()).post(f"/api/panels/{room.panel}/versions/1/restore")


async def the_trash_of_rows(room: Room) -> None:
    row = await kept_row(room.world, room.panel, code="C-2")
    await room.listens()
    await room.world.write(remove(room.panel, row))


async def the_trash_of_panels(room: Room) -> None:
    await room.world.write(TrashPanel(panel=room.panel))
    assert await room.listens() == ""
    await room.world.write(RestorePanel(panel=room.panel))


async def a_redesign(room: Room) -> None:
    template = (await room.world.view(room.panel)).template.model_copy(update={"title": "Outra"})
    sent = {"template": template.model_dump(mode="json")}
    await (await room.world.client()).put(f"/api/panels/{room.panel}/template", json=sent)


DOORS: dict[str, Callable[[Room], Awaitable[None]]] = {
    "the screen": on_screen,
    "a drag": a_drag,
    "the API": the_api,
    "a webhook": a_webhook,
    "a calculator": a_calculator,
    "a refresh": a_refresh,
    "a schedule": a_schedule,
    "an agent": an_agent,
    "going back to a version": a_restore,
    "the trash of rows": the_trash_of_rows,
    "the trash of panels": the_trash_of_panels,
    "a redesign": a_redesign,
}


@pytest.mark.parametrize("door", DOORS)
async def test_after_a_change_through_any_door_the_next_run_reads_the_panel_anew(room: Room, door: str) -> None:
    before = await room.listens()
    assert await room.listens() == before
    await DOORS[door](room)
    after = await room.listens()
    assert after != before
    version = (await room.world.view(room.panel)).version
    assert f"version {version}" in after


async def test_people_are_shown_the_very_bytes_that_the_agent_was_given(room: Room) -> None:
    other = await room.world.panel(title="Segunda")
    given = await room.listens()
    first = await room.shown()
    room.panel = other
    assert sorted(given.split("\n\n")) == sorted([first, await room.shown()])


async def test_an_agent_tells_nobody_of_a_panel_that_this_person_may_not_see(room: Room) -> None:
    """The panel of a team reaches an agent only when it works for somebody of that team."""
    await room.world.panel(title="Do Sul", audience={"who": "teams", "teams": ["sul"]}, by="bia")
    facade = room.world.house.facade
    carla = await room.world.person("carla", teams=["sul"])
    assert "Do Sul" not in await room.listens()
    assert "Do Sul" in await facade.agent_context("sales", carla)
    assert "Do Sul" in [head.template.title for head in await facade.heads(PersonReader(carla))]
