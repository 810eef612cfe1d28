"""Every write is heard by the alert rules of its panel, whoever writes; people are told once per change."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from liveapps.panels.origin import Actor, Origin
from liveapps.panels.receipts import AlertChange, Receipt
from liveapps.people.policy import PersonReader
from liveapps.writing.writes import (
    Annotate,
    MarkFailed,
    RestoreRow,
    RestoreVersion,
    SettleSuggestion,
    Ship,
)
from tests.doors.webhooks.sending import body_of, hook, opened
from tests.support.world import World
from tests.writing.alarming import ALERTING, REVENUE, RULE, many, news, notices, standing, told, watched
from tests.writing.asking import add, kept_row, move, patch, refused, remove


async def person_adds(world: World, panel: str) -> Receipt:
    return await world.write(add(panel, code="C-9"), "bia")


async def agent_ships(world: World, panel: str) -> Receipt:
    return await world.write(Ship(panel=panel, collection="customers", rows=[{"code": "C-9"}]), world.agent_origin())


async def webhook_delivers(world: World, panel: str) -> Receipt:
    sender = await opened(world, "generic", panel)
    answer = (await sender.send(body_of({"id": "C-9", "name": "Embraer", "mail": None}))).json()
    return Receipt.model_validate(answer["receipt"])


async def tool_refreshes(world: World, panel: str) -> Receipt:
    world.crm[:] = many(3)
    reader = PersonReader(await world.person("bia"))
    return (await world.house.refresher.tab(reader, panel, "main", await world.origin("bia"))).receipts[0]


async def row_comes_back(world: World, panel: str) -> Receipt:
    row = await kept_row(world, panel, code="C-9")
    await world.write(remove(panel, row))
    return await world.write(RestoreRow(panel=panel, collection="customers", row=row))


async def version_comes_back(world: World, panel: str) -> Receipt:
    await kept_row(world, panel, code="C-9")
    full = (await world.view(panel)).version
    for row in (await world.rows(panel)).values():
        await world.write(remove(panel, row.id))
    return await world.write(RestoreVersion(panel=panel, version=full))


WRITERS: dict[str, Callable[[World, str], Awaitable[Receipt]]] = {
    "a person": person_adds,
    "the agent": agent_ships,
    "an outside system": webhook_delivers,
    "a tool that refreshes": tool_refreshes,
    "a row out of the trash": row_comes_back,
    "an earlier version": version_comes_back,
}


@pytest.mark.parametrize("writer", WRITERS)
async def test_an_alert_goes_off_whoever_writes_and_the_writer_learns_of_it(world: World, writer: str) -> None:
    panel = await watched(world, hooks=[hook("generic")])
    await world.ship(panel, many(2))
    assert await told(world) == []
    receipt = await WRITERS[writer](world, panel)
    assert receipt.alerts == ALERTING
    (last,) = (await news(world))[-1:]
    assert (last.alert, last.title, last.status, last.value) == ("many", "Mais de 2 clientes", "alerting", 3)


async def test_a_changed_value_a_moved_card_and_an_accepted_suggestion_are_heard_too(world: World) -> None:
    won = {**RULE, "id": "won", "threshold": 0, "where": [{"field": "stage", "op": "is", "value": "won"}]}
    panel = await watched(world, REVENUE, won)
    row = await kept_row(world, panel, revenue=50)
    assert (await world.write(patch(panel, row, revenue=101))).alerts == [
        AlertChange(alert="revenue", status="alerting")
    ]
    assert (await world.write(move(panel, row, "won"))).alerts == [AlertChange(alert="won", status="alerting")]
    await world.write(patch(panel, row, revenue=7), world.agent_origin())
    settle = SettleSuggestion(panel=panel, collection="customers", row=row, field="revenue", accept=True)
    assert (await world.write(settle)).alerts == [AlertChange(alert="revenue", status="normal")]


async def test_a_note_on_a_row_sets_off_nothing(world: World) -> None:
    panel = await watched(world, {**RULE, "pending_minutes": 5})
    await world.ship(panel, many(3))
    world.clock.forward(minutes=6)
    row = await world.row(panel, "C-1")
    receipt = await world.write(Annotate(panel=panel, collection="customers", row=row.id, text="Olá"), "bia")
    assert (receipt.alerts, await told(world)) == ([], [])
    assert (await standing(world, panel)).status == "pending"


async def test_a_list_over_the_limit_three_times_gives_one_message(world: World) -> None:
    panel = await watched(world, {**RULE, "threshold": 20})
    receipts = [await world.ship(panel, many(21)) for _ in range(3)]
    assert [one.alerts for one in receipts] == [ALERTING, [], []]
    assert await told(world) == ["alerting"]


async def test_below_and_above_again_gives_one_message_each(world: World) -> None:
    panel = await watched(world)
    await world.ship(panel, many(3))
    row = await world.row(panel, "C-2")
    for _ in range(2):
        await world.write(remove(panel, row.id))
        await world.write(RestoreRow(panel=panel, collection="customers", row=row.id))
    assert await told(world) == ["alerting", "normal", "alerting", "normal", "alerting"]


async def test_a_repeat_of_a_write_says_nothing_again(world: World) -> None:
    panel = await watched(world)
    await world.ship(panel, many(2))
    write, origin = add(panel, code="C-9"), await world.origin()
    first, again = [await world.write(write, origin, "k") for _ in range(2)]
    assert (first.alerts, again.alerts, again.replayed) == (ALERTING, ALERTING, True)
    assert await told(world) == ["alerting"]


async def test_many_who_pass_the_limit_at_once_give_one_message(world: World) -> None:
    panel = await watched(world)
    receipts = await asyncio.gather(*(world.write(add(panel, code=f"H-{number}")) for number in range(8)))
    assert [one.alerts for one in receipts if one.alerts and one.alerts != ALERTING] == [
        [AlertChange(alert="many", status="normal")]
    ]
    assert sum(one.alerts == ALERTING for one in receipts) == 1
    assert await told(world) == ["alerting"]


async def test_the_message_comes_from_the_alert_and_not_from_who_wrote(world: World) -> None:
    panel = await watched(world)
    await world.ship(panel, many(3))
    (told_of,) = await notices(world)
    assert (told_of.by, told_of.row, told_of.text) == (Actor(kind="system", id="alerts"), None, "")


async def test_a_failed_refresh_makes_it_an_error_and_the_next_good_one_ends_that(world: World) -> None:
    panel = await watched(world)
    await world.ship(panel, many(3))
    failed = MarkFailed(panel=panel, targets=["customers"], code="tool_timeout", message="No answer in 2 seconds.")
    origin = Origin(door="refresh", actor=Actor(kind="system", id="refresh"), at=world.clock.now(), tool="crm.list")
    assert (await world.write(failed, origin)).alerts == [AlertChange(alert="many", status="error")]
    state = await standing(world, panel)
    assert (state.value, state.message) == (None, "No answer in 2 seconds.")
    await world.write(remove(panel, (await world.row(panel, "C-1")).id))
    assert (await standing(world, panel)).status == "error"
    assert (await world.ship(panel, many(3))).alerts == [AlertChange(alert="many", status="normal")]
    assert await told(world) == ["alerting", "error", "normal"]


async def test_a_list_that_was_never_filled_has_no_data_and_an_empty_one_has_none_open(world: World) -> None:
    panel = await watched(world)
    assert (await standing(world, panel)).status == "no_data"
    assert (await world.ship(panel, [])).alerts == [AlertChange(alert="many", status="normal")]
    assert await told(world) == []


async def test_an_average_of_nothing_is_no_data_and_a_sum_of_nothing_is_nought(world: World) -> None:
    average = {**REVENUE, "id": "mean", "measure": "average"}
    panel = await watched(world, REVENUE, average)
    await world.ship(panel, many(1))
    assert [(await standing(world, panel, name)).status for name in ("revenue", "mean")] == ["normal", "no_data"]


async def test_a_refused_write_is_not_heard(world: World) -> None:
    panel = await watched(world)
    await world.ship(panel, many(2))
    await refused(world, add(panel, code="C-1"))
    assert await told(world) == []
