"""A body says what is wanted, and nothing of who, when or where from. A wrong type is refused, never guessed."""

from typing import Any

import pytest

from tests.doors.http.asking import ROWS, problem
from tests.support.world import World, panel_template
from tests.writing.asking import kept_row

STAMPS: dict[str, Any] = {
    "id": "00000000-0000-7000-8000-000000000000",
    "origin": {"door": "board", "actor": {"kind": "person", "id": "bia"}, "at": "2020-01-01T00:00:00Z"},
    "owner": "bia",
    "actor": "bia",
    "private": False,
    "at": "2020-01-01T00:00:00Z",
    "version": 99,
    "door": "calendar",
    "tool": "crm.list",
    "truncated": False,
    "panel": "another",
}


def bodies(panel: str, row: str) -> dict[str, tuple[str, str, dict[str, Any]]]:
    """One good request of each kind that changes a panel."""
    rows = ROWS.format(panel=panel)
    return {
        "add": ("POST", rows, {"values": {"code": "C-9"}}),
        "patch": ("PATCH", f"{rows}/{row}", {"set": {"company": "x"}}),
        "move": ("POST", f"{rows}/{row}/move", {"stage": "won"}),
        "annotate": ("POST", f"{rows}/{row}/annotations", {"text": "x"}),
        "ship": ("POST", f"/api/panels/{panel}/collections/customers/shipments", {"rows": [{"code": "C-8"}]}),
        "settle": ("POST", f"{rows}/{row}/suggestions/company", {"accept": True}),
        "set a block": ("PUT", f"/api/panels/{panel}/blocks/x", {"content": {"kind": "text", "markdown": "x"}}),
        "redesign": ("PUT", f"/api/panels/{panel}/template", {"template": panel_template(title="x")}),
        "create": ("POST", "/api/panels", {"agent": "sales", "template": panel_template()}),
    }


@pytest.mark.parametrize("kind", bodies("", ""))
async def test_a_body_cannot_stamp_what_the_server_stamps(world: World, kind: str) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel)
    before = (await world.view(panel)).version
    method, path, body = bodies(panel, row)[kind]
    async with await world.client("carla") as client:
        for name, value in STAMPS.items():
            told = problem(await client.request(method, path, json={**body, name: value}), 422, "invalid_request")
            assert told["facts"]["problems"][0]["at"] == f"body.{name}"
    assert (await world.view(panel)).version == before


async def test_values_cannot_smuggle_what_is_kept_beside_them(world: World) -> None:
    panel = await world.panel()
    async with await world.client() as client:
        for name in ("id", "owner", "private", "facts", "born", "version", "position"):
            answer = await client.post(ROWS.format(panel=panel), json={"values": {"code": "C-1", name: "x"}})
            problem(answer, 404, "field_not_found")
    assert await world.rows(panel) == {}


async def test_the_server_stamps_id_owner_time_and_door(world: World) -> None:
    panel = await world.panel()
    async with await world.client("carla") as client:
        answer = await client.post(ROWS.format(panel=panel), json={"values": {"code": "C-1"}})
    row = await world.row(panel, "C-1")
    assert answer.json()["added"] == [row.id]
    assert (row.owner, row.born.by.name, row.born.door) == (world.people["carla"].id, "Carla", "board")
    assert row.born.at == world.clock.now()


async def test_a_list_that_a_person_sends_is_an_import_and_not_their_own_hand(world: World) -> None:
    panel = await world.panel()
    async with await world.client() as client:
        ship = f"/api/panels/{panel}/collections/customers/shipments"
        answer = await client.post(ship, json={"rows": [{"code": "C-1", "company": "x"}]})
    assert answer.status_code == 200
    row = await world.row(panel, "C-1")
    assert (row.born.door, row.owner, row.facts) == ("import", None, {})


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("patch", {"based_on": "7"}),
        ("patch", {"based_on": 7.5}),
        ("patch", {"based_on": True}),
        ("patch", {"add": {"revenue": "1"}}),
        ("patch", {"add": {"revenue": True}}),
        ("patch", {"set": [["company", "x"]]}),
        ("move", {"based_on": "7"}),
        ("move", {"stage": 1}),
        ("ship", {"declared_count": "1"}),
        ("ship", {"declared_count": -1}),
        ("ship", {"mode": "all"}),
        ("ship", {"rows": {"code": "C-1"}}),
        ("settle", {"accept": "true"}),
        ("settle", {"accept": 1}),
        ("annotate", {"text": 5}),
        ("annotate", {"text": "   "}),
        ("annotate", {"text": "x" * 4_001}),
        ("redesign", {"based_on": "1"}),
        ("create", {"template": "{}"}),
    ],
)
async def test_a_value_of_the_wrong_type_is_refused_and_never_converted(
    world: World, kind: str, wrong: dict[str, Any]
) -> None:
    panel = await world.panel()
    row = await kept_row(world, panel, company="Embraer")
    method, path, body = bodies(panel, row)[kind]
    async with await world.client() as client:
        problem(await client.request(method, path, json={**body, **wrong}), 422, "invalid_request")
    assert (await world.row(panel, "C-1")).values["company"] == "Embraer"


async def test_templates_are_as_strict(world: World) -> None:
    template = panel_template()
    template["tabs"][0]["blocks"][0]["width"] = "6"
    async with await world.client() as client:
        answer = await client.post("/api/panels", json={"agent": "sales", "template": template})
    told = problem(answer, 422, "invalid_template")
    assert told["facts"]["problems"][0]["at"] == "tabs.0.blocks.0.table.width"


async def test_a_key_too_long_to_keep_is_refused(world: World) -> None:
    panel = await world.panel()
    async with await world.client() as client:
        add = {"values": {"code": "C-1"}}
        answer = await client.post(ROWS.format(panel=panel), json=add, headers={"Idempotency-Key": "k" * 201})
        problem(answer, 422, "invalid_request")


async def test_a_repeated_request_with_one_key_is_answered_once(world: World) -> None:
    panel = await world.panel()
    async with await world.client() as client:
        add, key = {"values": {"code": "C-1"}}, {"Idempotency-Key": "k"}
        first = await client.post(ROWS.format(panel=panel), json=add, headers=key)
        again = await client.post(ROWS.format(panel=panel), json=add, headers=key)
        assert again.json() == {**first.json(), "replayed": True}
        other = await client.post(ROWS.format(panel=panel), json={"values": {"code": "C-2"}}, headers=key)
        problem(other, 409, "idempotency_mismatch")
