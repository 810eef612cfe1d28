"""A screen that fetches what it is told has moved on shows what a fresh look would show, also after it was cut off."""

import asyncio
from itertools import cycle
from typing import Any

from liveapps.blocks.text import TextContent
from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Actor, Origin
from liveapps.reading.views import PanelView
from liveapps.writing.writes import CreatePanel, SetBlock, TrashPanel, Write
from tests.doors.http.asking import Stream, listening
from tests.proof.keeping import shown
from tests.proof.workload import AGENT, PERSON, SOURCE, Workload, computed_template
from tests.support.world import World
from tests.writing.asking import add

TABS = {"board", "work", "words"}


class Screen:
    """Holds a panel as it was given, and of each event fetches nothing but the tabs that it names."""

    def __init__(self, world: World, panel: str) -> None:
        self._world = world
        self.panel = panel
        self.view: PanelView | None = None

    async def look(self) -> PanelView | None:
        """The panel as it is now; None when it stands in the trash."""
        return await shown(self._world, self.panel, "ana")

    async def hear(self, event: dict[str, Any]) -> None:
        """An event without tabs says that the panel came or went."""
        now = await self.look()
        if self.view is None or now is None or not event["tabs"]:
            self.view = now
            return
        shown = {name for tab in event["tabs"] for name in now.template.targets(now.template.tab(tab))}
        parts = {
            "collections": {**self.view.collections, **{n: c for n, c in now.collections.items() if n in shown}},
            "states": {**self.view.states, **{n: s for n, s in now.states.items() if n in shown}},
            "tabs": [
                fresh if fresh.id in event["tabs"] else old for old, fresh in zip(self.view.tabs, now.tabs, strict=True)
            ],
        }
        # The head of a panel is small and comes with every answer.
        self.view = now.model_copy(update=parts)

    @property
    def have(self) -> str:
        return f"{self.panel}:{self.view.version if self.view else 1}"


async def opened(world: World) -> Screen:
    write = CreatePanel(panel=world.house.ids.new(), agent="sales", template=computed_template())
    screen = Screen(world, (await world.write(write, "ana")).panel)
    screen.view = await screen.look()
    return screen


class Crew:
    """Two people, a source and the agent, who write in turns."""

    def __init__(self, world: World, screen: Screen, seed: int) -> None:
        self._world = world
        self._screen = screen
        self._workload = Workload(screen.panel, seed, f"crew {seed}", computed_template)
        self._turns = cycle(("ana", "bia", "source", "agent"))

    async def write(self, count: int) -> list[tuple[Write, int]]:
        """The writes, of so many, that made a version, and which."""
        told: list[tuple[Write, int]] = []
        for _ in range(count):
            before, view = await self._version(), await self._screen.look()
            origin, weights = await self._next(view)
            write = self._workload.next(view, weights)
            try:
                receipt = await self._world.write(write, origin)
            except Refusal:
                continue
            if receipt.version > before:
                told.append((write, receipt.version))
        return told

    async def _version(self) -> int:
        head = await self._world.running.store.read(lambda tx: tx.panel(self._screen.panel))
        assert head is not None
        return head.version

    async def _next(self, view: PanelView | None) -> tuple[Origin, dict[str, int]]:
        name = next(self._turns) if view else "ana"
        if name == "agent":
            return self._world.agent_origin(), AGENT
        if name == "source":
            actor = Actor(kind="system", id="refresh")
            return Origin(door="refresh", actor=actor, at=self._world.clock.now(), tool="crm.list"), SOURCE
        return await self._world.origin(name), PERSON


async def heard(stream: Stream, screen: Screen, version: int) -> None:
    while True:
        event = await stream.event()
        await screen.hear(event)
        if event["version"] >= version:
            return


async def test_after_each_event_the_screen_shows_what_a_fresh_look_shows(world: World) -> None:
    screen = await opened(world)
    crew, kinds = Crew(world, screen, 1), set[str]()
    async with listening(world) as stream:
        for _ in range(160):
            for write, version in await crew.write(1):
                event = await stream.event()
                assert event["version"] == version
                came_or_went = write.kind in ("trash_panel", "restore_panel")
                assert set(event["tabs"]) <= TABS
                assert bool(event["tabs"]) != came_or_went, write
                await screen.hear(event)
                assert screen.view == await screen.look(), write
                kinds.add(write.kind)
    assert len(kinds) > 10


async def test_a_write_names_only_the_tabs_that_show_what_it_touched(world: World) -> None:
    screen = await opened(world)
    assert screen.view is not None
    async with listening(world) as stream:
        await world.write(SetBlock(panel=screen.view.id, block="summary", content=TextContent(markdown="Olá")))
        assert (await stream.event())["tabs"] == ["words"]
        await world.write(add(screen.view.id, code="C-1"))
        assert (await stream.event())["tabs"] == ["board", "words"]


async def test_when_many_write_at_once_the_screen_ends_up_showing_all_of_it(world: World) -> None:
    screen = await opened(world)
    async with listening(world) as stream:
        told = await asyncio.gather(*(Crew(world, screen, seed).write(25) for seed in range(6)))
        await heard(stream, screen, max(version for one in told for _, version in one))
        assert screen.view == await screen.look()


async def test_a_screen_that_was_cut_off_learns_what_it_missed(world: World) -> None:
    screen, other = await opened(world), await opened(world)
    crew = Crew(world, screen, 2)
    for _ in range(12):
        told = await crew.write(8)
        async with listening(world, have=f"{screen.have},{other.have}") as stream:
            if told:
                await heard(stream, screen, told[-1][1])
            assert screen.view == await screen.look()
            assert stream.silent()


async def test_a_screen_that_was_cut_off_learns_that_its_panel_went_to_the_trash(world: World) -> None:
    screen = await opened(world)
    assert screen.view is not None
    await world.write(TrashPanel(panel=screen.view.id))
    async with listening(world, have=screen.have) as stream:
        assert await stream.event() == {"panel": screen.view.id, "version": 2, "tabs": []}
