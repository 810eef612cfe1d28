"""People, sessions and tokens on PostgreSQL."""

from datetime import datetime

import orjson

from liveapps.people.users import ApiToken, Session, User

from .base import Sql, text
from .driver import Record

PERSON = ("id", "login", "name", "role", "teams", "locale", "email")
SESSION = ("user", "created_at", "expires_at")
TOKEN = ("id", "user", "name", "created_at")


class PeopleSql(Sql):
    async def user(self, user: str) -> User | None:
        found = await self._one("person", user)
        return user_of(found) if found else None

    async def user_by_login(self, login: str) -> tuple[User, str | None] | None:
        found = await self._one("person_by_login", login)
        return (user_of(found), found[7]) if found else None

    async def users(self) -> list[User]:
        return [user_of(record) for record in await self._all("people")]

    async def user_of_session(self, token_hash: str) -> tuple[User, datetime] | None:
        found = await self._one("person_of_session", token_hash)
        return (user_of(found), datetime.fromisoformat(found[7])) if found else None

    async def user_of_token(self, token_hash: str) -> User | None:
        found = await self._one("person_of_token", token_hash)
        return user_of(found) if found else None

    async def save_user(self, user: User, password_hash: str | None) -> None:
        whole = {**user.model_dump(mode="json"), "teams": text(user.teams)}
        await self._run("put_person", *(whole[name] for name in PERSON), password_hash)

    async def open_session(self, token_hash: str, session: Session) -> None:
        whole = session.model_dump(mode="json")
        await self._run("add_session", token_hash, *(whole[name] for name in SESSION))

    async def close_session(self, token_hash: str) -> None:
        await self._run("drop_session", token_hash)

    async def save_token(self, token_hash: str, token: ApiToken) -> None:
        at = token.model_dump(mode="json")["created_at"]
        await self._run("add_token", token.id, token_hash, token.user, token.name, at)

    async def tokens(self, user: str) -> list[ApiToken]:
        return [_token(record) for record in await self._all("tokens", user)]

    async def revoke_token(self, token: str) -> bool:
        return await self._one("drop_token", token) is not None


def user_of(record: Record) -> User:
    values = dict(zip(PERSON, record[:7], strict=True))
    return User.model_validate({**values, "teams": orjson.loads(values["teams"])})


def _token(record: Record) -> ApiToken:
    return ApiToken.model_validate_json(text(dict(zip(TOKEN, record, strict=True))))
