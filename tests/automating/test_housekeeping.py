"""What is older than the retention says is forgotten for good; all that is younger can be asked for as before."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest

from liveapps.automating import housekeeping
from liveapps.automating.housekeeping import EVERY, FIRST_AFTER, KEY, Housekeeping
from liveapps.panels.errors import Refusal
from liveapps.panels.jobs import KeepHouse
from liveapps.panels.retention import Retention
from liveapps.people.policy import PersonReader
from liveapps.ports import Store, Tx
from liveapps.reading.views import Comparison
from liveapps.settings import read_config
from liveapps.writing.writes import Annotate, RestorePanel, RestoreRow, RestoreVersion, TrashPanel
from tests.automating.working import until
from tests.support.world import World, make_world, panel_template
from tests.writing.asking import add, back_to, kept_row, more, move, patch, refused, remove

T = TypeVar("T")
NOTHING = Retention(
    versions_days=None,
    trash_days=None,
    deliveries_days=None,
    readings_days=None,
    jobs_days=None,
    idempotency_days=None,
    notices_days=None,
)


@pytest.fixture
async def world(tmp_path: Path) -> AsyncGenerator[World]:
    """A house that keeps history for ten days and the trash for three, and whose worker does nothing by itself."""
    made = await make_world(tmp_path, retention=Retention(versions_days=10, trash_days=3))
    await made.running.worker.close()
    yield made
    await made.running.close()


async def keep_house(world: World) -> None:
    await world.running.housekeeping.do(KeepHouse())


async def compared(world: World, panel: str, one: int, other: int) -> Comparison:
    return await world.house.facade.compare(PersonReader(await world.person("ana")), panel, one, other)


async def versions(world: World, panel: str, login: str = "ana") -> list[int]:
    reader = PersonReader(await world.person(login))
    return [one.version for one in await world.house.facade.versions(reader, panel, None, 200)]


async def lived(world: World, panel: str, days: int) -> str:
    """A panel in which something changes each day, and the row in which it does."""
    row = await kept_row(world, panel, company="dia 0")
    for day in range(1, days):
        world.clock.forward(days=1)
        await world.write(patch(panel, row, company=f"dia {day}"))
    return row


async def test_a_version_younger_than_the_days_is_compared_and_restored_as_before(world: World) -> None:
    panel = await world.panel()
    await lived(world, panel, 20)
    newest = (await world.view(panel)).version
    young = range(newest - 10, newest + 1)
    before = {one: await compared(world, panel, one, newest) for one in young}
    await keep_house(world)
    assert await versions(world, panel) == [*reversed(young)]
    assert {one: await compared(world, panel, one, newest) for one in young} == before
    await world.write(back_to(panel, young[0]))
    assert (await world.row(panel, "C-1")).values["company"] == "dia 9"
    await world.write(back_to(panel, newest))
    assert (await world.row(panel, "C-1")).values["company"] == "dia 19"


async def test_an_older_one_is_refused_with_the_number_of_days(world: World) -> None:
    panel = await world.panel()
    row = await lived(world, panel, 20)
    await keep_house(world)
    oldest = (await versions(world, panel))[-1]
    facts = {"version": oldest - 1, "oldest": oldest, "kept_days": 10}
    reader = PersonReader(await world.person("ana"))
    for asked in (
        world.house.facade.version(reader, panel, oldest - 1),
        compared(world, panel, oldest - 1, oldest),
        world.write(back_to(panel, oldest - 1)),
        world.write(RestoreVersion(panel=panel, version=oldest - 1, row=row)),
    ):
        with pytest.raises(Refusal) as refusal:
            await asked
        assert (refusal.value.code, refusal.value.facts) == ("version_not_found", facts)
        assert "history is kept for 10 days" in refusal.value.message
        assert f"version {oldest} or a later one" in refusal.value.next_step
    assert (await world.row(panel, "C-1")).values["company"] == "dia 19"


async def test_the_story_of_a_row_goes_back_as_far_as_history_does(world: World) -> None:
    panel = await world.panel()
    row = await lived(world, panel, 20)
    reader = PersonReader(await world.person("ana"))
    before = await world.house.facade.row(reader, panel, "customers", row)
    await keep_house(world)
    after = await world.house.facade.row(reader, panel, "customers", row)
    assert (after.row, after.history) == (before.row, before.history[:11])


async def test_a_change_based_on_a_forgotten_version_never_wins_in_silence(world: World) -> None:
    """Which field was changed since is no longer known: it may be this one."""
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    read = (await world.view(panel)).version
    await world.write(patch(panel, row, company="De Bia"), "bia")
    world.clock.forward(days=30)
    await world.write(add(panel, code="C-2"))
    await keep_house(world)
    for stale in (patch(panel, row, read, company="De Ana"), move(panel, row, "won", based_on=read)):
        found = await refused(world, stale)
        assert (found.code, found.facts["based_on"], found.facts["kept_days"]) == ("version_conflict", read, 10)
        assert "based_on" in found.next_step
    assert (await world.row(panel, "C-1")).values["company"] == "De Bia"
    now = (await world.row(panel, "C-1")).version
    await world.write(patch(panel, row, now, company="De Ana"))
    assert (await world.row(panel, "C-1")).values["company"] == "De Ana"


async def test_a_row_unchanged_since_is_changed_however_old_what_it_is_based_on(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    read = (await world.view(panel)).version
    for number in range(2, 5):
        await kept_row(world, panel, code=f"C-{number}")
    world.clock.forward(days=30)
    await keep_house(world)
    await world.write(patch(panel, row, read, company="De Ana"))
    assert (await world.row(panel, "C-1")).values["company"] == "De Ana"


async def test_two_more_are_two_more_whatever_was_forgotten(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, revenue=10)
    read = (await world.view(panel)).version
    await world.write(patch(panel, row, revenue=20))
    world.clock.forward(days=30)
    await world.write(add(panel, code="C-2"))
    await keep_house(world)
    await world.write(more(panel, row, revenue=2).model_copy(update={"based_on": read}))
    assert (await world.row(panel, "C-1")).values["revenue"] == 22


async def test_a_clash_that_is_still_known_is_told_by_name(world: World) -> None:
    panel = await world.panel()
    row = await lived(world, panel, 20)
    await keep_house(world)
    oldest = (await versions(world, panel))[-1]
    await world.write(patch(panel, row, company="De Bia"), "bia")
    found = await refused(world, patch(panel, row, oldest, company="De Ana"))
    assert (found.code, found.facts["by"]) == ("version_conflict", "Bia")
    await world.write(patch(panel, row, oldest, next_step="Ligar"))


async def test_a_panel_at_rest_keeps_its_newest_version(world: World) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    world.clock.forward(days=3_000)
    await keep_house(world)
    newest = (await world.view(panel)).version
    assert await versions(world, panel) == [newest]
    await world.write(patch(panel, row, company="Depois"))
    await world.write(back_to(panel, newest))
    assert (await world.row(panel, "C-1")).values["company"] == "Embraer"


async def test_a_row_leaves_the_trash_for_good_after_its_days(world: World) -> None:
    panel = await world.panel()
    old, young, living = [await kept_row(world, panel, code=f"C-{number}") for number in range(3)]
    await world.write(Annotate(panel=panel, collection="customers", row=old, text="Ligou"), "bia")
    await world.write(remove(panel, old))
    world.clock.forward(days=2)
    await world.write(remove(panel, young))
    world.clock.forward(days=2)
    await keep_house(world)
    await world.write(RestoreRow(panel=panel, collection="customers", row=young))
    assert {row.id for row in (await world.rows(panel)).values()} == {young, living}
    found = await refused(world, RestoreRow(panel=panel, collection="customers", row=old))
    assert found.code == "row_not_found"
    reader = PersonReader(await world.person("ana"))
    with pytest.raises(Refusal) as refusal:
        await world.house.facade.row(reader, panel, "customers", old)
    assert refusal.value.code == "row_not_found"
    assert await world.house.facade.inbox(await world.person("ana")) == []
    # Its key is free again.
    await kept_row(world, panel, code="C-0")


async def test_history_from_before_a_forgotten_row_is_restored_without_it(world: World) -> None:
    panel = await world.panel()
    gone = await kept_row(world, panel, code="C-1")
    kept = await kept_row(world, panel, code="C-2", company="Antes")
    then = (await world.view(panel)).version
    await world.write(patch(panel, kept, company="Depois"))
    await world.write(remove(panel, gone))
    world.clock.forward(days=4)
    await keep_house(world)
    comparison = await compared(world, panel, then, (await world.view(panel)).version)
    assert [change.row for change in comparison.rows] == [kept]
    await world.write(back_to(panel, then))
    assert {code: row.values["company"] for code, row in (await world.rows(panel)).items()} == {"C-2": "Antes"}


async def test_a_forgotten_private_row_leaves_no_trace_for_others(world: World) -> None:
    private = {**panel_template()["collections"][0], "private_rows": True}
    panel = await world.panel(collections=[private])
    row = await kept_row(world, panel, company="Segredo")
    await world.write(remove(panel, row))
    before = await versions(world, panel, "bia")
    world.clock.forward(days=4)
    await keep_house(world)
    assert await versions(world, panel, "bia") == before == [1]
    # The panel goes on, though its newest version was about that row alone.
    await kept_row(world, panel, code="C-2")
    assert (await world.view(panel)).version == 4


async def test_a_panel_leaves_the_trash_for_good_after_its_days(world: World) -> None:
    old, young = await world.panel(title="Velho"), await world.panel(title="Novo")
    await kept_row(world, old)
    await world.write(TrashPanel(panel=old))
    world.clock.forward(days=2)
    await world.write(TrashPanel(panel=young))
    world.clock.forward(days=2)
    await keep_house(world)
    await world.write(RestorePanel(panel=young))
    assert (await refused(world, RestorePanel(panel=old))).code == "panel_not_found"
    assert await world.running.store.read(lambda tx: tx.rows(old, "customers")) == []
    assert await world.running.store.read(lambda tx: tx.versions_after(old, 0)) == []


async def everything(world: World, panel: str) -> list[Any]:
    async def body(tx: Tx) -> list[Any]:
        rows = await tx.rows(panel, "customers")
        return [
            await tx.panel(panel),
            rows,
            await tx.states(panel),
            await tx.versions_after(panel, 0),
            [await tx.annotations(panel, row.id) for row in rows],
            [one for one in await tx.notices((await tx.users())[0].id) if one.panel == panel],
        ]

    return await world.running.store.read(body)


async def test_a_panel_that_is_forgotten_takes_nothing_of_another_with_it(world: World) -> None:
    panels = [await world.panel(title=name) for name in ("Um", "Dois", "Três")]
    for panel in panels:
        row = await kept_row(world, panel, company="Embraer")
        await world.write(Annotate(panel=panel, collection="customers", row=row, text="Ligou"), "bia")
        await world.write(patch(panel, row, company="Depois"))
    await world.write(TrashPanel(panel=panels[1]))
    world.clock.forward(days=4)
    others = [await everything(world, panel) for panel in (panels[0], panels[2])]
    await keep_house(world)
    assert [await everything(world, panel) for panel in (panels[0], panels[2])] == others
    assert await everything(world, panels[1]) == [None, [], [], [], [], []]


class Halting:
    """A store whose writes fail after so many."""

    def __init__(self, store: Store, writes: int) -> None:
        self._store = store
        self._left = writes

    async def glance(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        return await self.read(body)

    async def read(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        return await self._store.read(body)

    async def write(self, body: Callable[[Tx], Awaitable[T]], *, of: str | None = None) -> T:
        if not self._left:
            raise ConnectionResetError("gone")
        self._left -= 1
        return await self._store.write(body)

    async def close(self) -> None:
        await self._store.close()


async def test_interrupted_at_any_moment_it_goes_on_the_next_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "AT_ONCE", 3)
    living, tidied, trashed = [await world.panel(title=name) for name in ("Vivo", "Arrumado", "No lixo")]
    row = await lived(world, living, 20)
    for number in range(10):
        await world.write(remove(tidied, await kept_row(world, tidied, code=f"C-{number}")))
        await kept_row(world, trashed, code=f"C-{number}")
    await world.write(TrashPanel(panel=trashed))
    world.clock.forward(days=4)
    newest = (await world.view(living)).version
    comparisons = {one: await compared(world, living, one, newest) for one in range(newest - 6, newest + 1)}
    seen, whole = await world.row(living, "C-1"), await everything(world, trashed)
    interrupted = 0
    while not await halted(world, after=3):
        interrupted += 1
        # However much is forgotten by now, what can still be asked for is answered as before.
        assert await world.row(living, "C-1") == seen
        assert {one: await compared(world, living, one, newest) for one in comparisons} == comparisons
        assert await compared(world, living, (await versions(world, living))[-1], newest)
        left = await everything(world, trashed)
        assert left[0] is None or left == whole, "no half of a panel can be brought back"
    assert interrupted > 10
    assert await everything(world, trashed) == [None, [], [], [], [], []]
    assert await world.running.store.read(lambda tx: tx.headless_panels()) == []
    assert await world.running.store.read(lambda tx: tx.rows(tidied, "customers")) == []
    reader = PersonReader(await world.person("ana"))
    story = (await world.house.facade.row(reader, living, "customers", row)).history
    assert {event.version for event in story} <= set(await versions(world, living))


async def halted(world: World, after: int) -> bool:
    """Keeps house until some writes are done; whether it came to the end."""
    store = Halting(world.running.store, after)
    try:
        await Housekeeping(store, world.house.retention, world.clock, world.house.ids).do(KeepHouse())
    except ConnectionResetError:
        return False
    return True


async def test_what_is_kept_for_ever_is_never_forgotten(tmp_path: Path) -> None:
    world = await make_world(tmp_path, retention=NOTHING)
    await world.running.worker.close()
    panel, trashed = await world.panel(), await world.panel(title="No lixo")
    await world.write(add(panel, code="C-1"), key="k")
    await world.write(TrashPanel(panel=trashed))
    before = [await everything(world, one) for one in (panel, trashed)]
    world.clock.forward(days=30_000)
    await keep_house(world)
    assert [await everything(world, one) for one in (panel, trashed)] == before
    assert (await world.write(add(panel, code="C-1"), key="k")).replayed
    await world.running.close()


async def test_a_repeat_is_recognised_for_the_days_it_is_promised(world: World) -> None:
    panel = await world.panel()
    await world.write(add(panel, code="C-1"), key="k")
    world.clock.forward(days=6)
    await keep_house(world)
    assert (await world.write(add(panel, code="C-1"), key="k")).replayed
    world.clock.forward(days=2)
    await keep_house(world)
    assert (await refused(world, add(panel, code="C-1"), key="k")).code == "duplicate_key"


async def test_readings_and_ended_jobs_are_forgotten_after_their_days(world: World) -> None:
    panel = await world.panel()
    reader = PersonReader(await world.person("ana"))
    done = await world.house.refresher.tab(reader, panel, "main", await world.origin())

    async def kept(tx: Tx) -> bool:
        return await tx.reading(done.reading or "") is not None

    world.clock.forward(days=89)
    await keep_house(world)
    assert await world.running.store.read(kept)
    world.clock.forward(days=2)
    await keep_house(world)
    assert not await world.running.store.read(kept)


async def due(world: World) -> Any:
    return (await world.running.store.read(lambda tx: tx.due_times([KEY]))).get(KEY)


async def test_a_server_that_starts_keeps_house_soon_and_then_daily(world: World) -> None:
    began = world.clock.now()
    assert await due(world) == began + FIRST_AFTER
    world.clock.forward(minutes=3)
    await world.running.housekeeping.plan()
    assert await due(world) == began + FIRST_AFTER, "one that waits already is left where it is"
    world.clock.forward(minutes=7)
    await keep_house(world)
    assert await due(world) == began + FIRST_AFTER + EVERY


async def test_a_day_on_which_it_fails_does_not_end_the_habit(world: World) -> None:
    failing = Housekeeping(Halting(world.running.store, 1), world.house.retention, world.clock, world.house.ids)
    await world.write(TrashPanel(panel=await world.panel()))
    world.clock.forward(days=4)
    with pytest.raises(ConnectionResetError):
        await failing.do(KeepHouse())
    assert await due(world) == world.clock.now() + EVERY


async def test_the_worker_of_a_server_keeps_house(tmp_path: Path) -> None:
    world = await make_world(tmp_path, retention=Retention(trash_days=3))
    panel = await world.panel()
    await world.write(TrashPanel(panel=panel))
    world.clock.forward(days=4)
    world.running.worker.nudge()

    async def gone() -> bool:
        return await world.running.store.read(lambda tx: tx.versions_after(panel, 0)) == []

    await until(gone)
    await world.running.close()


async def test_the_numbers_are_stated(world: World) -> None:
    async with await world.client() as client:
        told = (await client.get("/api/retention")).json()
    assert (told["versions_days"], told["trash_days"], told["notices_days"]) == (10, 3, 180)


def test_the_numbers_are_configured(tmp_path: Path) -> None:
    file = tmp_path / "liveapps.toml"
    file.write_text('[retention]\nversions_days = 30\ntrash_days = "for_ever"\n')
    assert read_config(file, tmp_path).retention == Retention(versions_days=30, trash_days=None)
    file.write_text("[retention]\nversions_days = 0\n")
    with pytest.raises(Refusal) as refusal:
        read_config(file, tmp_path)
    assert "retention.versions_days" in refusal.value.message
