"""A request with nothing wrong goes straight to its function; any other is told what is wrong, as on every route."""

import pytest
from fastapi import APIRouter

from liveapps.doors.http.rows import router
from liveapps.doors.http.straight import StraightRoute
from liveapps.doors.http.visitor import Visit
from tests.support.world import World


def test_every_route_of_rows_goes_straight() -> None:
    assert router.routes
    assert all(isinstance(route, StraightRoute) for route in router.routes)


def test_a_function_that_does_not_ask_who_comes_has_no_straight_route() -> None:
    open_door = APIRouter(route_class=StraightRoute)

    async def anyone(panel: str) -> None: ...

    with pytest.raises(TypeError, match="no visitor"):
        open_door.add_api_route("/{panel}", anyone)


def test_a_part_of_the_address_that_must_be_checked_is_not_passed_on_unread() -> None:
    numbered = APIRouter(route_class=StraightRoute)

    async def one(number: int, visit: Visit) -> None: ...

    with pytest.raises(TypeError, match="number"):
        numbered.add_api_route("/{number}", one)


@pytest.mark.parametrize(
    ("body", "kind", "at"),
    [
        (b'{"stage": 7}', "application/json", "body.stage"),
        (b'{"stage": "new", "colour": "red"}', "application/json", "body.colour"),
        (b'{"stage": "new"', "application/json", "body.15"),
        (b"", "application/json", "body"),
        (b'{"stage": "new"}', "text/plain", "body"),
    ],
)
async def test_a_wrong_body_is_refused_at_its_place(world: World, body: bytes, kind: str, at: str) -> None:
    panel = await world.panel()
    await world.ship(panel, [{"code": "C-1", "company": "Riotur"}])
    row = (await world.rows(panel))["C-1"].id
    async with await world.client() as client:
        path = f"/api/panels/{panel}/collections/customers/rows/{row}/move"
        answer = await client.post(path, content=body, headers={"Content-Type": kind})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
    assert answer.json()["facts"]["problems"][0]["at"] == at
    assert (await world.rows(panel))["C-1"].stage_moved_by is None


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=many", "sums=perhaps"])
async def test_a_wrong_question_is_refused(world: World, query: str) -> None:
    panel = await world.panel()
    await world.ship(panel, [{"code": "C-1", "company": "Riotur"}])
    async with await world.client() as client:
        answer = await client.get(f"/api/panels/{panel}/collections/customers/rows?{query}")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request")
