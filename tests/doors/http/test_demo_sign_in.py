"""An address that signs one in exists in the demo only, and only for who sits at this machine."""

from dataclasses import replace

import pytest

from tests.doors.http.asking import nobody, problem
from tests.support.world import World

ADDRESS = "/demo/sign-in/ana"


def open_demo(world: World) -> None:
    world.app.state.house = replace(world.house, demo=True)


async def test_in_the_demo_its_address_signs_one_in_and_leads_to_the_app(world: World) -> None:
    open_demo(world)
    async with nobody(world, host="http://127.0.0.1:8350") as client:
        answer = await client.get(ADDRESS)
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        me = (await client.get("/api/me")).json()
        assert (me["user"]["name"], me["demo"]) == ("Ana", True)


@pytest.mark.parametrize("host", ["http://localhost:8350", "http://[::1]:8350"])
async def test_this_machine_has_several_names(world: World, host: str) -> None:
    open_demo(world)
    async with nobody(world, host=host) as client:
        assert (await client.get(ADDRESS)).status_code == 303


async def test_outside_the_demo_there_is_no_such_address(world: World) -> None:
    async with nobody(world, host="http://127.0.0.1:8350") as client:
        told = problem(await client.get(ADDRESS), 404, "panel_not_found")
        unknown = problem(await client.get("/demo/other"), 404, "panel_not_found")
        assert told["title"].replace(ADDRESS, "?") == unknown["title"].replace("/demo/other", "?")


@pytest.mark.parametrize(
    ("peer", "host"),
    [
        ("10.0.0.9", "http://127.0.0.1:8350"),
        ("", "http://127.0.0.1:8350"),
        ("127.0.0.1", "http://demo.example"),
        ("127.0.0.1", "http://127.0.0.1.evil.example"),
        ("127.0.0.1", "http://10.0.0.9:8350"),
    ],
    ids=[
        "foreign peer",
        "unknown peer",
        "foreign name",
        "name that looks like ours",
        "another address of this machine",
    ],
)
async def test_who_comes_from_elsewhere_finds_no_such_address(world: World, peer: str, host: str) -> None:
    open_demo(world)
    async with nobody(world, peer=peer, host=host) as client:
        answer = await client.get(ADDRESS)
        problem(answer, 404, "panel_not_found")
        assert "set-cookie" not in answer.headers


async def test_nobody_is_signed_in_as_who_does_not_exist(world: World) -> None:
    open_demo(world)
    async with nobody(world, host="http://localhost") as client:
        problem(await client.get("/demo/sign-in/nobody"), 404, "panel_not_found")
