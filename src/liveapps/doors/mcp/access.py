"""Who comes in over HTTP: by an API token of ours, or by a token of the configured OAuth provider. Nothing else tells
who someone is."""

from collections.abc import Callable

from fastmcp.server.auth import AccessToken, AuthProvider, RemoteAuthProvider, TokenVerifier
from fastmcp.server.auth.providers.jwt import JWTVerifier
from fastmcp.server.dependencies import get_access_token
from pydantic import AnyHttpUrl
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from liveapps.access.secrets import TOKEN_PREFIX
from liveapps.house import House
from liveapps.panels.errors import Refusal
from liveapps.people.users import User
from liveapps.settings import OAuth

from .turns import Who

PATH = "/mcp"
METADATA = f"/.well-known/oauth-protected-resource{PATH}"
"""Where a client learns which provider's tokens are taken."""
PERSON = "liveapps_person"
"""The claim under which the id of the person goes from the check of the token to the call."""


class Tokens(TokenVerifier):
    """Our API tokens, and those of a provider if there is one."""

    def __init__(self, house: Callable[[], House], oauth: OAuth | None, address: str) -> None:
        super().__init__()
        self._house = house
        self._oauth = oauth
        self._scopes = oauth.scopes if oauth else []
        self._provider = _provider(oauth, address) if oauth else None

    async def verify_token(self, token: str) -> AccessToken | None:
        if token.startswith(TOKEN_PREFIX):
            return await self._own(token)
        return await self._foreign(token) if self._provider else None

    async def _own(self, token: str) -> AccessToken | None:
        try:
            user = await self._house().accounts.by_token(token)
        except Refusal:
            return None
        return AccessToken(token=token, client_id="api-token", scopes=self._scopes, claims={PERSON: user.id})

    async def _foreign(self, token: str) -> AccessToken | None:
        assert self._provider is not None
        found = await self._provider.verify_token(token)
        # A token that never ends could not be taken back.
        if found is None or found.expires_at is None:
            return None
        user = await self._person(found)
        # Whose token is good and who has no account here is told so by each tool, with whom to ask.
        return found.model_copy(update={"claims": {PERSON: user.id if user else None}})

    async def _person(self, token: AccessToken) -> User | None:
        accounts, oauth = self._house().accounts, self._oauth
        assert oauth is not None
        if oauth.people_by == "subject":
            login = oauth.subjects.get(token.subject or "")
            return await accounts.find(login) if login else None
        email, verified = token.claims.get("email"), token.claims.get("email_verified")
        return await accounts.by_email(email) if isinstance(email, str) and verified is True else None


class Resource(RemoteAuthProvider):
    """Leads those who have no token to the provider (RFC 9728).

    The library would write the issuer as a browser does, with a slash after the host; clients compare it letter by
    letter with what the provider calls itself.
    """

    def __init__(self, tokens: Tokens, oauth: OAuth, address: str) -> None:
        super().__init__(tokens, [AnyHttpUrl(oauth.issuer)], address, required_scopes=oauth.scopes)
        self._told = {
            "resource": f"{address}{PATH}",
            "authorization_servers": [oauth.issuer],
            "scopes_supported": oauth.scopes,
            "bearer_methods_supported": ["header"],
            "resource_name": "Live Apps",
        }

    def get_routes(self, mcp_path: str | None = None) -> list[Route]:
        async def metadata(_: Request) -> JSONResponse:
            return JSONResponse(self._told, headers={"Access-Control-Allow-Origin": "*"})

        return [Route(METADATA, metadata, methods=["GET"])]


def auth_for(house: Callable[[], House], oauth: OAuth | None, address: str) -> AuthProvider:
    tokens = Tokens(house, oauth, address)
    if oauth is None:
        return tokens
    return Resource(tokens, oauth, address)


def who_came(house: Callable[[], House]) -> Who:
    """The person of the request's token, with the rights they have now."""

    async def who() -> User:
        token = get_access_token()
        person = token.claims.get(PERSON) if token else None
        user = await house().accounts.by_id(person) if isinstance(person, str) else None
        if user is None:
            raise Refusal(
                "account_unknown",
                "No account here belongs to this sign-in.",
                "Ask an admin to add your e-mail address to your account.",
            )
        return user

    return who


def _provider(oauth: OAuth, address: str) -> JWTVerifier:
    ours = [f"{address}{PATH}", address, f"{address}/"]
    return JWTVerifier(
        jwks_uri=oauth.jwks, issuer=oauth.issuer, audience=oauth.audience or ours, algorithm=oauth.algorithm
    )
