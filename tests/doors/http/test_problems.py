"""Every error is a problem with a code, the facts and the next step, and never the text of an exception."""

import json
import logging
from typing import Any

import httpx2
import pytest

from liveapps.doors.http.headers import HEADERS
from liveapps.doors.http.problems import STATUS, status_of
from liveapps.panels.errors import CODES, Code
from tests.doors.http.asking import ROWS, nobody, problem
from tests.support.world import World, panel_template
from tests.writing.asking import add

SECRET = "host=db.internal password=hunter2"


NOT_THE_ASKERS: set[Code] = {
    *("internal_error", "data_damaged", "data_newer", "secret_unreadable"),
    *("source_failed", "tool_failed", "tool_output_unreadable", "tool_timeout", "mail_failed"),
    *("storage_away", "storage_full", "outcome_unknown", "answer_cut", "answer_empty"),
    *("model_busy", "model_key_refused", "model_not_found"),
    *("model_quota_spent", "model_rejected", "model_timeout", "model_unavailable"),
}
"""What went wrong is not for the asker to mend."""


@pytest.mark.parametrize("code", CODES)
def test_every_code_has_a_status_that_says_whose_the_fault_is(code: Code) -> None:
    assert status_of(code) in (range(500, 600) if code in NOT_THE_ASKERS else range(400, 500))


def test_statuses_are_given_only_to_codes_that_there_are() -> None:
    assert set(STATUS) <= set(CODES)


async def crash(*_: Any, **__: Any) -> Any:
    raise ValueError(SECRET)


def broken(*_: Any) -> float:
    return 1 / 0


async def test_a_crash_tells_nothing_of_its_cause_to_who_asked(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(type(world.house.facade), "panels", crash)
    with caplog.at_level(logging.ERROR, "liveapps.http"):
        async with await world.client() as client:
            answer = await client.get("/api/panels")
    told = problem(answer, 500, "internal_error")
    assert told["facts"] == {}
    assert "hunter2" not in answer.text
    assert "ValueError" not in answer.text
    assert caplog.records[0].exc_info is not None
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS


async def test_the_server_goes_on_after_a_crash(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await world.client() as client:
        with monkeypatch.context() as broken:
            broken.setattr(type(world.house.facade), "panels", crash)
            assert (await client.get("/api/panels")).status_code == 500
        assert (await client.get("/api/panels")).json() == []


async def test_a_crash_within_a_transaction_is_told_alike(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = await world.panel()
    monkeypatch.setattr("liveapps.writing.funnel.decide", broken)
    async with await world.client() as client:
        answer = await client.post(ROWS.format(panel=panel), json={"values": {"code": "C-1"}})
    problem(answer, 500, "internal_error")
    assert "division" not in answer.text


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"{", "application/json"),
        (b'{"values": {"code": "\xff"}}', "application/json"),
        (b"[" * 100_000, "application/json"),
        (b"values=1", "application/x-www-form-urlencoded"),
        (b'{"values": {}}', "text/plain"),
        (b"", "application/json"),
        (b"null", "application/json"),
        (b"[]", "application/json"),
        (b'{"values": {"code": "\\ud800"}}', "application/json"),
        (b'{"values": {"\\ud800": "x"}}', "application/json"),
        (b'{"values": {"revenue": NaN}}', "application/json"),
        (b'{"values": {"revenue": 1e999}}', "application/json"),
        (b'{"values": {"revenue": ' + b"9" * 5_000 + b"}}", "application/json"),
    ],
)
async def test_a_body_that_makes_no_sense_is_a_problem_of_the_sender(world: World, content: bytes, kind: str) -> None:
    panel = await world.panel()
    async with await world.client() as client:
        answer = await client.post(ROWS.format(panel=panel), content=content, headers={"Content-Type": kind})
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["code"] in ("invalid_request", "invalid_value")
    assert answer.json()["next_step"]
    assert await world.rows(panel) == {}


STRANGE = (
    "nope",
    "Não é um nome!",
    "x" * 5_000,
    "%00",
    "%F0%9F%99%82",
    "..",
    "9" * 30,
    "-1",
    "1.5",
    "'; DROP TABLE panel",
)


@pytest.mark.parametrize("name", STRANGE)
async def test_no_name_in_an_address_breaks_the_server(world: World, name: str) -> None:
    panel = await world.panel()
    async with await world.client() as client:
        asked: list[tuple[str, str, Any]] = [
            ("GET", f"/api/panels/{name}", None),
            ("GET", f"/api/panels/{panel}/versions/{name}", None),
            ("POST", f"/api/panels/{panel}/versions/{name}/restore", None),
            ("GET", f"/api/panels/{panel}/versions?before={name}", None),
            ("GET", f"/api/panels/{panel}/collections/{name}/rows", None),
            ("POST", f"/api/panels/{panel}/collections/{name}/rows", {"values": {"code": "C-1"}}),
            ("POST", f"/api/panels/{panel}/collections/{name}/shipments", {"rows": []}),
            ("GET", f"{ROWS.format(panel=panel)}/{name}", None),
            ("GET", f"{ROWS.format(panel=panel)}?cursor={name}", None),
            ("GET", f"{ROWS.format(panel=panel)}?sort={name}", None),
            ("GET", f"{ROWS.format(panel=panel)}?group={name}", None),
            ("GET", f"{ROWS.format(panel=panel)}?where={name}", None),
            ("PATCH", f"{ROWS.format(panel=panel)}/{name}", {"set": {"company": "x"}}),
            ("POST", f"{ROWS.format(panel=panel)}/{name}/suggestions/{name}", {"accept": True}),
            ("POST", f"/api/panels/{panel}/tabs/{name}/refresh", None),
            ("PUT", f"/api/panels/{panel}/blocks/{name}", {"content": {"kind": "text", "markdown": "x"}}),
            ("POST", f"/api/panels/{panel}/blocks/{name}/press", {"button": name}),
            ("POST", f"/api/panels/{panel}/blocks/grid/press", {"button": name}),
            ("PUT", f"/api/panels/{panel}/grants/{name}", None),
            ("GET", f"/api/panels/{panel}/export?collection={name}", None),
            ("GET", f"/api/threads/{name}", None),
            ("GET", f"/api/answers/{name}", None),
            ("POST", f"/api/runs/{name}/cancel", None),
        ]
        for method, address, body in asked:
            answer = await client.request(method, address, json=body)
            assert answer.status_code < 500, (method, address[:200], answer.text[:300])
            if answer.status_code >= 400:
                assert answer.headers["content-type"] == "application/problem+json", address[:200]
                assert answer.json()["code"] in CODES
                assert answer.json()["next_step"]


async def test_half_a_character_is_refused_wherever_it_stands(world: World) -> None:
    panel = await world.panel()
    row = (await world.write(add(panel, code="C-1"))).added[0]
    rows = ROWS.format(panel=panel)
    asked: list[tuple[str, str, bytes]] = [
        ("POST", rows, b'{"values": {"code": "C-2"}, "stage": "\\ud800"}'),
        ("POST", f"{rows}/{row}/move", b'{"stage": "won", "before": "\\ud800"}'),
        ("POST", f"{rows}/{row}/annotations", b'{"text": "\\ud800"}'),
        ("PATCH", f"{rows}/{row}", b'{"add": {"\\ud800": 1}}'),
        ("POST", f"/api/panels/{panel}/blocks/grid/press", b'{"button": "\\ud800"}'),
        ("POST", "/api/panels", b'{"agent": "\\ud800", "template": {}}'),
    ]
    async with await world.client() as client:
        for method, path, body in asked:
            answer = await client.request(method, path, content=body, headers={"Content-Type": "application/json"})
            problem(answer, 422, "invalid_request")
        template = panel_template(audience={"who": "teams", "teams": ["\ud800"]})
        whole = json.dumps({"agent": "sales", "template": template}).encode()
        answer = await client.post("/api/panels", content=whole, headers={"Content-Type": "application/json"})
        problem(answer, 422, "invalid_request")
        assert len((await client.get("/api/panels")).json()) == 1


async def test_numbers_too_large_for_the_database_are_refused(world: World) -> None:
    panel = await world.panel()
    row = (await world.write(add(panel, code="C-1"))).added[0]
    huge = 10**30
    async with await world.client() as client:
        for body in ({"set": {"company": "x"}, "based_on": -huge}, {"set": {"company": "x"}, "based_on": huge}):
            problem(await client.patch(f"{ROWS.format(panel=panel)}/{row}", json=body), 422, "invalid_request")
        ship = f"/api/panels/{panel}/collections/customers/shipments"
        problem(await client.post(ship, json={"rows": [], "declared_count": huge}), 422, "invalid_request")
        problem(await client.get(f"/api/panels/{panel}/versions/{huge}"), 422, "invalid_request")
        asked = ROWS.format(panel=panel) + '?where=[{"field":"revenue","op":"gt","value":1e299}]'
        assert (await client.get(asked)).json()["matching"] == 0


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/api/nope"), ("DELETE", "/api/panels"), ("PUT", "/"), ("TRACE", "/")]
)
async def test_what_no_route_answers_is_a_problem_too(world: World, method: str, path: str) -> None:
    async with await world.client() as client:
        told = problem(await client.request(method, path), 405, "invalid_request")
    assert "openapi" in told["next_step"]


async def test_a_request_of_the_wrong_form_names_each_place(world: World) -> None:
    panel = await world.panel()
    async with await world.client() as client:
        answer = await client.post(ROWS.format(panel=panel), json={"values": [], "stage": 5, "owner": "bia"})
    told = problem(answer, 422, "invalid_request")
    assert {one["at"] for one in told["facts"]["problems"]} == {"body.values", "body.stage", "body.owner"}


async def test_a_template_of_the_wrong_form_names_each_place(world: World) -> None:
    async with await world.client() as client:
        body = {"agent": "sales", "template": panel_template(title="", semantics="both")}
        told = problem(await client.post("/api/panels", json=body), 422, "invalid_template")
    assert {one["at"] for one in told["facts"]["problems"]} == {"title", "semantics"}


async def test_a_panel_for_an_agent_that_does_not_exist_is_refused_with_those_that_do(world: World) -> None:
    async with await world.client() as client:
        body = {"agent": "nobody", "template": panel_template()}
        told = problem(await client.post("/api/panels", json=body), 404, "agent_not_found")
    assert told["facts"]["choices"] == ["sales"]


async def test_the_description_of_the_api_is_there_for_who_is_signed_in(world: World) -> None:
    async with await world.client() as client:
        answer = await client.get("/api/openapi.json")
    assert "/api/panels/{panel}" in answer.json()["paths"]


async def test_every_answer_carries_the_headers_that_protect_the_page(world: World) -> None:
    panel = await world.panel()

    def protected(answer: httpx2.Response) -> bool:
        return {name: answer.headers.get(name) for name in HEADERS} == HEADERS

    async with await world.client() as client, nobody(world) as stranger:
        answers = [
            await client.get("/api/panels"),
            await client.get(f"/api/panels/{panel}/export?collection=customers"),
            await client.get(f"/api/panels/{panel}/context"),
            await client.get("/api/panels/nope"),
            await client.post("/api/nope"),
            await stranger.get("/api/panels"),
            await stranger.get("/healthz"),
            await stranger.get("/"),
            await stranger.get("/demo/sign-in/ana"),
            await stranger.post("/api/session", content=b"x"),
        ]
    assert [answer.request.url.path for answer in answers if not protected(answer)] == []
    assert "script-src 'self'" in HEADERS["content-security-policy"]
    kept = [answer for answer in answers if answer.request.url.path.startswith("/api")]
    assert {answer.headers["cache-control"] for answer in kept} == {"no-store"}
