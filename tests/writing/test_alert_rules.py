"""Rules that are added, changed and removed; panels in the trash; waits that end by themselves."""

import pytest

from liveapps.panels.dates import next_midnight
from liveapps.panels.errors import Refusal
from liveapps.panels.receipts import AlertChange
from liveapps.panels.template import read_template
from liveapps.writing.writes import ChangeTemplate, RestorePanel, TrashPanel
from tests.support.world import World, panel_template
from tests.writing.alarming import ALERTING, REVENUE, RULE, jobs, many, standing, told, watched
from tests.writing.asking import redesign, remove


async def test_a_redesign_that_renames_a_measured_field_is_refused_and_the_panel_stays_intact(world: World) -> None:
    panel = await watched(world, REVENUE)
    await world.ship(panel, many(1, revenue=101))
    before = await world.view(panel)
    template = panel_template(alerts=[REVENUE])
    fields = template["collections"][0]["fields"]
    template["collections"][0]["fields"] = [
        {**one, "id": "income"} if one["id"] == "revenue" else one for one in fields
    ]
    with pytest.raises(Refusal, match='alert "revenue"'):
        await world.write(ChangeTemplate(panel=panel, template=read_template(template)))
    assert await world.view(panel) == before
    assert (await standing(world, panel, "revenue")).status == "alerting"


async def test_a_removed_rule_is_forgotten_with_who_followed_it(world: World) -> None:
    panel = await watched(world)
    await world.ship(panel, many(3))
    await world.write(redesign(panel))
    assert await world.running.store.read(lambda tx: tx.alert_states(panel)) == []
    await world.write(redesign(panel, alerts=[RULE]), "bia")
    assert (await told(world, "ana"), await told(world, "bia")) == (["alerting"], ["alerting"])


async def test_a_rule_with_another_title_goes_on_waiting_and_one_that_means_something_else_begins_anew(
    world: World,
) -> None:
    slow = {**RULE, "pending_minutes": 10}
    panel = await watched(world, slow)
    await world.ship(panel, many(3))
    begun = world.clock.now()
    world.clock.forward(minutes=9)
    await world.write(redesign(panel, alerts=[{**slow, "title": "Muitos"}]))
    assert (await standing(world, panel)).since == begun
    await world.write(redesign(panel, alerts=[{**slow, "title": "Muitos", "threshold": 1}]))
    state = await standing(world, panel)
    assert (state.status, state.since) == ("pending", world.clock.now())


async def test_a_rule_that_is_loosened_ends_what_people_know(world: World) -> None:
    panel = await watched(world)
    await world.ship(panel, many(3))
    receipt = await world.write(redesign(panel, alerts=[{**RULE, "threshold": 5}]))
    assert receipt.alerts == [AlertChange(alert="many", status="normal")]
    assert await told(world) == ["alerting", "normal"]


async def test_a_new_rule_is_judged_at_once(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, many(3))
    assert (await world.write(redesign(panel, alerts=[RULE]))).alerts == ALERTING
    assert await told(world) == ["alerting"]


async def test_a_panel_in_the_trash_is_silent_and_is_judged_when_it_comes_back(world: World) -> None:
    panel = await watched(world, {**RULE, "pending_minutes": 5})
    await world.ship(panel, many(3))
    assert (await world.write(TrashPanel(panel=panel))).alerts == []
    world.clock.forward(minutes=6)
    assert await told(world) == []
    assert (await world.write(RestorePanel(panel=panel))).alerts == ALERTING
    assert await told(world) == ["alerting"]


async def test_a_wait_leaves_a_job_for_when_it_ends_and_takes_it_back_when_it_came_to_nothing(world: World) -> None:
    slow = {**RULE, "id": "slow", "pending_minutes": 30}
    panel = await watched(world, {**RULE, "pending_minutes": 5}, slow)
    begun = world.clock.now()
    await world.ship(panel, many(3))
    (job,) = await jobs(world, "judge_alerts")
    assert (job.key, (job.run_at - begun).total_seconds()) == (f"alerts:{panel}", 300)
    await world.write(remove(panel, (await world.row(panel, "C-1")).id))
    assert await jobs(world, "judge_alerts") == []


async def test_a_rule_that_speaks_of_days_is_judged_again_at_midnight(world: World) -> None:
    late = {**RULE, "threshold": 0, "where": [{"field": "due", "op": "lt", "value": {"days_ago": 0}}]}
    panel = await watched(world, late)
    await world.ship(panel, [{"code": "C-1", "due": "2026-11-30"}])
    assert (await standing(world, panel)).status == "normal"
    (job,) = await jobs(world, "judge_alerts")
    assert job.run_at == next_midnight(world.clock.now(), "America/Sao_Paulo")
