"""Tokens of an OAuth provider at /mcp: found by discovery, proven with PKCE, and taken only when they are for us."""

import asyncio
import base64
import hashlib
import hmac
from collections.abc import Generator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import httpx2
import pytest
from fastmcp import Client
from fastmcp.utilities.tests import HeadlessOAuth
from joserfc.jwk import RSAKey

from liveapps.panels.errors import Refusal
from liveapps.serving import accounts_of
from liveapps.settings import McpDoor, OAuth, Settings, read_config
from tests.support.live import live_server
from tests.support.oauth_provider import SCOPE, Person, Provider, running_provider
from tests.support.serving import free_port

from .asking import ERAS, Assistant, Era

LIST: dict[str, Any] = {"name": "list_panels", "arguments": {}}
ANA, BIA = Person(), Person(sub="u-2", email="BIA@example.com")


async def make_people(data: Path) -> str:
    """Ana and Bia, by their addresses, and an API token of Ana's."""
    async with accounts_of(data) as accounts:
        ana = await accounts.create_user("ana", "Ana", "user", None, email="ana@example.com")
        await accounts.create_user("bia", "Bia", "user", None, email="bia@example.com")
        for login in ("caio", "duda"):
            await accounts.create_user(login, login.capitalize(), "user", None, email="shared@example.com")
        return (await accounts.create_token(ana, "host"))[1]


@pytest.fixture(scope="module")
def provider() -> Generator[Provider]:
    with running_provider() as running:
        yield running


class Door:
    def __init__(self, address: str, api_token: str) -> None:
        self.address = address
        self.api_token = api_token
        self.url = f"{address}/mcp"

    def call(self, token: str) -> httpx2.Response:
        headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
        # Each in a conversation of its own, so that none is taken for a repeat.
        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
        body = {**asked, "params": {**LIST, "_meta": {"openai/session": str(uuid4())}}}
        return httpx2.post(self.url, json=body, headers={**headers, "Authorization": f"Bearer {token}"}, timeout=30)


def door_with(data: Path, **oauth: Any) -> Generator[Door]:
    token, port = asyncio.run(make_people(data)), free_port()
    address = f"http://127.0.0.1:{port}"
    settings = Settings(data=data, public_address=address, mcp=McpDoor(oauth=OAuth(**oauth)))
    with live_server(settings, port=port):
        yield Door(address, token)


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory, provider: Provider) -> Generator[Door]:
    """People are found by their verified e-mail address."""
    yield from door_with(
        tmp_path_factory.mktemp("by_email"), issuer=provider.address, jwks=provider.jwks, scopes=[SCOPE]
    )


@pytest.fixture(autouse=True)
def ana_signs_in(provider: Provider) -> None:
    provider.person, provider.lifetime = ANA, 600


@pytest.mark.filterwarnings("ignore:Using in-memory token storage")
@pytest.mark.parametrize("era", ERAS)
async def test_a_host_finds_the_provider_signs_the_user_in_and_calls_as_them(
    door: Door, provider: Provider, era: Era
) -> None:
    """Discovery, registration, PKCE and token, as the protocol's own client does them."""
    new = {"title": f"De Ana {era}", "fields": [{"id": "name", "title": "Nome", "type": "text"}], "key": ["name"]}
    provider.person = ANA
    async with Client(door.url, auth=HeadlessOAuth(door.url), mode=era) as client:
        listed = await Assistant(client).call("list_panels")
        assert listed.output["panels"] is not None
        refused = await Assistant(client).call("create_panel", **new)
        # There is no agent here that could keep it: what counts is that the call was made as somebody.
        assert refused.error["code"] == "ambiguous_target"
    assert provider.clients


async def test_without_a_token_the_challenge_leads_to_the_provider(door: Door, provider: Provider) -> None:
    answer = httpx2.post(door.url, json={})
    assert answer.status_code == 401
    told = answer.headers["www-authenticate"].partition('resource_metadata="')[2].partition('"')[0]
    metadata = httpx2.get(told).json()
    assert metadata["resource"] == door.url
    # Letter by letter what the provider calls itself.
    assert metadata["authorization_servers"] == [provider.address]
    assert metadata["scopes_supported"] == [SCOPE]


async def test_a_code_without_its_verifier_is_worth_nothing(door: Door, provider: Provider) -> None:
    back = "http://127.0.0.1:1/callback"
    client = httpx2.post(f"{provider.address}/register", json={"redirect_uris": [back]}).json()["client_id"]
    asked = {"response_type": "code", "client_id": client, "redirect_uri": back, "resource": door.url, "scope": SCOPE}
    without = httpx2.get(f"{provider.address}/authorize", params=asked)
    assert "code=" not in without.headers.get("location", "")
    challenge = {"code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256"}
    given = httpx2.get(f"{provider.address}/authorize", params={**asked, **challenge})
    code = parse_qs(urlsplit(given.headers["location"]).query)["code"][0]
    body = {"grant_type": "authorization_code", "code": code, "client_id": client, "redirect_uri": back}
    wrong = httpx2.post(f"{provider.address}/token", data={**body, "code_verifier": "x" * 43})
    assert (wrong.status_code, wrong.json()["error"]) == (400, "invalid_grant")


def test_a_token_for_us_is_taken(door: Door, provider: Provider) -> None:
    for audience in (door.url, door.address, [door.address, "https://other.example"]):
        answer = door.call(provider.token(aud=audience))
        assert answer.status_code == 200, audience
        assert answer.json()["result"]["structuredContent"]["output"] is not None


WRONG: dict[str, dict[str, Any]] = {
    "another audience": {"aud": "https://other.example/mcp"},
    "no audience": {"aud": None},
    "another issuer": {"iss": "https://evil.example"},
    "no issuer": {"iss": None},
    "expired": {"exp": 1_700_000_000},
    "never ending": {"exp": None},
    "not yet": {"nbf": 4_000_000_000},
}


@pytest.mark.parametrize("what", WRONG)
def test_a_token_that_is_not_for_us_or_not_now_is_refused(door: Door, provider: Provider, what: str) -> None:
    assert door.call(provider.token(aud=door.url)).status_code == 200
    answer = door.call(provider.token(**{"aud": door.url, **WRONG[what]}))
    assert answer.status_code == 401
    assert 'error="invalid_token"' in answer.headers["www-authenticate"]
    assert "resource_metadata" in answer.headers["www-authenticate"]


def test_a_token_signed_with_another_key_or_with_none_is_refused(door: Door, provider: Provider) -> None:
    stranger = RSAKey.generate_key(2048, {"kid": str(provider.key.kid)})
    forged = provider.token(aud=door.url, key=stranger)
    confused = _signed_with_the_public_key(provider.token(aud=door.url), provider.key.as_pem(private=False))
    unsigned = _without_signature(provider.token(aud=door.url))
    changed = _with_another_subject(provider.token(aud=door.url))
    for token in (forged, confused, unsigned, changed, "la_", "a.b.c"):
        assert door.call(token).status_code == 401


def test_a_token_without_the_scope_is_told_what_is_missing(door: Door, provider: Provider) -> None:
    answer = door.call(provider.token(aud=door.url, scope="profile"))
    assert answer.status_code == 403
    assert 'error="insufficient_scope"' in answer.headers["www-authenticate"]


@pytest.mark.parametrize(
    "claims",
    [
        {"email": "nobody@example.com"},
        {"email_verified": False},
        {"email_verified": "true"},
        {"email": None},
        {"email": "shared@example.com"},
    ],
)
def test_who_has_no_account_here_is_told_whom_to_ask(door: Door, provider: Provider, claims: dict[str, Any]) -> None:
    answer = door.call(provider.token(aud=door.url, **claims)).json()["result"]
    error = answer["structuredContent"]["error"]
    assert (answer["isError"], error["code"], "admin" in error["next_step"]) == (True, "account_unknown", True)


def test_our_own_tokens_are_taken_beside_those_of_the_provider(door: Door) -> None:
    assert door.call(door.api_token).status_code == 200


def test_people_are_found_by_the_subject_that_the_settings_map(
    tmp_path: Path, provider: Provider, request: pytest.FixtureRequest
) -> None:
    doors = door_with(
        tmp_path,
        issuer=provider.address,
        jwks=provider.jwks,
        people_by="subject",
        subjects={"u-1": "bia", "u-3": "nobody"},
    )
    door = next(doors)
    request.addfinalizer(lambda: next(doors, None))
    for sub, known in (("u-1", True), ("u-2", False), ("u-3", False), ("bia", False)):
        answer = door.call(provider.token(aud=door.url, sub=sub)).json()["result"]
        assert (answer["structuredContent"]["error"] is None) is known, sub


def test_a_provider_needs_the_address_that_its_tokens_are_for(tmp_path: Path) -> None:
    config = tmp_path / "liveapps.toml"
    told = '[mcp.oauth]\nissuer = "https://id.example.com"\njwks = "https://id.example.com/jwks"\n'
    config.write_text(told)
    with pytest.raises(Refusal, match="public_address"):
        read_config(config, tmp_path)
    config.write_text(f'public_address = "https://apps.example.com"\n{told}')
    assert read_config(config, tmp_path).mcp.oauth is not None


def _without_signature(token: str) -> str:
    """The same claims, said to need no signature."""
    return f"eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{token.split('.')[1]}."


def _signed_with_the_public_key(token: str, pem: bytes) -> str:
    """What passes where a key is taken for whatever the token says it is."""
    head = base64.urlsafe_b64encode(b'{"alg":"HS256"}').decode().rstrip("=")
    told = f"{head}.{token.split('.')[1]}"
    made = hmac.new(pem, told.encode(), hashlib.sha256).digest()
    return f"{told}.{base64.urlsafe_b64encode(made).decode().rstrip('=')}"


def _with_another_subject(token: str) -> str:
    head, claims, signature = token.split(".")
    return f"{head}.{claims[:-4]}AAAA.{signature}"
