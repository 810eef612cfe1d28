"""Signing in and out, and how little a refusal gives away."""

from datetime import timedelta
from pathlib import Path

import httpx2
import pytest

from liveapps.access.accounts import SESSION
from liveapps.access.attempts import ALLOWED, REST
from liveapps.adapters.sqlite.connection import connect
from tests.doors.http.asking import nobody, problem
from tests.support.world import World

PASSWORD = "uma senha longa"
HEADERS = {"X-LiveApps": "1"}


async def with_password(world: World) -> None:
    await world.house.accounts.create_user("Ana@X.co ", "Ana", "user", PASSWORD)


async def sign_in(client: httpx2.AsyncClient, login: str = "ana@x.co", password: str = PASSWORD) -> httpx2.Response:
    return await client.post("/api/session", json={"login": login, "password": password}, headers=HEADERS)


async def test_who_signs_in_gets_a_cookie_that_scripts_cannot_read(world: World) -> None:
    await with_password(world)
    async with nobody(world) as client:
        answer = await sign_in(client, " ANA@x.co")
        assert (answer.status_code, answer.json()["user"]["login"]) == (200, "ana@x.co")
        cookie = answer.headers["set-cookie"].lower()
        assert {"httponly", "samesite=lax", "path=/"} <= set(cookie.split("; "))
        assert "secure" not in cookie
        assert (await client.get("/api/me")).json()["user"]["name"] == "Ana"


async def test_over_https_the_cookie_never_travels_in_the_clear(world: World) -> None:
    await with_password(world)
    async with nobody(world, host="https://testserver") as client:
        assert "secure" in (await sign_in(client)).headers["set-cookie"].lower().split("; ")


async def test_a_wrong_password_and_an_unknown_login_answer_alike(world: World) -> None:
    await with_password(world)
    await world.house.accounts.create_user("ghost@x.co", "Ghost", "user", None)
    async with nobody(world) as client:
        wrong = await sign_in(client, password="outra")
        unknown = await sign_in(client, login="nobody@x.co")
        without_password = await sign_in(client, login="ghost@x.co", password="outra")
    for answer in (wrong, unknown, without_password):
        assert problem(answer, 401, "invalid_credentials") == wrong.json()
        assert "set-cookie" not in answer.headers


async def test_a_foreign_page_signs_nobody_in(world: World) -> None:
    await with_password(world)
    body = {"login": "ana@x.co", "password": PASSWORD}
    async with nobody(world) as client:
        problem(await client.post("/api/session", json=body), 403, "origin_refused")
        foreign = {**HEADERS, "Origin": "http://evil.example"}
        problem(await client.post("/api/session", json=body, headers=foreign), 403, "origin_refused")


async def test_too_many_attempts_rest_for_a_while_and_say_how_long(world: World) -> None:
    await with_password(world)
    async with nobody(world) as client:
        for _ in range(ALLOWED):
            problem(await sign_in(client, password="outra"), 401, "invalid_credentials")
        world.clock.forward(seconds=10)
        resting = await sign_in(client)
        told = problem(resting, 429, "too_many_attempts")
        wait = int(REST.total_seconds()) - 10 + 1
        assert (resting.headers["retry-after"], told["facts"]) == (str(wait), {"retry_after_seconds": wait})
        world.clock.forward(seconds=wait)
        assert (await sign_in(client)).status_code == 200


async def test_one_login_that_rests_does_not_keep_others_out(world: World) -> None:
    await with_password(world)
    await world.house.accounts.create_user("bia@x.co", "Bia", "user", PASSWORD)
    async with nobody(world) as client:
        for _ in range(ALLOWED + 1):
            await sign_in(client, password="outra")
        assert (await sign_in(client, "bia@x.co")).status_code == 200


async def test_a_success_forgets_the_failures_before_it(world: World) -> None:
    await with_password(world)
    async with nobody(world) as client:
        for _ in range(2):
            for _ in range(ALLOWED - 1):
                problem(await sign_in(client, password="outra"), 401, "invalid_credentials")
            assert (await sign_in(client)).status_code == 200


async def test_signing_out_ends_the_session_wherever_its_cookie_is(world: World) -> None:
    await with_password(world)
    async with nobody(world) as client, nobody(world) as copy:
        await sign_in(client)
        copy.cookies.set("liveapps_session", client.cookies["liveapps_session"])
        assert (await copy.get("/api/me")).status_code == 200
        out = await client.delete("/api/session", headers=HEADERS)
        assert (out.status_code, out.content) == (204, b"")
        problem(await copy.get("/api/me"), 401, "sign_in_required")
        problem(await client.get("/api/me"), 401, "sign_in_required")


async def test_signing_out_here_leaves_a_session_elsewhere(world: World) -> None:
    await with_password(world)
    async with nobody(world) as one, nobody(world) as other:
        await sign_in(one)
        await sign_in(other)
        await one.delete("/api/session", headers=HEADERS)
        assert (await other.get("/api/me")).status_code == 200


async def test_a_session_ends_by_itself(world: World) -> None:
    async with await world.client() as client:
        world.clock.at += SESSION - timedelta(seconds=1)
        assert (await client.get("/api/me")).status_code == 200
        world.clock.forward(seconds=1)
        problem(await client.get("/api/me"), 401, "sign_in_required")


@pytest.mark.parametrize(
    "body",
    [{}, {"login": "ana"}, {"login": "", "password": "x"}, {"login": "ana", "password": 5}, {"login": "a" * 201}],
)
async def test_a_sign_in_of_the_wrong_form_is_refused(world: World, body: dict[str, object]) -> None:
    async with nobody(world) as client:
        problem(await client.post("/api/session", json=body, headers=HEADERS), 422, "invalid_request")


async def test_i_choose_my_language_and_nothing_else_about_me(world: World) -> None:
    async with await world.client() as client:
        assert (await client.patch("/api/me", json={"locale": "en"})).json()["user"]["locale"] == "en"
        for more in ({"role": "admin"}, {"name": "x"}, {"id": "x"}, {"teams": ["sul"]}):
            problem(await client.patch("/api/me", json={"locale": "en", **more}), 422, "invalid_request")
        me = (await client.get("/api/me")).json()
    assert (me["user"]["role"], me["user"]["teams"], me["demo"]) == ("user", [], False)


async def test_the_database_holds_no_password_session_or_token_only_their_hashes(world: World, tmp_path: Path) -> None:
    await with_password(world)
    _, token = await world.house.accounts.create_token(await world.person("ana"), "x")
    async with nobody(world) as client:
        await sign_in(client)
        session = client.cookies["liveapps_session"]
    file = connect(tmp_path / "liveapps.db")
    kept = repr([file.execute(f"SELECT * FROM {table}").fetchall() for table in ("person", "session", "api_token")])
    file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.close()
    assert "$argon2" in kept
    for secret in (PASSWORD, session, token, token.removeprefix("la_")):
        assert secret not in kept
        assert secret.encode() not in (tmp_path / "liveapps.db").read_bytes()
