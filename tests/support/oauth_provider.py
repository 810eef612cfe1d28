"""A real OAuth 2.1 authorization server for the tests: Authlib's, with its grants, PKCE, registration of clients and
JWT access tokens (RFC 9068), over HTTP on a free port. Whoever comes to sign in is `person`, and agrees.
"""
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownParameterType=false, reportUnknownArgumentType=false, reportMissingParameterType=false
# pyright: reportUntypedBaseClass=false, reportIncompatibleMethodOverride=false
# Authlib has no types.

import json
import os
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

from authlib.oauth2.rfc6749 import AuthorizationServer, ClientMixin, OAuth2Request, grants
from authlib.oauth2.rfc6749.requests import BasicOAuth2Payload
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc9068 import JWTBearerTokenGenerator
from joserfc import jwt
from joserfc.jwk import RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from .live import live_app
from .serving import free_port

SCOPE = "panels"


@dataclass
class Person:
    """What the provider knows of who signs in, and for whom the token is."""

    sub: str = "u-1"
    email: str = "ana@example.com"
    email_verified: bool = True
    resource: str = ""

    def get_user_id(self) -> str:
        return self.sub


@dataclass
class RegisteredClient(ClientMixin):
    client_id: str
    redirect_uris: list[str]

    def get_client_id(self) -> str:
        return self.client_id

    def get_default_redirect_uri(self) -> str:
        return self.redirect_uris[0]

    def get_allowed_scope(self, scope: str) -> str:
        return " ".join(one for one in scope.split() if one == SCOPE)

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return redirect_uri in self.redirect_uris

    def check_client_secret(self, client_secret: str) -> bool:
        return False

    def check_endpoint_auth_method(self, method: str, endpoint: str) -> bool:
        return method == "none"

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type == "authorization_code"


@dataclass
class Code:
    code: str
    client_id: str
    redirect_uri: str
    scope: str
    person: Person
    code_challenge: str
    code_challenge_method: str

    def get_redirect_uri(self) -> str:
        return self.redirect_uri

    def get_scope(self) -> str:
        return self.scope


class Asked(OAuth2Request):
    def __init__(self, request: Request, form: dict[str, str]) -> None:
        super().__init__(request.method, str(request.url), headers=dict(request.headers))
        self._form, self._args = form, dict(request.query_params)
        self.payload = BasicOAuth2Payload({**self._args, **form})

    @property
    def args(self) -> dict[str, str]:
        return self._args

    @property
    def form(self) -> dict[str, str]:
        return self._form


@dataclass
class Provider:
    """`address` is its issuer. `lifetime` is that of a token in seconds; `scope` what a token may do."""

    address: str
    person: Person = field(default_factory=Person)
    lifetime: int = 600
    key: RSAKey = field(default_factory=lambda: RSAKey.generate_key(2048, {"kid": uuid4().hex, "use": "sig"}))
    clients: dict[str, RegisteredClient] = field(default_factory=dict[str, RegisteredClient])
    codes: dict[str, Code] = field(default_factory=dict[str, Code])

    @property
    def jwks(self) -> str:
        return f"{self.address}/jwks"

    def token(self, *, alg: str = "RS256", key: Any = None, **claims: Any) -> str:
        """A token that was not asked for as one should, with other claims than it would have; None leaves one out."""
        now = int(time.time())
        usual = {
            "iss": self.address,
            "sub": self.person.sub,
            "email": self.person.email,
            "email_verified": self.person.email_verified,
            "scope": SCOPE,
            "iat": now,
            "exp": now + self.lifetime,
        }
        told = {name: value for name, value in {**usual, **claims}.items() if value is not None}
        header = {"alg": alg, "kid": self.key.kid}
        return jwt.encode(header, told, key or self.key, algorithms=[alg])


class _Server(AuthorizationServer):
    def __init__(self, provider: Provider) -> None:
        super().__init__(scopes_supported=[SCOPE])
        self.provider = provider

    def query_client(self, client_id: str) -> RegisteredClient | None:
        return self.provider.clients.get(client_id)

    def save_token(self, token: Any, request: Any) -> None:
        """A JWT is kept nowhere."""

    def create_oauth2_request(self, request: Asked) -> Asked:
        return request

    def handle_response(self, status_code: int, payload: Any, headers: Any) -> Response:
        body = json.dumps(payload) if isinstance(payload, dict) else payload
        return Response(body, status_code, dict(headers))

    def send_signal(self, name: str, *args: Any, **kwargs: Any) -> None:
        """Nobody listens."""


class _Tokens(JWTBearerTokenGenerator):
    def __init__(self, provider: Provider) -> None:
        super().__init__(provider.address, expires_generator=self.seconds)
        self.provider = provider

    def seconds(self, client: Any, grant_type: str) -> int:
        return self.provider.lifetime

    def get_jwks(self) -> dict[str, Any]:
        return dict(self.provider.key.as_dict(private=True))

    def get_audiences(self, client: Any, user: Person, scope: str) -> str:
        return user.resource

    def get_extra_claims(self, client: Any, grant_type: str, user: Person, scope: str) -> dict[str, Any]:
        return {"email": user.email, "email_verified": user.email_verified}


class _CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def save_authorization_code(self, code: str, request: Any) -> None:
        asked = request.payload.data
        self.server.provider.codes[code] = Code(
            code,
            request.client.client_id,
            asked["redirect_uri"],
            asked.get("scope", SCOPE),
            request.user,
            asked["code_challenge"],
            asked["code_challenge_method"],
        )

    def query_authorization_code(self, code: str, client: RegisteredClient) -> Code | None:
        found = self.server.provider.codes.get(code)
        return found if found and found.client_id == client.client_id else None

    def delete_authorization_code(self, authorization_code: Code) -> None:
        self.server.provider.codes.pop(authorization_code.code)

    def authenticate_user(self, authorization_code: Code) -> Person:
        return authorization_code.person


def _app(provider: Provider) -> Starlette:
    server = _Server(provider)
    server.register_token_generator("default", _Tokens(provider))
    server.register_grant(_CodeGrant, [CodeChallenge(required=True)])

    async def metadata(_: Request) -> Response:
        return JSONResponse(
            {
                "issuer": provider.address,
                "authorization_endpoint": f"{provider.address}/authorize",
                "token_endpoint": f"{provider.address}/token",
                "registration_endpoint": f"{provider.address}/register",
                "jwks_uri": provider.jwks,
                "response_types_supported": ["code"],
                "grant_types_supported": ["authorization_code"],
                "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["none"],
                "scopes_supported": [SCOPE],
            }
        )

    async def jwks(_: Request) -> Response:
        return JSONResponse({"keys": [provider.key.as_dict(private=False)]})

    async def register(request: Request) -> Response:
        asked = await request.json()
        client = RegisteredClient(uuid4().hex, asked["redirect_uris"])
        provider.clients[client.client_id] = client
        return JSONResponse({**asked, "client_id": client.client_id, "token_endpoint_auth_method": "none"}, 201)

    async def authorize(request: Request) -> Response:
        asked = Asked(request, {})
        grant = server.get_consent_grant(asked, end_user=provider.person)
        person = replace(provider.person, resource=asked.args.get("resource", ""))
        answer: Any = server.create_authorization_response(asked, grant_user=person, grant=grant)
        return answer

    async def token(request: Request) -> Response:
        form = {name: str(value) for name, value in (await request.form()).items()}
        answer: Any = server.create_token_response(Asked(request, form))
        return answer

    return Starlette(
        routes=[
            Route("/.well-known/oauth-authorization-server", metadata),
            Route("/jwks", jwks),
            Route("/register", register, methods=["POST"]),
            Route("/authorize", authorize),
            Route("/token", token, methods=["POST"]),
        ]
    )


@contextmanager
def running_provider() -> Generator[Provider]:
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
    port = free_port()
    provider = Provider(f"http://127.0.0.1:{port}")
    try:
        with live_app(_app(provider), port=port):
            yield provider
    finally:
        del os.environ["AUTHLIB_INSECURE_TRANSPORT"]
