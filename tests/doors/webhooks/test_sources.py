"""Each source signs in its own way: what is signed is written, what is not leaves nothing."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from liveapps.doors.webhooks import alertmanager, github, standard
from tests.doors.webhooks.sending import PAYLOADS, body_of, deliveries, outside, sample, sender
from tests.support.world import World

SOURCES = ["github", "jira", "alertmanager", "standard", "generic"]
ROWS = {
    "github": {"1": "Spelling error in the README file"},
    "jira": {"CRM-7": "Enviar proposta à Embraer"},
    "alertmanager": {"9a1c3f7e5b2d4860": "db-1:9100", "4e8b6a2d0c9f1357": "db-2:9100"},
    "standard": {"C-9": "Riotur"},
    "generic": {"C-1": "Embraer"},
}


@pytest.mark.parametrize("source", SOURCES)
async def test_a_signed_delivery_becomes_rows(world: World, source: str) -> None:
    to = await sender(world, source)
    answer = await to.send()
    assert (answer.status_code, answer.json()["outcome"]) == (200, "applied"), answer.text
    rows = await world.rows(to.panel)
    assert {code: row.values["company"] for code, row in rows.items()} == ROWS[source]
    born = next(iter(rows.values())).born
    assert (born.door, born.by.kind, born.by.name) == ("webhook", "system", f"{source} webhook")


@pytest.mark.parametrize("source", SOURCES)
async def test_a_wrong_signature_is_refused_and_nothing_of_the_delivery_is_kept(world: World, source: str) -> None:
    to = await sender(world, source)
    other = await sender(world, source)
    body = sample(source)
    by_another = other.signed(body, "d-1")
    over_another_body = to.signed(body + b" ", "d-1") if source != "alertmanager" else {"Authorization": "Bearer x"}
    async with outside(world) as client:
        for headers in (by_another, over_another_body, {}, {"Authorization": "Bearer "}, {"Authorization": "Basic é"}):
            sent = [(name.encode(), value.encode()) for name, value in headers.items()]
            answer = await client.post(to.address, content=body, headers=sent)
            assert (answer.status_code, answer.json()["code"]) == (401, "signature_refused"), headers
    assert await world.rows(to.panel) == {}
    logged = await deliveries(world, to.panel)
    assert [one["outcome"] for one in logged] == ["bad_signature"] * 5
    assert {one["code"] for one in logged} == {"signature_refused"}
    assert {(one["body"], one["key"], one["digest"], one["message"]) for one in logged} == {(None, None, None, None)}


async def test_an_unknown_address_answers_not_found(world: World) -> None:
    async with outside(world) as client:
        answer = await client.post("/hooks/nothing", content=b"{}")
    assert (answer.status_code, answer.json()["code"]) == (404, "endpoint_not_found")


@pytest.mark.parametrize("seconds", [-301, 301])
async def test_an_old_or_a_future_time_is_refused(world: World, seconds: int) -> None:
    to = await sender(world, "standard")
    body = sample("standard")
    async with outside(world) as client:
        stale = to.signed(body, "d-1", world.clock.now() + timedelta(seconds=seconds))
        answer = await client.post(to.address, content=body, headers=stale)
        assert (answer.status_code, answer.json()["code"]) == (401, "signature_refused")
        near = to.signed(body, "d-1", world.clock.now() + timedelta(seconds=seconds * 299 // 301))
        assert (await client.post(to.address, content=body, headers=near)).status_code == 200


async def test_the_time_is_part_of_what_is_signed(world: World) -> None:
    to = await sender(world, "standard")
    later = str(int(world.clock.now().timestamp()) + 60)
    answer = await to.send(headers={"webhook-timestamp": later})
    assert answer.status_code == 401


async def test_a_generic_sender_may_use_a_bearer_token_but_not_beside_a_wrong_signature(world: World) -> None:
    to = await sender(world, "generic")
    token = {"Authorization": f"Bearer {to.secret}"}
    async with outside(world) as client:
        healed = await client.post(to.address, content=sample("generic"), headers={**token, "X-Signature-256": "no"})
        assert healed.status_code == 401
        assert (await client.post(to.address, content=sample("generic"), headers=token)).status_code == 200


def test_githubs_own_example_of_a_signature_is_right(world: World) -> None:
    secret, body = "It's a Secret to Everybody", b"Hello, World!"
    given = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
    assert github.signed(secret, {"x-hub-signature-256": given}, body, world.clock.now())
    assert not github.signed(secret, {"x-hub-signature-256": given}, body + b"!", world.clock.now())


def test_a_signature_made_by_the_library_of_standard_webhooks_is_right() -> None:
    secret, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", b'{"test": 2432232314}'
    right = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
    at = datetime.fromtimestamp(1614265330, UTC)
    headers = {"webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "webhook-timestamp": "1614265330"}
    assert standard.signed(secret, {**headers, "webhook-signature": right}, body, at)
    # While a sender changes its secret there are several, and one that is right is enough.
    assert standard.signed(secret, {**headers, "webhook-signature": f"v1,bm8= {right}"}, body, at)
    assert not standard.signed(secret, {**headers, "webhook-signature": right.replace("v1,", "v2,")}, body, at)
    assert not standard.signed(secret, {**headers, "webhook-signature": right}, body + b" ", at)


async def test_the_same_alerts_from_both_of_a_cluster_are_one_delivery(world: World) -> None:
    to = await sender(world, "alertmanager")
    first = await to.send()
    payload = json.loads(sample("alertmanager"))
    payload["externalURL"] = "http://alertmanager-b:9093"
    payload["alerts"].reverse()
    second = await to.send(body_of(payload))
    assert second.json()["receipt"] == {**first.json()["receipt"], "replayed": True}


async def test_an_alert_that_is_over_is_another_delivery(world: World) -> None:
    payload = json.loads(sample("alertmanager"))
    before = alertmanager.identity({}, body_of(payload)).key
    payload["alerts"][0]["status"] = "resolved"
    assert alertmanager.identity({}, body_of(payload)).key != before


async def test_every_recorded_event_of_an_issue_finds_its_row(world: World) -> None:
    to = await sender(world, "github")
    for number, name in enumerate(("opened", "edited", "labeled", "reopened", "unlabeled")):
        payload = (PAYLOADS / f"github/issues_{name}.json").read_bytes()
        answer = await to.send(payload, key=f"d-{number}")
        assert answer.json()["outcome"] == "applied", name
    assert list(await world.rows(to.panel)) == ["1"]
    await to.send((PAYLOADS / "github/issues_milestoned.json").read_bytes(), key="d-9")
    assert set(await world.rows(to.panel)) == {"1", "2"}


async def test_the_greeting_of_github_is_ignored_by_a_hook_that_asks_for_actions(world: World) -> None:
    to = await sender(world, "github", only={"action": ["opened", "edited"]})
    greeting = (PAYLOADS / "github/ping.json").read_bytes()
    assert (await to.send(greeting, key="d-0")).json()["outcome"] == "ignored"
    assert (await to.send()).json()["outcome"] == "applied"
