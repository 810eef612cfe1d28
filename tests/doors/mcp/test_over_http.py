"""The door over HTTP as hosts reach it: with a token, at our own name, in both eras, and within bounds."""

import asyncio
import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastmcp import Client

from liveapps.conversation.agents import Agent
from liveapps.serving import accounts_of
from liveapps.settings import McpDoor, Settings
from tests.support.live import live_server

from .asking import ERAS, Assistant, Era

NEW = {"title": "Contatos", "fields": [{"id": "name", "title": "Nome", "type": "text"}], "key": ["name"]}
ASK: dict[str, Any] = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
HEADERS = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


async def make_token(data: Path) -> tuple[str, str]:
    """A good token, and one that was taken back."""
    async with accounts_of(data) as accounts:
        user = await accounts.create_user("ana", "Ana", "user", None)
        good, gone = await accounts.create_token(user, "host"), await accounts.create_token(user, "old")
        await accounts.revoke_token(gone[0].id)
        return good[1], gone[1]


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Generator[tuple[str, str, str]]:
    """The address of a running server, a good token and a revoked one."""
    data = tmp_path_factory.mktemp("mcp")
    good, gone = asyncio.run(make_token(data))
    settings = Settings(
        data=data,
        agents=[Agent(id="sales", name="Vendas")],
        public_address="https://apps.example.com",
        mcp=McpDoor(hosts=["panels.internal"], origins=["https://chat.example.org"]),
    )
    with live_server(settings) as address:
        yield address, good, gone


def post(door: tuple[str, str, str], body: Any = ASK, **headers: str) -> httpx2.Response:
    sent = {**HEADERS, "Authorization": f"Bearer {door[1]}", **headers}
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return httpx2.post(f"{door[0]}/mcp", content=content, headers=sent, timeout=30)


@pytest.mark.parametrize("era", ERAS)
async def test_both_eras_are_answered_over_http_without_a_session(door: tuple[str, str, str], era: Era) -> None:
    async with Client(f"{door[0]}/mcp", auth=door[1], mode=era) as client:
        ana = Assistant(client, f"over http {era}")
        made = await ana.call("create_panel", **NEW, rows=[{"name": f"Ana {era}"}])
        assert made.output["saved"]["added"]
        found = await ana.call("query_rows", panel=made.output["panel"])
        assert found.output["total"] == 1
        asked = await ana.call("propose_change", panel=made.output["panel"], row=f"Ana {era}", remove=True)
        assert asked.output["link"].startswith("https://apps.example.com/decide/")


async def test_the_address_may_end_with_a_slash(door: tuple[str, str, str]) -> None:
    async with Client(f"{door[0]}/mcp/", auth=door[1]) as client:
        assert not (await Assistant(client, "slash").call("list_panels")).is_error


async def test_a_widget_decides_over_http_in_the_era_that_does_not_say_what_it_can(door: tuple[str, str, str]) -> None:
    async with Client(f"{door[0]}/mcp", auth=door[1], mode="legacy") as client:
        ana = Assistant(client)
        panel = (await ana.call("create_panel", **{**NEW, "title": "Outros"}, rows=[{"name": "Bia"}])).output["panel"]
        row = (await ana.call("query_rows", panel=panel)).output["rows"][0]["id"]
        asked = await ana.call("propose_change", panel=panel, row=row, remove=True)
        assert (await ana.decide(asked, "confirmed_change")).output["status"] == "confirmed"


@pytest.mark.parametrize("which", ["none", "wrong", "revoked", "basic"])
def test_without_a_good_token_nobody_comes_in(door: tuple[str, str, str], which: str) -> None:
    said = {"none": "", "wrong": "Bearer la_guess", "revoked": f"Bearer {door[2]}", "basic": "Basic YTpi"}[which]
    answer = post(door, Authorization=said)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert "tools" not in answer.text


def test_a_session_of_a_browser_opens_no_door_here(door: tuple[str, str, str]) -> None:
    answer = post(door, Authorization="", Cookie=f"liveapps_session={door[1]}")
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "host", ["evil.example", "apps.example.com.evil.example", "127.0.0.1.evil.example", "[::1", ""]
)
def test_a_request_for_an_alien_host_is_refused_by_name(door: tuple[str, str, str], host: str) -> None:
    answer = post(door, Host=host)
    assert answer.status_code == 421
    error = answer.json()["error"]
    assert (error["data"]["code"], "mcp.hosts" in error["data"]["next_step"]) == ("origin_refused", True)


@pytest.mark.parametrize("host", ["apps.example.com", "APPS.example.com:443", "panels.internal", "localhost:1"])
def test_our_own_names_are_answered(door: tuple[str, str, str], host: str) -> None:
    assert post(door, Host=host).status_code != 421


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("https://evil.example", 403),
        ("null", 403),
        ("http://apps.example.com.evil.example", 403),
        ("https://chat.example.org", 200),
        ("https://apps.example.com", 200),
    ],
)
def test_a_page_of_another_site_cannot_call(door: tuple[str, str, str], origin: str, status: int) -> None:
    answer = post(door, ASK, Origin=origin, **{"MCP-Protocol-Version": "2025-11-25"})
    assert answer.status_code == status


def test_a_body_that_is_too_large_is_refused_before_it_is_read(door: tuple[str, str, str]) -> None:
    answer = post(door, b"[" + b" " * 2_000_001)
    assert (answer.status_code, answer.json()["error"]["data"]["code"]) == (413, "payload_too_large")


async def test_a_megabyte_of_arguments_is_a_typed_refusal(door: tuple[str, str, str]) -> None:
    async with Client(f"{door[0]}/mcp", auth=door[1]) as client:
        refused = await Assistant(client).call("annotate", panel="x", row="x", text="x" * 1_000_001)
    assert (refused.error["code"], refused.error["facts"]["limit_bytes"]) == ("payload_too_large", 1_000_000)


@pytest.mark.parametrize(
    "body", [b"{", b"[]", b'"x"', b'{"jsonrpc": "2.0"}', b'{"jsonrpc": "1.0", "id": 1, "method": "x"}']
)
def test_what_is_no_json_rpc_gets_an_error_of_the_protocol(door: tuple[str, str, str], body: bytes) -> None:
    answer = post(door, body)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in (-32700, -32600, -32602)


def test_without_a_provider_no_metadata_of_one_is_served(door: tuple[str, str, str]) -> None:
    answer = httpx2.get(f"{door[0]}/.well-known/oauth-protected-resource/mcp")
    assert "authorization_servers" not in answer.text


def test_the_web_app_and_the_api_answer_beside_the_door(door: tuple[str, str, str]) -> None:
    assert httpx2.get(f"{door[0]}/healthz").json() == {"status": "alive"}
    assert httpx2.get(f"{door[0]}/api/panels").status_code == 401
    assert "<html" in httpx2.get(f"{door[0]}/decide/x").text
