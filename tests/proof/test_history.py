"""Whatever many writers do at once, the history tells it all: nothing acknowledged is lost, no version is missing."""

import asyncio
from collections import Counter
from random import Random

from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.rows import Row
from liveapps.reading.views import PanelView
from liveapps.writing.writes import CreatePanel
from tests.proof.history import Done, Kept, violations
from tests.proof.keeping import kept, shown
from tests.proof.workload import AGENT, LIST, MANY, PERSON, SOURCE, Workload, computed_template
from tests.support.world import World

WRITERS = ("ana", "bia", "carla", "davi", "elis", "the agent", "the agent", "a source")
WRITES_EACH = 50
VERBS = {
    *(
        "create_panel",
        "change_template",
        "set_block",
        "mark_failed",
        "ship",
        "compute",
        "add_row",
        "patch_row",
        "move_card",
    ),
    *("remove_row", "restore_row", "annotate", "settle_suggestion", "restore_version", "trash_panel", "restore_panel"),
}


class Crowd:
    """Writers that write to one panel at once, and remember what they were told and shown."""

    def __init__(self, world: World, panel: str) -> None:
        self.world = world
        self.panel = panel
        self.log: list[Done] = []
        self.seen: dict[int, dict[str, Row]] = {}
        self.refused: Counter[str] = Counter()

    async def write(self, number: int) -> None:
        name = WRITERS[number]
        origin, weights = await self._who(name)
        workload = Workload(self.panel, number, f"{name} {number}", computed_template)
        twice = Random(number)
        for turn in range(WRITES_EACH):
            write = workload.next(await self._look(), weights)
            key = f"{number} {turn}"
            asked = [self.world.write(write, origin, key) for _ in range(2 if twice.random() < 0.1 else 1)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            for answer in answers:
                if isinstance(answer, Refusal):
                    self.refused[answer.code] += 1
                elif isinstance(answer, BaseException):
                    raise answer
                elif not answer.replayed:
                    self.log.append(Done(write, answer, origin.actor.id, by_hand=origin.by_hand))

    async def _look(self) -> PanelView | None:
        """What Bia sees. A look that another write came between is of no version."""
        view = await shown(self.world, self.panel, "bia")
        if view is None:
            return None
        version, rows = await self.world.whole(view)
        if version == view.version:
            self.seen[version] = rows
        return view

    async def _who(self, name: str) -> tuple[Origin, dict[str, int]]:
        if name == "the agent":
            return self.world.agent_origin(), AGENT
        if name == "a source":
            actor = Actor(kind="system", id="refresh")
            return Origin(door="refresh", actor=actor, at=self.world.clock.now(), tool="crm.list"), SOURCE
        await self.world.person(name, "boss")
        return await self.world.origin(name), PERSON


async def test_whatever_eight_writers_do_at_once_the_history_tells_all_of_it(world: World) -> None:
    write = CreatePanel(panel=world.house.ids.new(), agent="sales", template=computed_template())
    created = await world.write(write, "bia")
    crowd = Crowd(world, created.panel)
    crowd.log.append(Done(write, created, (await world.person("bia")).id))
    await asyncio.gather(*(crowd.write(number) for number in range(len(WRITERS))))

    now = await kept(world.running.store, created.panel)
    assert violations(crowd.log, now, crowd.seen) == []
    assert await alert_of(world, created.panel) == alert_by_the_rows(now)
    assert {one.write.kind for one in crowd.log} == VERBS
    assert len(crowd.log) > len(WRITERS) * WRITES_EACH / 2, crowd.refused
    assert len(crowd.seen) > 50


async def alert_of(world: World, panel: str) -> tuple[str, float | None]:
    (alert,) = await world.running.store.read(lambda tx: tx.alert_states(panel))
    return alert.status, alert.value


def alert_by_the_rows(now: Kept) -> tuple[str, float | None]:
    """How the alert must stand. Of a list whose last refresh failed nobody knows."""
    (listed,) = (state for state in now.states if state.target == LIST)
    if listed.freshness is not None and listed.freshness.status == "error":
        return "error", None
    living = sum(row.collection == LIST and row.trashed_at is None for row in now.rows)
    return ("alerting" if living > MANY else "normal"), living
