"""Who is told of an alert, and that nobody is told anything of a private row."""

from liveapps.panels.jobs import MailAlert
from liveapps.panels.receipts import AlertChange
from tests.support.world import World, panel_template
from tests.writing.alarming import REVENUE, RULE, followed, jobs, many, news, notices, standing, told, watched
from tests.writing.asking import add, kept_row, redesign, remove

PRIVATE = [{**panel_template()["collections"][0], "private_rows": True}]


async def test_private_rows_set_it_off_and_no_number_is_told(world: World) -> None:
    panel = await watched(world, REVENUE, collections=PRIVATE)
    await world.person("caio")
    await followed(world, panel, "caio", "revenue")
    receipt = await world.write(add(panel, code="S-1", company="Segredo", revenue=123), "ana")
    assert receipt.alerts == [AlertChange(alert="revenue", status="alerting")]
    for login in ("ana", "caio"):
        (of,) = await notices(world, login)
        assert of.alert is not None
        assert (of.alert.status, of.alert.value) == ("alerting", None)
        said = of.model_dump_json(exclude={"id", "panel", "person"})
        assert not [word for word in ("123", "Segredo", "S-1", world.people["ana"].id) if word in said]
    assert (await standing(world, panel, "revenue")).value is None


async def test_a_list_that_takes_no_more_private_rows_still_hides_those_it_has(world: World) -> None:
    panel = await watched(world, REVENUE, collections=PRIVATE)
    row = await kept_row(world, panel, revenue=40)
    await world.write(redesign(panel, alerts=[REVENUE]))
    assert (await world.row(panel, "C-1")).private
    await world.ship(panel, [{"code": "P-1", "revenue": 70}])
    assert (await news(world))[-1].value is None
    await world.write(remove(panel, row))
    assert [(one.status, one.value) for one in await news(world)] == [("alerting", None), ("normal", 70)]


async def test_who_brings_a_rule_follows_it_and_others_only_if_they_want(world: World) -> None:
    panel = await world.panel()
    await world.write(redesign(panel, alerts=[RULE]), "bia")
    await world.ship(panel, many(3))
    assert (await told(world, "bia"), await told(world, "ana")) == (["alerting"], [])


async def test_who_may_not_see_the_panel_any_more_is_told_nothing(world: World) -> None:
    panel = await watched(world)
    for login in ("caio", "dora"):
        await world.person(login, teams=["norte"] if login == "dora" else [])
        await followed(world, panel, login)
    await world.write(redesign(panel, alerts=[RULE], audience={"who": "teams", "teams": ["norte"]}))
    await world.ship(panel, many(3))
    assert [await told(world, login) for login in ("ana", "caio", "dora")] == [["alerting"], [], ["alerting"]]


async def test_a_rule_of_an_agent_is_followed_by_nobody_until_someone_does(world: World) -> None:
    panel = await world.panel()
    await world.write(redesign(panel, alerts=[RULE]), world.agent_origin())
    assert await world.running.store.read(lambda tx: tx.followers(panel)) == []


async def test_an_email_is_left_to_be_sent_to_who_wants_one_and_has_an_address(world: World) -> None:
    panel = await watched(world)
    await world.house.accounts.create_user("caio", "Caio", "user", None, email="caio@example.com")
    for login in ("caio", "dora"):
        world.people.setdefault(login, await world.house.accounts.create_user(login, login.title(), "user", None))
        await followed(world, panel, login, by_email=True)
    await world.ship(panel, many(3))
    (job,) = await jobs(world, "mail_alert")
    assert job.task == MailAlert(
        panel=panel,
        alert="many",
        title="Mais de 2 clientes",
        person=world.people["caio"].id,
        status="alerting",
        value=3,
        at=world.clock.now(),
    )
    assert [await told(world, login) for login in ("caio", "dora")] == [["alerting"], ["alerting"]]
