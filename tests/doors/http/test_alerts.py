"""The alerts of a panel over HTTP: rules, how they stand, following, and the inbox."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from liveapps.settings import MailServer
from tests.doors.http.asking import problem
from tests.support.world import World, make_world, panel_template
from tests.writing.alarming import REVENUE, RULE, many, told
from tests.writing.asking import add

ALERTS = "/api/panels/{panel}/alerts"


def at(panel: str, rest: str = "") -> str:
    return ALERTS.format(panel=panel) + rest


async def listed(client: httpx2.AsyncClient, panel: str) -> dict[str, Any]:
    answer = await client.get(at(panel))
    assert answer.status_code == 200, answer.text
    return answer.json()


async def one(client: httpx2.AsyncClient, panel: str) -> dict[str, Any]:
    (alert,) = (await listed(client, panel))["alerts"]
    return alert


async def test_a_rule_is_added_judged_at_once_and_followed_by_who_added_it(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, many(3))
    async with await world.client() as ana, await world.client("bia") as bia:
        answer = await ana.post(at(panel), json=RULE)
        assert answer.status_code == 201, answer.text
        assert answer.json()["alerts"] == [{"alert": "many", "status": "alerting"}]
        mine, theirs = await one(ana, panel), await one(bia, panel)
    assert (mine["status"], mine["value"], mine["following"]) == ("alerting", 3, "inbox")
    assert mine["since"] == "2026-11-30T15:00:00Z"
    assert mine["alert"] == {
        **RULE,
        "where": [],
        "measure": "count",
        "field": None,
        "test": "above",
        "threshold": 2,
        "pending_minutes": 0,
        "keep_firing_minutes": 0,
    }
    assert {**theirs, "following": "inbox"} == mine
    assert theirs["following"] is None


async def test_a_rule_sent_again_changes_nothing_and_another_under_its_id_is_refused(world: World) -> None:
    panel = await world.panel()
    async with await world.client() as ana:
        first = (await ana.post(at(panel), json=RULE)).json()
        again = (await ana.post(at(panel), json=RULE)).json()
        assert again["version"] == first["version"]
        told_of = problem(await ana.post(at(panel), json={**RULE, "threshold": 3}), 422, "invalid_input")
        assert "PUT" in told_of["next_step"]
        assert (await one(ana, panel))["alert"]["threshold"] == 2


async def test_a_rule_is_changed_with_its_followers_kept_and_removed_with_them(world: World) -> None:
    panel = await world.panel()
    await world.ship(panel, many(3))
    async with await world.client() as ana, await world.client("bia") as bia:
        await ana.post(at(panel), json=RULE)
        changed = await bia.put(at(panel, "/many"), json={**RULE, "threshold": 5})
        assert changed.json()["alerts"] == [{"alert": "many", "status": "normal"}]
        assert (await one(ana, panel))["following"] == "inbox"
        problem(await bia.put(at(panel, "/many"), json={**RULE, "id": "few"}), 422, "invalid_input")
        problem(await bia.put(at(panel, "/few"), json={**RULE, "id": "few"}), 404, "alert_not_found")
        assert (await bia.delete(at(panel, "/many"))).status_code == 200
        assert (await listed(ana, panel))["alerts"] == []
        problem(await bia.delete(at(panel, "/many")), 404, "alert_not_found")


async def test_a_rule_that_makes_no_sense_is_refused_and_names_itself(world: World) -> None:
    panel = await world.panel()
    async with await world.client() as ana:
        told_of = problem(await ana.post(at(panel), json={**REVENUE, "field": "company"}), 422, "invalid_template")
        assert 'alert "revenue"' in told_of["title"]
        problem(await ana.post(at(panel), json={**RULE, "colour": "red"}), 422, "invalid_request")
        assert (await listed(ana, panel))["alerts"] == []


async def test_rules_are_for_who_may_redesign_and_following_for_who_may_see(world: World) -> None:
    panel = await world.panel(alerts=[RULE])
    await world.person("caio")
    async with await world.client("caio") as caio:
        for answer in (
            await caio.post(at(panel), json=REVENUE),
            await caio.put(at(panel, "/many"), json={**RULE, "threshold": 9}),
            await caio.delete(at(panel, "/many")),
        ):
            problem(answer, 403, "forbidden")
        assert (await caio.put(at(panel, "/many/following"), json={})).status_code == 204
        assert (await one(caio, panel))["following"] == "inbox"
        await world.ship(panel, many(3))
        assert (await caio.delete(at(panel, "/many/following"))).status_code == 204
        assert (await one(caio, panel))["following"] is None
        problem(await caio.put(at(panel, "/nope/following"), json={}), 404, "alert_not_found")
    assert await told(world, "caio") == ["alerting"]


async def test_the_alerts_of_a_panel_one_may_not_see_answer_like_those_of_none(world: World) -> None:
    panel = await world.panel(alerts=[RULE], audience={"who": "only_me"})
    await world.person("caio")
    async with await world.client("caio") as caio:
        for name in (panel, "nothing"):
            for answer in (
                await caio.get(at(name)),
                await caio.post(at(name), json=RULE),
                await caio.put(at(name, "/many"), json=RULE),
                await caio.delete(at(name, "/many")),
                await caio.put(at(name, "/many/following"), json={}),
                await caio.delete(at(name, "/many/following")),
            ):
                assert problem(answer, 404, "panel_not_found")["facts"] == {"panel": name}


async def test_two_rules_added_at_the_same_time_both_stay(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first attempt finds that the template was changed since it was read."""
    panel = await world.panel()
    funnel, write = world.house.funnel, world.house.funnel.write
    raced: list[str] = []

    async def racing(*given: Any, **more: Any) -> Any:
        monkeypatch.setattr(funnel, "write", write)
        async with await world.client("bia") as bia:
            raced.append((await bia.post(at(panel), json=REVENUE)).text)
        return await write(*given, **more)

    monkeypatch.setattr(funnel, "write", racing)
    async with await world.client() as ana:
        assert (await ana.post(at(panel), json=RULE)).status_code == 201
        assert len(raced) == 1
        assert [alert["alert"]["id"] for alert in (await listed(ana, panel))["alerts"]] == ["revenue", "many"]


async def test_no_number_is_shown_that_a_private_row_may_be_in(world: World) -> None:
    private = [{**panel_template()["collections"][0], "private_rows": True}]
    panel = await world.panel(alerts=[REVENUE], collections=private)
    await world.write(add(panel, code="S-1", company="Segredo", revenue=123))
    for login in ("ana", "bia"):
        async with await world.client(login) as client:
            alert = await one(client, panel)
            assert (alert["status"], alert["value"], alert["message"]) == ("alerting", None, None)
            said = str([(notice["notice"]["alert"], notice["notice"]["by"]) for notice in await inbox(client)])
            assert not [word for word in ("123", "Segredo", "S-1") if word in said]
            assert ("None" in said) == (login == "ana")


async def inbox(client: httpx2.AsyncClient) -> list[dict[str, Any]]:
    return (await client.get("/api/inbox")).json()


async def test_the_inbox_tells_of_an_alert_with_the_title_of_its_panel(world: World) -> None:
    panel = await world.panel(alerts=[RULE])
    await world.ship(panel, many(3))
    async with await world.client() as ana:
        (line,) = await inbox(ana)
    assert line["panel_title"] == "Carteira"
    notice = line["notice"]
    assert (notice["panel"], notice["row"], notice["text"], notice["read_at"]) == (panel, None, "", None)
    assert notice["by"] == {"kind": "system", "id": "alerts", "name": ""}
    assert notice["alert"] == {"alert": "many", "title": "Mais de 2 clientes", "status": "alerting", "value": 3}


async def test_the_list_of_panels_and_the_panel_itself_tell_how_many_alerts_fire(world: World) -> None:
    """One that is kept firing still fires."""
    quiet = await world.panel(title="Quieto", alerts=[RULE])
    kept = {**REVENUE, "keep_firing_minutes": 5}
    loud = await world.panel(title="Alto", alerts=[RULE, kept, {**RULE, "id": "most", "threshold": 99}])
    await world.ship(loud, many(3, revenue=50))
    await world.ship(loud, [{"code": "C-1", "revenue": 0}])
    async with await world.client() as ana:
        listed_panels = (await ana.get("/api/panels")).json()
        views = {name: (await ana.get(f"/api/panels/{name}")).json()["alerting"] for name in (quiet, loud)}
        statuses = [alert["status"] for alert in (await listed(ana, loud))["alerts"]]
    assert statuses == ["alerting", "recovering", "normal"]
    assert {panel["id"]: panel["alerting"] for panel in listed_panels} == views == {quiet: 0, loud: 2}


async def test_without_a_mail_server_following_by_email_is_refused_and_the_screen_knows(world: World) -> None:
    panel = await world.panel(alerts=[RULE])
    async with await world.client() as ana:
        answer = await ana.put(at(panel, "/many/following"), json={"by_email": True})
        told_of = problem(answer, 422, "mail_not_configured")
        assert "[mail]" in told_of["next_step"]
        found = await listed(ana, panel)
    assert (found["can_mail"], found["why_no_mail"]) == (False, "mail_not_configured")
    assert found["alerts"][0]["following"] == "inbox"


@pytest.fixture
async def mailing(tmp_path: Path) -> AsyncGenerator[World]:
    made = await make_world(tmp_path / "mailing", mail=MailServer(host="localhost", sender="a@example.com"))
    yield made
    await made.running.close()


async def test_following_by_email_takes_an_address(mailing: World) -> None:
    world = mailing
    panel = await world.panel(alerts=[RULE])
    async with await world.client() as ana:
        problem(await ana.put(at(panel, "/many/following"), json={"by_email": True}), 422, "email_missing")
        assert (await listed(ana, panel))["why_no_mail"] == "email_missing"
        await world.house.accounts.create_user("ana", "Ana", "user", None, email="ana@example.com")
        assert (await ana.put(at(panel, "/many/following"), json={"by_email": True})).status_code == 204
        found = await listed(ana, panel)
        assert (found["can_mail"], found["why_no_mail"], found["alerts"][0]["following"]) == (True, None, "email")
        assert (await ana.put(at(panel, "/many/following"), json={"by_email": False})).status_code == 204
        assert (await one(ana, panel))["following"] == "inbox"
