"""What must not get in: each is refused with what is wrong and what to do instead, and the panel stays as it was."""

import asyncio
import hashlib
import hmac
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from liveapps.reading.views import PanelView
from liveapps.writing import writes as w
from tests.doors.http.asking import problem
from tests.proof.requests import receipt_of, send, view_of
from tests.proof.server import Server
from tests.proof.workload import LIST, read_template, template_json
from tests.support.world import World

HOOK = {"id": "feed", "title": "Entrada", "source": "generic", "into": LIST, "fields": {"code": "id"}}
CHUNK = b" " * 1_000_000
LARGE = 100


class Place:
    """A panel at a server or in a house, and clients of two people."""

    def __init__(self, ana: httpx2.AsyncClient, bia: httpx2.AsyncClient, panel: str) -> None:
        self.ana = ana
        self.bia = bia
        self.panel = panel

    async def look(self) -> PanelView:
        view = await view_of(self.ana, self.panel)
        assert view is not None
        return view

    @asynccontextmanager
    async def unchanged(self) -> AsyncGenerator[None]:
        before = await self.look()
        yield
        assert await self.look() == before


async def create(client: httpx2.AsyncClient, **changes: Any) -> str:
    template = read_template({**template_json(hooks=[HOOK]), **changes})
    return receipt_of(await send(client, w.CreatePanel(panel="", agent="sales", template=template))).panel


@pytest.fixture
async def place(world: World) -> AsyncGenerator[Place]:
    async with await world.client("ana") as ana, await world.client("bia") as bia:
        yield Place(ana, bia, await create(ana))


def as_table() -> list[dict[str, Any]]:
    return [{**one, "rows": "table"} for one in template_json()["collections"]]


def listed(panel: str, start: int, count: int) -> w.Ship:
    return w.Ship(panel=panel, collection=LIST, rows=[{"code": f"C-{start + number}"} for number in range(count)])


def added(panel: str, **values: Any) -> w.AddRow:
    return w.AddRow(panel=panel, collection=LIST, values=values)


async def test_the_row_after_twenty_thousand_is_refused(place: Place) -> None:
    place.panel = await create(place.ana, collections=as_table())
    receipt_of(await send(place.ana, listed(place.panel, 0, 20_000)))
    async with place.unchanged():
        for one_more in (added(place.panel, code="one too many"), listed(place.panel, 19_990, 11)):
            told = problem(await send(place.ana, one_more), 422, "rows_limit")
            assert told["facts"] == {"collection": LIST, "count": 20_001, "limit": 20_000, "mode": "table"}
            assert "20001" in told["title"]
            assert "Send fewer rows" in told["next_step"]


async def test_the_panel_after_fifty_is_refused(place: Place) -> None:
    for _ in range(49):
        await create(place.ana)
    template = read_template(template_json())
    async with place.unchanged():
        answer = await send(place.ana, w.CreatePanel(panel="", agent="sales", template=template))
        told = problem(answer, 422, "limit_reached")
        assert told["facts"] == {"agent": "sales", "count": 50, "limit": 50}
        assert "Trash a panel" in told["next_step"]
    assert len((await place.ana.get("/api/panels")).json()) == 50


async def test_the_same_key_for_something_else_is_refused(place: Place) -> None:
    receipt_of(await send(place.ana, added(place.panel, code="C-1"), "a key"))
    async with place.unchanged():
        told = problem(await send(place.ana, added(place.panel, code="C-2"), "a key"), 409, "idempotency_mismatch")
        assert told["facts"] == {"key": "a key"}
        assert "new key" in told["next_step"]


async def test_a_change_of_what_somebody_changed_meanwhile_is_refused_with_their_name_and_value(place: Place) -> None:
    (row,) = receipt_of(await send(place.ana, added(place.panel, code="C-1", company="Embraer"))).added
    seen = (await place.look()).version
    cell = w.PatchRow(panel=place.panel, collection=LIST, row=row, set={"company": "Riotur"})
    receipt_of(await send(place.bia, cell))
    mine = cell.model_copy(update={"set": {"company": "Vale"}, "based_on": seen})
    async with place.unchanged():
        told = problem(await send(place.ana, mine), 409, "version_conflict")
        assert (told["facts"]["by"], told["facts"]["current"], told["facts"]["field"]) == ("Bia", "Riotur", "company")
        assert "Bia" in told["title"]


@pytest.mark.parametrize("path", ["versions/{n}", "versions?before={n}"])
async def test_a_version_far_beyond_any_is_no_fault_of_the_server(place: Place, path: str) -> None:
    answer = await place.ana.get(f"/api/panels/{place.panel}/{path.format(n=2**53)}")
    assert answer.status_code == (404 if "/{" in path else 200), answer.text


async def test_going_back_to_a_version_far_beyond_any_is_refused(place: Place) -> None:
    async with place.unchanged():
        answer = await place.ana.post(f"/api/panels/{place.panel}/versions/{2**53}/restore")
        assert problem(answer, 404, "version_not_found")["facts"] == {"version": 2**53, "newest": 1}


async def opened(place: Place) -> tuple[str, str]:
    """The address and the secret that an outside system is told."""
    answer = await place.bia.post(f"/api/panels/{place.panel}/hooks/feed/endpoint")
    assert answer.status_code == 201, answer.text
    return answer.json()["address"], answer.json()["secret"]


def signed(secret: str, body: bytes, key: str) -> dict[str, str]:
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return {"X-Signature-256": f"sha256={digest}", "Idempotency-Key": key}


async def test_a_delivery_that_comes_again_counts_once(place: Place) -> None:
    address, secret = await opened(place)
    body = b'{"id": "C-7"}'
    answers = await asyncio.gather(
        *(place.ana.post(address, content=body, headers=signed(secret, body, "d-1")) for _ in range(5))
    )
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["delivery"] for answer in answers}) == 1
    assert sorted(answer.json()["receipt"]["replayed"] for answer in answers) == [False, True, True, True, True]
    async with place.unchanged():
        again = await place.ana.post(address, content=body, headers=signed(secret, body, "d-1"))
        assert again.json()["receipt"]["replayed"] is True
        other = b'{"id": "C-8"}'
        problem(
            await place.ana.post(address, content=other, headers=signed(secret, other, "d-1")),
            409,
            "idempotency_mismatch",
        )
    assert (await place.look()).collections[LIST].count == 1


async def test_a_delivery_with_a_bad_signature_is_refused(place: Place) -> None:
    address, secret = await opened(place)
    body = b'{"id": "C-7"}'
    right = signed(secret, body, "d-1")
    async with place.unchanged():
        for wrong in ({}, signed("another secret", body, "d-1"), signed(secret, body + b" ", "d-1")):
            told = problem(await place.ana.post(address, content=body, headers=wrong), 401, "signature_refused")
            assert told["next_step"]
    assert (await place.ana.post(address, content=body, headers=right)).status_code == 200


def most_memory(server: Server) -> int:
    """How many bytes the process of a server ever held at once."""
    (line,) = [one for one in Path(f"/proc/{server.pid}/status").read_text().splitlines() if one.startswith("VmHWM")]
    return int(line.split()[1]) * 1024


async def test_a_hundred_megabytes_from_nobody_are_refused_and_not_held(server: Server) -> None:
    """The body does not say how large it is, and its sender is not known yet."""

    async def chunks() -> AsyncGenerator[bytes]:
        for _ in range(LARGE):
            yield CHUNK

    async with server.client("ana") as ana, server.client("bia") as bia:
        place = Place(ana, bia, await create(ana))
        address, secret = await opened(place)
        before = most_memory(server)
        async with place.unchanged():
            for _ in range(3):
                answer = await ana.post(address, content=chunks(), headers=signed(secret, CHUNK * 2, "d-1"))
                told = problem(answer, 413, "payload_too_large")
                assert told["facts"]["limit_bytes"] == len(CHUNK)
        assert most_memory(server) - before < LARGE * len(CHUNK) / 4
