"""Nothing is answered without knowing who asks, and a browser's cookie alone is no consent."""

import pytest

from tests.doors.http.asking import ROWS, filled, nobody, problem, routes, script
from tests.support.world import World

OPEN = {
    ("POST", "/api/session"),
    # What outside systems send is signed, and judged by its signature.
    ("POST", "/hooks/{endpoint}"),
    ("GET", "/demo/sign-in/{login}"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/{path:path}"),
}


async def test_every_route_but_the_open_ones_refuses_who_is_nobody(world: World) -> None:
    closed = [route for route in routes(world) if route not in OPEN]
    assert set(routes(world)) >= OPEN
    async with nobody(world) as client:
        for method, path in closed:
            answer = await client.request(method, filled(path), headers={"X-LiveApps": "1"})
            told = problem(answer, 401, "sign_in_required")
            assert answer.headers["www-authenticate"] == "Bearer", path
            assert told["facts"] == {}, path


@pytest.mark.parametrize(
    "headers",
    [
        {"Authorization": "Bearer la_nonsense"},
        {"Authorization": "Bearer "},
        {"Authorization": "Basic YW5hOmFuYQ=="},
        {"Cookie": "liveapps_session=nonsense"},
        {"Cookie": "liveapps_session="},
        {"Cookie": "session=nonsense"},
    ],
    ids=["unknown token", "empty token", "another scheme", "unknown session", "empty session", "another cookie"],
)
async def test_what_is_no_valid_session_or_token_is_nobody(world: World, headers: dict[str, str]) -> None:
    async with nobody(world) as client:
        problem(await client.get("/api/me", headers=headers), 401, "sign_in_required")


async def test_the_name_of_a_token_does_not_let_one_in_only_its_text_does(world: World) -> None:
    token, secret = await world.house.accounts.create_token(await world.person("ana"), "Planilha")
    async with nobody(world) as client:
        for wrong in (token.id, token.name, secret[:-1], secret + "x", secret.upper()):
            answer = await client.get("/api/me", headers={"Authorization": f"Bearer {wrong}"})
            problem(answer, 401, "sign_in_required")
        answer = await client.get("/api/me", headers={"Authorization": f"bearer {secret}"})
        assert answer.json()["user"]["name"] == "Ana"


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://testserver.evil.example", "http://testserver:8080", "null", ""]
)
async def test_every_change_a_foreign_page_asks_for_is_refused(world: World, origin: str) -> None:
    changing = [route for route in routes(world) if route[0] != "GET" and route not in OPEN]
    assert len(changing) > 25
    async with await world.client() as client:
        for method, path in changing:
            answer = await client.request(method, filled(path), headers={"Origin": origin})
            problem(answer, 403, "origin_refused")


async def test_every_change_by_a_cookie_without_our_header_is_refused(world: World) -> None:
    """A form of a foreign page can send the cookie, and no header of its own."""
    changing = [route for route in routes(world) if route[0] != "GET" and route not in OPEN]
    async with await world.client() as client:
        del client.headers["X-LiveApps"]
        for method, path in changing:
            problem(await client.request(method, filled(path)), 403, "origin_refused")


async def test_our_own_page_changes_and_anyone_signed_in_reads(world: World) -> None:
    panel = await world.panel()
    async with await world.client() as client:
        add = ROWS.format(panel=panel)
        answer = await client.post(add, json={"values": {"code": "C-1"}}, headers={"Origin": "http://testserver"})
        assert answer.status_code == 201
        del client.headers["X-LiveApps"]
        read = await client.get(add, headers={"Origin": "http://evil.example"})
        assert read.status_code == 200
        assert "access-control-allow-origin" not in read.headers


async def test_a_token_needs_neither_our_header_nor_our_origin(world: World) -> None:
    panel = await world.panel()
    async with await script(world) as client:
        add = ROWS.format(panel=panel)
        for number, origin in enumerate(({}, {"Origin": "http://other.example"})):
            answer = await client.post(add, json={"values": {"code": f"C-{number}"}}, headers=origin)
            assert answer.status_code == 201
    assert {row.born.door for row in (await world.rows(panel)).values()} == {"api"}


async def test_a_browser_comes_through_the_board(world: World) -> None:
    panel = await world.panel()
    async with await world.client("carla") as client:
        await client.post(ROWS.format(panel=panel), json={"values": {"code": "C-1"}})
    row = await world.row(panel, "C-1")
    assert (row.born.door, row.born.by.name, row.owner) == ("board", "Carla", world.people["carla"].id)


async def test_a_token_is_who_it_belongs_to_even_beside_a_cookie_of_another(world: World) -> None:
    _, secret = await world.house.accounts.create_token(await world.person("bia"), "x")
    async with await world.client("ana") as client:
        answer = await client.get("/api/me", headers={"Authorization": f"Bearer {secret}"})
        assert answer.json()["user"]["name"] == "Bia"
        # A token that does not hold does not fall back to the cookie.
        wrong = await client.get("/api/me", headers={"Authorization": "Bearer la_x"})
        problem(wrong, 401, "sign_in_required")


async def test_whether_the_server_is_alive_and_ready_is_told_to_anyone(world: World) -> None:
    async with nobody(world) as client:
        assert (await client.get("/healthz")).json() == {"status": "alive"}
        assert (await client.get("/readyz")).json() == {"status": "ready"}
        await world.running.store.close()
        assert (await client.get("/healthz")).json() == {"status": "alive"}
        problem(await client.get("/readyz"), 500, "internal_error")
