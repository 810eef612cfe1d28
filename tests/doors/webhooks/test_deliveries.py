"""A delivery is taken in once, whatever its sender does, and never takes back what a person did."""

import asyncio
import json
import logging
import tracemalloc
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from liveapps.doors.webhooks.routes import LARGEST_BODY
from liveapps.ports import PanelChanged
from liveapps.writing.writes import MoveCard, PatchRow, TrashPanel
from tests.doors.webhooks.sending import EMBRAER, body_of, deliveries, opened, outside, redesign, sender
from tests.support.world import World, panel_template

CHUNK = b" " * 100_000


def stored(data: Path) -> bytes:
    """All that the database has written."""
    return b"".join(file.read_bytes() for file in data.glob("liveapps.db*"))


async def test_the_same_delivery_many_times_at_once_is_one_write(world: World) -> None:
    to = await sender(world, "generic")
    before = (await world.view(to.panel)).version
    answers = await asyncio.gather(*(to.send() for _ in range(8)))
    assert {answer.status_code for answer in answers} == {200}
    receipts = [answer.json()["receipt"] for answer in answers]
    assert sorted(one["replayed"] for one in receipts) == [False] + [True] * 7
    assert len({json.dumps({**one, "replayed": False}) for one in receipts}) == 1
    assert (await world.view(to.panel)).version == before + 1
    assert [one["outcome"] for one in await deliveries(world, to.panel)] == ["applied"]


async def test_a_repeat_gets_the_first_receipt_even_after_the_template_changed(world: World) -> None:
    to = await sender(world, "generic")
    first = (await to.send()).json()
    await redesign(world, to.panel, fields={"code": "id", "company": "mail"})
    again = (await to.send()).json()
    assert again == {**first, "receipt": {**first["receipt"], "replayed": True}}
    assert (await world.row(to.panel, "C-1")).values["company"] == "Embraer"


async def test_another_body_under_the_same_id_is_refused(world: World) -> None:
    to = await sender(world, "generic")
    await to.send()
    answer = await to.send(body_of({**EMBRAER, "name": "Outra"}))
    assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_mismatch")
    assert (await world.row(to.panel, "C-1")).values["company"] == "Embraer"


async def test_two_hooks_do_not_share_the_ids_of_their_senders(world: World) -> None:
    one, two = await sender(world, "generic"), await sender(world, "generic")
    await one.send()
    assert not (await two.send()).json()["receipt"]["replayed"]
    assert list(await world.rows(two.panel)) == ["C-1"]


async def test_without_an_id_the_body_itself_is_the_id(world: World) -> None:
    to = await sender(world, "generic")
    assert not (await to.send(key=None)).json()["receipt"]["replayed"]
    assert (await to.send(key=None)).json()["receipt"]["replayed"]
    other = await to.send(body_of({**EMBRAER, "name": "Outra"}), key=None)
    assert not other.json()["receipt"]["replayed"]


async def test_a_delivery_never_takes_back_what_a_person_set_nor_moves_a_card(world: World) -> None:
    to = await sender(world, "generic")
    await to.send(body_of({**EMBRAER, "stage": "new"}))
    row = (await world.row(to.panel, "C-1")).id
    await world.write(PatchRow(panel=to.panel, collection="customers", row=row, set={"company": "Embraer S.A."}))
    await world.write(MoveCard(panel=to.panel, collection="customers", row=row, stage="won"))
    answer = await to.send(
        body_of({**EMBRAER, "name": "Embraer Ltda", "mail": "novo@e.com.br", "stage": "new"}), key="d-2"
    )
    assert answer.json()["receipt"]["suggestions"] == [{"row": row, "field": "company"}]
    after = await world.row(to.panel, "C-1")
    assert (after.values["company"], after.stage) == ("Embraer S.A.", "won")
    assert after.values["email"] == "novo@e.com.br"
    assert after.suggestions["company"].value == "Embraer Ltda"


async def test_what_is_not_in_a_payload_stays_and_what_is_null_is_emptied(world: World) -> None:
    to = await sender(world, "generic")
    await to.send()
    await to.send(body_of({"id": "C-1", "name": None}), key="d-2")
    values = (await world.row(to.panel, "C-1")).values
    assert "company" not in values
    assert values["email"] == EMBRAER["mail"]


async def test_numbers_in_texts_are_read_as_machines_write_them(world: World) -> None:
    to = await sender(world, "generic", fields={"code": "id", "revenue": "total"})
    await to.send(body_of({"id": "C-1", "total": "1234.500"}))
    assert (await world.row(to.panel, "C-1")).values["revenue"] == 1234.5


async def test_screens_are_told_at_once(world: World) -> None:
    to = await sender(world, "generic")
    with world.house.wakeup.listening() as told:
        answer = await to.send()
        change = told.get_nowait()
    assert change == PanelChanged(to.panel, answer.json()["receipt"]["version"], ("main",))


@pytest.mark.parametrize("declared", [False, True])
async def test_a_body_of_a_hundred_megabytes_is_refused_with_little_of_it_read(world: World, declared: bool) -> None:
    to = await sender(world, "generic")
    read = 0

    async def endless() -> AsyncGenerator[bytes]:
        nonlocal read
        for _ in range(1_000):
            read += len(CHUNK)
            yield CHUNK

    headers = {"Content-Length": "100000000"} if declared else {}
    async with outside(world) as client:
        tracemalloc.start()
        answer = await client.post(to.address, content=endless(), headers=headers)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert (answer.status_code, answer.json()["code"]) == (413, "payload_too_large")
    assert answer.json()["facts"] == {"limit_bytes": LARGEST_BODY}
    assert read <= (0 if declared else LARGEST_BODY + 2 * len(CHUNK))
    assert peak < 5 * LARGEST_BODY
    assert await deliveries(world, to.panel) == []


async def test_a_large_delivery_within_the_cap_goes_through(world: World) -> None:
    to = await sender(world, "generic")
    padding = "x" * (LARGEST_BODY - 200)
    assert (await to.send(body_of({**EMBRAER, "padding": padding}))).status_code == 200


async def test_what_concerns_something_else_is_acknowledged_and_ignored(world: World) -> None:
    to = await sender(world, "generic", only={"type": ["customer", None], "test": [False]})
    answer = await to.send(body_of({**EMBRAER, "type": "invoice", "test": False}))
    assert (answer.status_code, answer.json()["outcome"]) == (200, "ignored")
    zero = await to.send(body_of({**EMBRAER, "type": "customer", "test": 0}), key="d-2")
    assert zero.json()["outcome"] == "ignored"
    assert (await to.send(body_of(EMBRAER), key="d-3")).json()["outcome"] == "ignored"
    assert await world.rows(to.panel) == {}
    right = await to.send(body_of({**EMBRAER, "type": None, "test": False}), key="d-4")
    assert right.json()["outcome"] == "applied"


@pytest.mark.parametrize(
    ("payload", "code", "path"),
    [
        ({"name": "Embraer"}, "payload_unmapped", "id"),
        ({"id": None, "name": "Embraer"}, "payload_unmapped", "id"),
        ({"id": "C-1", "mail": "no address"}, "invalid_value", "mail"),
        ({"id": {"a": 1}}, "invalid_value", "id"),
        ([EMBRAER], "payload_unmapped", None),
    ],
)
async def test_what_cannot_be_read_is_kept_with_the_path_that_failed(
    world: World, payload: Any, code: str, path: str | None
) -> None:
    to = await sender(world, "generic")
    answer = await to.send(body_of(payload))
    told = answer.json()
    assert (answer.status_code, told["outcome"], told["code"], told["path"]) == (202, "unmapped", code, path)
    assert await world.rows(to.panel) == {}
    (logged,) = await deliveries(world, to.panel)
    assert (logged["outcome"], logged["code"], logged["path"], logged["body"]) == ("unmapped", code, path, None)


UNREADABLE: list[tuple[Any, str]] = [
    ([{"fingerprint": "a", "labels": {}}, {"labels": {}}], "alerts.1.fingerprint"),
    ([{"fingerprint": "a", "labels": {"instance": ["x"]}}], "alerts.0.labels.instance"),
    (["text"], "alerts.0"),
    ({}, "alerts"),
]


@pytest.mark.parametrize(("alerts", "path"), UNREADABLE)
async def test_in_a_list_the_path_says_which_row(world: World, alerts: Any, path: str) -> None:
    to = await sender(world, "alertmanager")
    assert (await to.send(body_of({"version": "4", "alerts": alerts}))).json()["path"] == path


async def test_what_is_no_json_is_refused_and_its_body_not_kept(world: World) -> None:
    to = await sender(world, "generic")
    for number, body in enumerate((b"payload=%7B%7D", b"\xff\x00", b'{"id": "\\ud800"}', b"")):
        answer = await to.send(body, key=f"d-{number}")
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request"), body
    logged = await deliveries(world, to.panel)
    assert [(one["outcome"], one["code"], one["key"]) for one in logged] == [("refused", "invalid_request", None)] * 4


async def test_what_the_panel_refuses_is_logged_with_the_rule(world: World) -> None:
    to = await sender(world, "generic", each="list")
    many = [{**EMBRAER, "id": f"C-{number}"} for number in range(3_000)]
    answer = await to.send(body_of({"list": many}))
    assert (answer.status_code, answer.json()["code"]) == (422, "rows_limit")
    (logged,) = await deliveries(world, to.panel)
    assert (logged["outcome"], logged["code"]) == ("refused", "rows_limit")


async def test_the_address_of_a_panel_in_the_trash_or_of_a_hook_that_is_gone_answers_not_found(world: World) -> None:
    to, other = await sender(world, "generic"), await sender(world, "generic")
    await world.write(TrashPanel(panel=to.panel))
    async with await world.client() as client:
        await client.put(f"/api/panels/{other.panel}/template", json={"template": panel_template()})
    for gone in (to, other):
        answer = await gone.send()
        assert (answer.status_code, answer.json()["code"]) == (404, "endpoint_not_found")


async def test_secrets_stand_in_no_log_no_answer_and_not_in_the_database(
    world: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    to = await sender(world, "alertmanager")
    answers = [
        await to.send(),
        await to.send(b"{", key="d-2"),
        await to.send(headers={"Authorization": "Bearer guessed"}),
    ]
    async with await world.client("bia") as boss:
        answers += [
            await boss.get(f"/api/panels/{to.panel}/hooks"),
            await boss.get(f"/api/panels/{to.panel}/hooks/feed/deliveries"),
            await boss.get(f"/api/panels/{to.panel}"),
        ]
    kept = stored(tmp_path)
    assert to.address.removeprefix("/hooks/").encode() in kept
    said = "".join(answer.text for answer in answers) + caplog.text
    assert to.address in said
    for hidden in (to.secret, to.secret.removeprefix("whsec_"), "guessed"):
        assert hidden not in said
        assert hidden.encode() not in kept


async def test_a_new_secret_voids_the_old_one_and_keeps_the_address(world: World) -> None:
    old = await sender(world, "generic")
    new = await opened(world, "generic", old.panel)
    assert new.address == old.address
    assert new.secret != old.secret
    assert (await old.send()).status_code == 401
    assert (await new.send()).status_code == 200
