"""Who listens in one process hears of what is written in another."""

import asyncio
from collections.abc import AsyncGenerator
from uuid import uuid4

import pytest

from liveapps.adapters.postgres import wakeup as wakeup_module
from liveapps.adapters.postgres.driver import connect
from liveapps.adapters.postgres.store import PostgresStore
from liveapps.adapters.postgres.wakeup import PostgresWakeup, payloads
from liveapps.adapters.system import ProcessWakeup
from liveapps.ports import PanelChanged
from tests.store import nouns
from tests.support.clock import FixedClock
from tests.support.postgres import cut_connections, shared_database

Pair = tuple[PostgresWakeup, PostgresWakeup]
FIRST = PanelChanged("p1", 7, ("main", "sales"))


def made(workspace: str) -> PostgresWakeup:
    return PostgresWakeup(shared_database(), ProcessWakeup(), FixedClock(nouns.AT), workspace)


@pytest.fixture
def workspace() -> str:
    return uuid4().hex


@pytest.fixture
async def pair(workspace: str, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Pair]:
    monkeypatch.setattr(wakeup_module, "LONGEST_SECONDS", 0.01)
    here, there = made(workspace), made(workspace)
    await here.start()
    await there.start()
    yield here, there
    await here.close()
    await there.close()


async def heard(queue: "asyncio.Queue[PanelChanged | None]") -> PanelChanged | None:
    async with asyncio.timeout(20):
        return await queue.get()


async def test_listeners_of_the_same_process_hear_at_once(pair: Pair) -> None:
    with pair[0].listening() as changes:
        pair[0].announce(FIRST)
        assert changes.get_nowait() == FIRST


async def test_listeners_of_another_process_hear_and_those_of_the_same_are_not_told_twice(pair: Pair) -> None:
    here, there = pair
    with here.listening() as mine, there.listening() as theirs:
        here.announce(FIRST)
        assert await heard(theirs) == FIRST
        there.announce(PanelChanged("p2", 1, ()))
        assert [await heard(mine), await heard(mine)] == [FIRST, PanelChanged("p2", 1, ())]


async def test_listeners_of_another_workspace_hear_nothing(pair: Pair) -> None:
    stranger = made(uuid4().hex)
    await stranger.start()
    with stranger.listening() as strange, pair[1].listening() as theirs:
        pair[0].announce(FIRST)
        await heard(theirs)
        stranger.announce(PanelChanged("own", 1, ()))
        assert await heard(strange) == PanelChanged("own", 1, ())
    await stranger.close()


async def test_changes_of_one_moment_travel_together_each_panel_once(pair: Pair, workspace: str) -> None:
    sent: asyncio.Queue[str] = asyncio.Queue()

    def notified(connection: object, pid: int, channel: str, payload: str) -> None:
        sent.put_nowait(payload)

    watching = await connect(shared_database())
    await watching.add_listener(f"liveapps_{workspace}", notified)
    for number in range(1, 51):
        pair[0].announce(PanelChanged("p1", number, ("main",) if number % 2 else ("sales",)))
        pair[0].announce(PanelChanged("p2", number, ()))
    async with asyncio.timeout(20):
        _, *lines = (await sent.get()).split("\n")
    assert lines == ["p1:50:main,sales", "p2:50:"]
    assert sent.empty()
    await watching.close()


def test_no_notification_is_longer_than_the_database_takes_and_no_tab_is_left_out() -> None:
    tabs = tuple(f"tab_{number:03}_{'x' * 50}" for number in range(300))
    changes = [PanelChanged(f"panel {number}", number, tabs[: number * 30]) for number in range(11)]
    sent = list(payloads("sender", changes))
    assert max(len(payload.encode()) for payload in sent) < 8_000
    told: dict[str, list[str]] = {}
    for payload in sent:
        sender, *lines = payload.split("\n")
        assert sender == "sender"
        for line in lines:
            panel, version, some = line.split(":")
            assert panel == f"panel {version}"
            told.setdefault(panel, []).extend(some.split(",") if some else [])
    assert told == {change.panel: list(change.tabs) for change in changes}
    assert len(sent) < 20


async def test_what_is_announced_while_the_connections_are_away_is_known_when_they_are_back(
    pair: Pair, workspace: str
) -> None:
    """Told by the one that announced it, or found in the database by a listener that came back later than that."""
    store = PostgresStore(shared_database(), workspace)
    await store.write(lambda tx: tx.insert_panel(nouns.panel(FIRST.panel, version=FIRST.version)))
    await store.close()
    here, there = pair
    with there.listening() as theirs:
        cut_connections(shared_database())
        here.announce(FIRST)
        change = await heard(theirs)
    assert change in (FIRST, PanelChanged(FIRST.panel, FIRST.version, ()))


async def test_what_was_written_while_a_listener_was_away_is_looked_up_when_it_is_back(
    pair: Pair, workspace: str
) -> None:
    """Nobody announces it again: it is found in the database."""
    store = PostgresStore(shared_database(), workspace)
    await store.write(lambda tx: tx.insert_panel(nouns.panel("p1", version=9)))
    await store.close()
    with pair[1].listening() as theirs:
        cut_connections(shared_database())
        assert await heard(theirs) == PanelChanged("p1", 9, ())
