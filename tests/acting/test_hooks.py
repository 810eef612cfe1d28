"""Who may open a hook and see what came, what a payload would do, and applying a kept one later."""

import asyncio
from typing import Any

import httpx2
import pytest

from liveapps.acting.endpoints import KEPT_UNSIGNED
from liveapps.panels.hooks import Delivery
from liveapps.writing.writes import PatchRow, RemoveRow
from tests.doors.webhooks.sending import EMBRAER, Sender, body_of, deliveries, opened, outside, redesign, sender
from tests.support.world import World

BROKEN = {"code": "customer.id", "company": "name"}
"""Where the fields are not: payloads wait until it is mended."""


async def ask(world: World, method: str, path: str, login: str = "ana", **more: Any) -> httpx2.Response:
    async with await world.client(login) as client:
        return await client.request(method, path, **more)


def at(to: Sender, rest: str = "") -> str:
    return f"/api/panels/{to.panel}/hooks{rest}"


async def replay(world: World, to: Sender, delivery: str) -> httpx2.Response:
    return await ask(world, "POST", at(to, f"/feed/deliveries/{delivery}/replay"))


async def kept(world: World) -> tuple[Sender, str]:
    """A sender whose delivery waits for a better mapping."""
    to = await sender(world, "generic", fields=BROKEN)
    told = (await to.send()).json()
    assert told["outcome"] == "unmapped"
    return to, told["delivery"]


async def test_a_kept_delivery_is_applied_once_after_the_template_is_mended(world: World) -> None:
    to, delivery = await kept(world)
    came = world.clock.now()
    world.clock.forward(hours=3)
    await redesign(world, to.panel)
    answers = await asyncio.gather(*(replay(world, to, delivery) for _ in range(4)))
    answers.append(await replay(world, to, delivery))
    assert {answer.json()["outcome"] for answer in answers} == {"applied"}
    assert sorted(answer.json()["receipt"]["replayed"] for answer in answers) == [False] + [True] * 4
    row = await world.row(to.panel, "C-1")
    assert (row.values["company"], row.born.door, row.owner) == ("Embraer", "webhook", None)
    assert [one["outcome"] for one in await deliveries(world, to.panel)] == ["applied"]
    # The data is as old as the delivery, not as the replay.
    freshness = (await world.view(to.panel)).states["customers"].freshness
    assert freshness is not None
    assert freshness.collected_at == came


async def test_what_a_person_removed_since_does_not_come_back_by_a_replay(world: World) -> None:
    to = await sender(world, "generic")
    delivery = (await to.send()).json()["delivery"]
    row = (await world.row(to.panel, "C-1")).id
    await world.write(RemoveRow(panel=to.panel, collection="customers", row=row))
    assert (await replay(world, to, delivery)).json()["receipt"]["replayed"]
    assert await world.rows(to.panel) == {}


async def test_a_replay_by_a_boss_is_still_no_value_of_a_person(world: World) -> None:
    to = await sender(world, "generic")
    await to.send()
    row = (await world.row(to.panel, "C-1")).id
    await world.write(PatchRow(panel=to.panel, collection="customers", row=row, set={"company": "Minha"}))
    await redesign(world, to.panel, fields=BROKEN)
    delivery = (await to.send(key="d-2")).json()["delivery"]
    await redesign(world, to.panel)
    answer = await ask(world, "POST", at(to, f"/feed/deliveries/{delivery}/replay"), "bia")
    assert answer.json()["receipt"]["suggestions"] == [{"row": row, "field": "company"}]
    assert (await world.row(to.panel, "C-1")).values["company"] == "Minha"


async def test_a_replay_that_still_cannot_be_read_says_where(world: World) -> None:
    to, delivery = await kept(world)
    answer = await replay(world, to, delivery)
    assert (answer.status_code, answer.json()["code"]) == (422, "payload_unmapped")
    assert answer.json()["facts"] == {"hook": "feed", "path": "customer.id"}


async def test_the_sender_may_also_send_it_again_after_the_mending(world: World) -> None:
    to, delivery = await kept(world)
    await redesign(world, to.panel)
    again = (await to.send()).json()
    assert (again["outcome"], again["delivery"]) == ("applied", delivery)


async def test_a_delivery_that_a_crash_left_unsettled_is_finished_by_its_repeat(world: World) -> None:
    to = await sender(world, "generic")
    body = body_of(EMBRAER).decode()
    found = await world.house.endpoints.find(to.address.rpartition("/")[2])
    settled = (await to.send()).json()["delivery"]
    known = await world.running.store.read(lambda tx: tx.delivery(found.endpoint.id, settled))
    assert known is not None
    left = Delivery(
        id=world.house.ids.new(),
        endpoint=found.endpoint.id,
        key="d-2",
        digest=known.digest,
        at=world.clock.now(),
        outcome="received",
        body=body,
    )
    await world.running.store.write(lambda tx: tx.take_delivery(left, 10))
    again = (await to.send(key="d-2")).json()
    assert (again["outcome"], again["delivery"], again["receipt"]["replayed"]) == ("applied", left.id, False)


async def test_what_had_a_bad_signature_cannot_be_replayed(world: World) -> None:
    to = await sender(world, "generic")
    await to.send(headers={"X-Signature-256": "sha256=00"})
    (logged,) = await deliveries(world, to.panel)
    answer = await replay(world, to, logged["id"])
    assert (answer.status_code, answer.json()["code"]) == (404, "delivery_not_found")


async def test_trying_out_says_what_would_happen_and_writes_nothing(world: World) -> None:
    to = await sender(world, "generic", each="list", only={"kind": ["customers"]})
    await to.send(body_of({"kind": "customers", "list": [EMBRAER, {**EMBRAER, "id": "C-2"}]}))
    rows = await world.rows(to.panel)
    await world.write(RemoveRow(panel=to.panel, collection="customers", row=rows["C-2"].id))
    before = (await world.view(to.panel)).version
    listed = [{**EMBRAER, "id": name, "stage": "Ganho"} for name in ("C-1", "C-2", "C-3")]

    async def tried(payload: Any) -> dict[str, Any]:
        answer = await ask(world, "POST", at(to, "/feed/try"), json={"payload": payload})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    told = await tried({"kind": "customers", "list": listed})
    assert told["outcome"] == "applied"
    values = {"company": "Embraer", "email": EMBRAER["mail"]}
    assert told["rows"] == [
        {"values": {"code": "C-1", **values}, "stage": "won", "row": rows["C-1"].id, "in_trash": False},
        {"values": {"code": "C-2", **values}, "stage": "won", "row": rows["C-2"].id, "in_trash": True},
        {"values": {"code": "C-3", **values}, "stage": "won", "row": None, "in_trash": False},
    ]
    assert (await tried({"kind": "others"}))["outcome"] == "ignored"
    wrong = await tried({"kind": "customers", "list": [EMBRAER, {"id": "C-2", "mail": "?"}]})
    assert (wrong["outcome"], wrong["code"], wrong["path"]) == ("unmapped", "invalid_value", "list.1.mail")
    assert (await world.view(to.panel)).version == before
    assert len(await deliveries(world, to.panel)) == 1


async def test_a_hook_is_tried_out_before_its_endpoint_is_open(world: World) -> None:
    to, _ = await kept(world)
    await ask(world, "DELETE", at(to, "/feed/endpoint"), "bia")
    answer = await ask(world, "POST", at(to, "/feed/try"), json={"payload": {"customer": {"id": "C-1"}, "name": "X"}})
    assert answer.json()["outcome"] == "applied"


@pytest.mark.parametrize("method", ["POST", "DELETE"])
async def test_only_a_boss_opens_and_closes_an_endpoint(world: World, method: str) -> None:
    to = await sender(world, "generic")
    answer = await ask(world, method, at(to, "/feed/endpoint"), "ana")
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert (await to.send()).status_code == 200


async def test_only_the_owner_and_a_boss_see_what_came(world: World) -> None:
    to, delivery = await kept(world)
    await world.person("caio")
    paths = ["", "/feed/deliveries", f"/feed/deliveries/{delivery}"]
    for path in paths:
        for login in ("ana", "bia"):
            assert (await ask(world, "GET", at(to, path), login)).status_code == 200, path
        refused = await ask(world, "GET", at(to, path), "caio")
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden"), path
    for path in (f"/feed/deliveries/{delivery}/replay", "/feed/try"):
        assert (await ask(world, "POST", at(to, path), "caio", json={"payload": 1})).status_code == 403, path


async def test_a_panel_one_may_not_see_shows_no_hook(world: World) -> None:
    panel = await world.panel(audience={"who": "only_me"})
    answer = await ask(world, "POST", f"/api/panels/{panel}/hooks/feed/endpoint", "bia")
    assert (answer.status_code, answer.json()["code"]) == (404, "panel_not_found")


async def test_one_delivery_is_shown_with_its_body(world: World) -> None:
    to, delivery = await kept(world)
    told = (await ask(world, "GET", at(to, f"/feed/deliveries/{delivery}"))).json()
    assert (told["body"].encode(), told["path"]) == (body_of(EMBRAER), "customer.id")


async def test_deliveries_of_another_hook_are_not_found_here(world: World) -> None:
    (one, _), (_, delivery) = await kept(world), await kept(world)
    answer = await ask(world, "GET", at(one, f"/feed/deliveries/{delivery}"))
    assert (answer.status_code, answer.json()["code"]) == (404, "delivery_not_found")


async def test_hooks_are_listed_with_their_address_and_what_came_last(world: World) -> None:
    to = await sender(world, "generic")
    for number in range(7):
        await to.send(body_of({**EMBRAER, "id": f"C-{number}"}), key=f"d-{number}")
    (told,) = (await ask(world, "GET", at(to))).json()
    assert (told["id"], told["source"], told["into"], told["address"]) == ("feed", "generic", "customers", to.address)
    assert [one["key"] for one in told["deliveries"]] == ["d-6", "d-5", "d-4", "d-3", "d-2"]


async def test_a_hook_whose_endpoint_is_closed_has_no_address_and_forgets_what_came(world: World) -> None:
    to = await sender(world, "generic")
    await to.send()
    assert (await ask(world, "DELETE", at(to, "/feed/endpoint"), "bia")).status_code == 204
    (told,) = (await ask(world, "GET", at(to))).json()
    assert (told["address"], told["deliveries"]) == (None, [])
    assert (await to.send()).status_code == 404
    asked = await ask(world, "GET", at(to, "/feed/deliveries"))
    assert (asked.status_code, asked.json()["code"]) == (404, "endpoint_not_found")
    again = await opened(world, "generic", to.panel)
    assert again.address != to.address
    assert await deliveries(world, to.panel) == []


async def test_an_unknown_hook_is_refused_with_those_that_are_there(world: World) -> None:
    to = await sender(world, "generic")
    answer = await ask(world, "POST", at(to, "/fed/endpoint"), "bia")
    assert (answer.status_code, answer.json()["code"]) == (404, "hook_not_found")
    assert answer.json()["facts"]["choices"] == ["feed"]


async def test_the_newest_deliveries_are_kept_and_strangers_push_none_of_them_out(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("liveapps.acting.hooks.KEPT", 3)
    to = await sender(world, "generic")
    for number in range(5):
        await to.send(body_of({**EMBRAER, "id": f"C-{number}"}), key=f"d-{number}")
    async with outside(world) as client:
        for _ in range(KEPT_UNSIGNED + 5):
            await client.post(to.address, content=b"{}")
    logged = await deliveries(world, to.panel)
    assert [one["key"] for one in logged if one["outcome"] == "applied"] == ["d-4", "d-3", "d-2"]
    assert len(logged) == 3 + KEPT_UNSIGNED
