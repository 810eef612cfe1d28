"""What is forgotten for good: a little at a time, nothing young, and nothing of another panel."""

from datetime import timedelta
from typing import Any, get_args

import pytest

from liveapps.adapters.schema.forgetting import OF_PANEL
from liveapps.conversation.files import ReadFile
from liveapps.panels.alerts import AlertState, Follower
from liveapps.panels.history import RowBefore, Version
from liveapps.panels.hooks import Delivery, Endpoint
from liveapps.panels.jobs import Job, JudgeAlerts
from liveapps.panels.rows import Row
from liveapps.people.policy import RowScope
from liveapps.ports import Dated, Store, Tx
from tests.store import host_nouns, nouns
from tests.store.nouns import AT, ORIGIN

OLD = AT - timedelta(days=400)
YEAR_AGO = AT - timedelta(days=365)
ALL = 1_000


def version(number: int, panel: str = "p1", *rows: str, **changes: Any) -> Version:
    """An old one, that changed some rows and nothing else."""
    whole = Version(
        panel=panel,
        version=number,
        kind="ship",
        origin=ORIGIN.model_copy(update={"at": OLD}),
        rows=[RowBefore(row=row, collection="customers", version=number, before=None) for row in rows],
    )
    return whole.model_copy(update=changes)


def young(number: int, panel: str = "p1", *rows: str) -> Version:
    return version(number, panel, *rows, origin=ORIGIN)


async def keep(store: Store, *versions: Version) -> None:
    """The panels of some versions, with those."""

    async def body(tx: Tx) -> None:
        for panel in sorted({one.panel for one in versions}):
            own = [one for one in versions if one.panel == panel]
            await tx.insert_panel(nouns.panel(panel, version=max(one.version for one in own)))
            for one in own:
                await tx.append_version(one)

    await store.write(body)


async def put_in_trash(store: Store, *rows: Row, panel: str = "p1") -> None:
    collections = nouns.template().collections
    await store.write(lambda tx: tx.save_rows(panel, [(row, None) for row in rows], collections))


async def numbers(store: Store, panel: str = "p1") -> list[int]:
    return [one.version for one in await store.read(lambda tx: tx.versions_after(panel, 0))]


async def told(store: Store, row: str, panel: str = "p1") -> list[int]:
    return [one.version for one, _ in await store.read(lambda tx: tx.row_history(panel, row))]


async def forget_versions(store: Store, limit: int = ALL, panel: str = "p1") -> int:
    return await store.write(lambda tx: tx.forget_versions(panel, YEAR_AGO, limit))


async def old_panels(store: Store) -> list[str]:
    return sorted(await store.read(lambda tx: tx.panels_with_old_versions(YEAR_AGO)))


async def test_the_oldest_versions_are_forgotten_up_to_the_first_that_is_young(store: Store) -> None:
    """A version is undone through all that follow it: none may go from between."""
    await keep(
        store, version(1, "p1", "r1"), version(2, "p1", "r1"), young(3, "p1", "r1"), version(4, "p1", "r1"), young(5)
    )
    assert await store.read(lambda tx: tx.oldest_version("p1")) == 1
    assert await old_panels(store) == ["p1"]
    assert await forget_versions(store) == 4
    assert (await numbers(store), await told(store, "r1")) == ([5, 4, 3], [4, 3])
    assert await store.read(lambda tx: tx.oldest_version("p1")) == 3
    assert (await old_panels(store), await forget_versions(store)) == ([], 0)


async def test_the_newest_version_stays_however_old_it_is(store: Store) -> None:
    await keep(store, version(1), version(2, "p1", "r1"))
    await forget_versions(store)
    assert (await numbers(store), await told(store, "r1")) == ([2], [2])
    assert await old_panels(store) == []


async def test_versions_of_another_panel_stay(store: Store) -> None:
    await keep(store, version(1), version(2), version(1, "p2", "r1"), version(2, "p2"))
    await forget_versions(store)
    assert (await numbers(store, "p2"), await told(store, "r1", "p2")) == ([2, 1], [1])
    assert await old_panels(store) == ["p2"]


async def test_a_long_history_is_forgotten_a_little_at_a_time(store: Store) -> None:
    """The number of a version goes before what it changed: what is left of it, nobody can ask for."""
    rows = [f"r{number}" for number in range(5)]
    await keep(store, version(1, "p1", *rows), version(2, "p1", *rows), young(3))
    assert await forget_versions(store, 1) == 2
    assert await numbers(store) == [3, 2]
    taken = [await forget_versions(store, 1) for _ in range(11)]
    assert (taken[0], sum(taken), taken[-1]) == (2, 10, 0)
    assert await numbers(store) == [3]


async def test_what_is_left_of_a_version_after_an_interruption_is_found(store: Store) -> None:
    await keep(store, version(1, "p1", "r1", "r2"), young(2))
    await forget_versions(store, 1)
    assert await numbers(store) == [2]
    assert await old_panels(store) == ["p1"]
    await forget_versions(store)
    assert await old_panels(store) == []


async def test_rows_leave_the_trash_for_good_with_all_that_belongs_to_them(store: Store) -> None:
    await keep(store, version(1, "p1", "r1", "r2"), version(2, "p1", "r1"))
    gone, kept = nouns.plain_row("r1", trashed_at=OLD), nouns.plain_row("r2", trashed_at=AT)
    await put_in_trash(store, gone, kept, nouns.plain_row("r3"))

    async def more(tx: Tx) -> None:
        await tx.add_annotation("p1", nouns.annotation())
        await tx.add_notice(nouns.notice())
        await tx.add_notice(nouns.notice("n2", row="r2"))

    await store.write(more)
    assert await store.read(lambda tx: tx.old_trash(YEAR_AGO, ALL)) == [("p1", "r1")]
    assert await store.write(lambda tx: tx.forget_rows("p1", ["r1", "r2", "r3"], YEAR_AGO)) == 1
    assert sorted(row.id for row in await store.read(lambda tx: tx.rows("p1", "customers"))) == ["r2", "r3"]
    assert await store.read(lambda tx: tx.annotations("p1", "r1")) == []
    assert [one.id for one in await store.read(lambda tx: tx.notices("ana"))] == ["n2"]
    assert (await told(store, "r1"), await told(store, "r2")) == ([], [1])
    assert await store.read(lambda tx: tx.old_trash(YEAR_AGO, ALL)) == []


async def test_versions_no_longer_tell_of_a_row_that_is_forgotten(store: Store) -> None:
    """A private row was hidden from others: forgotten, it must not show as a version that changed something."""
    private = nouns.plain_row("r1", trashed_at=OLD, private=True, owner="ana")
    await keep(store, version(1), version(2, "p1", "r1"), version(3, "p1", "r1", "r2"), version(4, "p1", "r1"))
    await put_in_trash(store, private, nouns.plain_row("r2"))

    async def seen() -> list[tuple[int, int]]:
        found = await store.read(lambda tx: tx.versions("p1", None, 10, RowScope(owner="bia")))
        return [(one.version, rows) for one, rows in found]

    before = await seen()
    await store.write(lambda tx: tx.forget_rows("p1", ["r1"], YEAR_AGO))
    assert await seen() == before == [(3, 1), (1, 0)]
    assert await store.read(lambda tx: tx.version("p1", 4)) is None


async def test_a_version_that_changed_something_else_too_stays(store: Store) -> None:
    redesign = version(2, "p1", "r1", template=nouns.template(title="Antes"))
    refresh = version(3, "p1", "r1", states=nouns.states())
    await keep(store, version(1), redesign, refresh)
    await put_in_trash(store, nouns.plain_row("r1", trashed_at=OLD))
    await store.write(lambda tx: tx.forget_rows("p1", ["r1"], YEAR_AGO))
    assert await numbers(store) == [3, 2, 1]


async def test_a_row_brought_back_meanwhile_is_not_forgotten(store: Store) -> None:
    await keep(store, version(1, "p1", "r1"))
    await put_in_trash(store, nouns.plain_row("r1", trashed_at=OLD))
    due = await store.read(lambda tx: tx.old_trash(YEAR_AGO, ALL))
    await put_in_trash(store, nouns.plain_row("r1"))
    assert await store.write(lambda tx: tx.forget_rows("p1", [row for _, row in due], YEAR_AGO)) == 0
    assert (len(await store.read(lambda tx: tx.rows("p1", "customers"))), await told(store, "r1")) == (1, [1])


async def fill(store: Store, panel: str) -> None:
    """Something in every table that speaks of a panel."""

    async def body(tx: Tx) -> None:
        await tx.insert_panel(nouns.panel(panel, trashed_at=OLD, version=2))
        rows = [nouns.plain_row("r1"), nouns.plain_row("r2")]
        await tx.save_rows(panel, [(row, row.id) for row in rows], nouns.template().collections)
        await tx.save_states(panel, nouns.states())
        await tx.append_version(version(1, panel, "r1", "r2"))
        await tx.append_version(young(2, panel, "r1"))
        await tx.add_annotation(panel, nouns.annotation())
        await tx.add_notice(nouns.notice(f"about {panel}", panel=panel))
        await tx.grant(panel, "mail.send", "bia", AT)
        await tx.save_reading(nouns.reading(f"reading {panel}", panel=panel))
        address = f"address {panel}"
        await tx.save_endpoint(Endpoint(id=address, panel=panel, hook="h", sealed="", opened_by="bia", opened_at=AT))
        for number in range(3):
            one = Delivery(id=f"d{number}", endpoint=address, key=f"k{number}", at=AT, outcome="applied")
            await tx.take_delivery(one, 10)
        await tx.save_alert_state(panel, AlertState(alert="many", since=AT))
        await tx.follow(Follower(panel=panel, alert="many", person="ana"))
        await tx.add_proposal(host_nouns.proposal(f"about {panel}", panel=panel))
        await tx.put_job(Job(id=f"job {panel}", task=JudgeAlerts(panel=panel), run_at=AT, created_at=AT))

    await store.write(body)


async def left(store: Store, panel: str) -> dict[str, int]:
    """How much there is of a panel, by the table it is kept in."""

    async def body(tx: Tx) -> dict[str, int]:
        return {
            "panel": len([one for one in [await tx.panel(panel)] if one]),
            "panel_row": len(await tx.rows(panel, "customers")),
            "block_state": len(await tx.states(panel)),
            "panel_version": len(await tx.versions_after(panel, 0)),
            # What is left of a row's history without its version shows in no other verb.
            "row_version": len(await tx.row_history(panel, "r1")) + len(await tx.row_history(panel, "r2")),
            "annotation": len(await tx.annotations(panel, "r1")),
            "notice": len([one for one in await tx.notices("ana") if one.panel == panel]),
            "tool_grant": len(await tx.grants(panel)),
            "reading": len([one for one in [await tx.reading(f"reading {panel}")] if one]),
            "endpoint": len(await tx.endpoints(panel)),
            "delivery": len(await tx.deliveries(f"address {panel}", 10)),
            "alert_state": len(await tx.alert_states(panel)),
            "alert_follower": len(await tx.followers(panel)),
            "proposal": len([one for one in [await tx.proposal("ana", f"about {panel}")] if one]),
            "job": len([one for one in [await tx.job(f"job {panel}")] if one]),
        }

    return await store.read(body)


async def test_of_a_panel_that_is_forgotten_nothing_is_left_anywhere(store: Store) -> None:
    for panel in ("p0", "p1", "p2"):
        await fill(store, panel)
    before = await left(store, "p1")
    assert all(before.values())
    # Whoever adds a table that names a panel adds it here.
    assert set(before) == {*OF_PANEL, "panel", "delivery", "job"}
    assert await store.read(lambda tx: tx.panels_in_old_trash(YEAR_AGO)) == ["p0", "p1", "p2"]
    assert await store.write(lambda tx: tx.forget_head("p1", YEAR_AGO))
    assert await store.read(lambda tx: tx.headless_panels()) == ["p1"]
    while await store.write(lambda tx: tx.forget_rest("p1", ALL)):
        pass
    assert not any((await left(store, "p1")).values())
    assert await store.read(lambda tx: tx.headless_panels()) == []
    for other in ("p0", "p2"):
        assert await left(store, other) == before


async def test_a_large_panel_is_forgotten_a_little_at_a_time(store: Store) -> None:
    await fill(store, "p1")
    whole = sum((await left(store, "p1")).values())
    await store.write(lambda tx: tx.forget_head("p1", YEAR_AGO))
    steps: list[int] = []
    while taken := await store.write(lambda tx: tx.forget_rest("p1", 2)):
        steps.append(taken)
        # However far it has come, the rest is found again.
        found = await store.read(lambda tx: tx.headless_panels())
        assert found == ["p1"] or not any((await left(store, "p1")).values())
    # All but the head; the job goes beside the first step.
    assert (sum(steps), max(steps) <= 3) == (whole - 1, True)


async def test_a_panel_with_a_head_is_never_emptied(store: Store) -> None:
    await fill(store, "p1")
    before = await left(store, "p1")
    assert await store.write(lambda tx: tx.forget_rest("p1", ALL)) == 0
    assert await left(store, "p1") == before


async def test_a_panel_brought_back_meanwhile_is_not_forgotten(store: Store) -> None:
    await fill(store, "p1")
    await store.write(lambda tx: tx.save_panel(nouns.panel("p1")))
    assert not await store.write(lambda tx: tx.forget_head("p1", YEAR_AGO))
    assert await store.read(lambda tx: tx.panel("p1")) is not None


async def test_a_job_about_the_panel_that_is_under_way_is_left_to_end(store: Store) -> None:
    await fill(store, "p1")
    await store.write(lambda tx: tx.claim_jobs("one", AT, AT + timedelta(minutes=1), 1))
    await store.write(lambda tx: tx.forget_head("p1", YEAR_AGO))
    while await store.write(lambda tx: tx.forget_rest("p1", ALL)):
        pass
    assert (await left(store, "p1"))["job"] == 1


async def one_of_each(tx: Tx, name: str, days: int) -> None:
    at = AT - timedelta(days=days)
    await tx.take_delivery(Delivery(id=name, endpoint="e1", key=name, at=at, outcome="applied"), 10)
    await tx.save_reading(nouns.reading(name, started_at=at))
    await tx.keep_receipt("person:ana", name, "hash", "{}", at)
    await tx.add_notice(nouns.notice(name, at=at))
    await tx.open_host_session(host_nouns.session(name, conversation=name, last_at=at))
    await tx.save_host_call(host_nouns.call(name, at=at))
    await tx.save_host_event(host_nouns.event(name, at=at))
    await tx.add_proposal(host_nouns.proposal(name, created_at=at))
    await tx.put_attachment(nouns.attachment(name, at=at), ReadFile(kind="text"), b"")


async def names(store: Store, what: Dated) -> list[str]:
    return sorted(second for _, second in await store.read(lambda tx: tx.due(what, AT + timedelta(days=1), ALL)))


@pytest.mark.parametrize("what", get_args(Dated))
async def test_what_is_older_than_its_days_is_forgotten_and_nothing_else(store: Store, what: Dated) -> None:
    for name, days in (("old", 31), ("older", 40), ("young", 29)):
        await store.write(lambda tx, name=name, days=days: one_of_each(tx, name, days))
    month_ago = AT - timedelta(days=30)
    due = await store.read(lambda tx: tx.due(what, month_ago, ALL))
    assert len(await store.read(lambda tx: tx.due(what, month_ago, 1))) == 1
    await store.write(lambda tx: tx.forget(what, due))
    assert await names(store, what) == ["young"]
    for other in get_args(Dated):
        assert len(await names(store, other)) == (1 if other == what else 3), other
