"""People, sessions and tokens on SQLite."""

from datetime import datetime
from functools import lru_cache
from typing import Any

import orjson

from liveapps.people.users import ApiToken, Session, User

from .base import Record, Sql, text


class PeopleSql(Sql):
    async def user(self, user: str) -> User | None:
        found = self._one("person", id=user)
        return user_of(found) if found else None

    async def user_by_login(self, login: str) -> tuple[User, str | None] | None:
        found = self._one("person_by_login", login=login)
        return (user_of(found), found[7]) if found else None

    async def users(self) -> list[User]:
        return [user_of(record) for record in self._all("people")]

    async def user_of_session(self, token_hash: str) -> tuple[User, datetime] | None:
        found = self._one("person_of_session", token_hash=token_hash)
        return (user_of(found), datetime.fromisoformat(found[7])) if found else None

    async def user_of_token(self, token_hash: str) -> User | None:
        found = self._one("person_of_token", token_hash=token_hash)
        return user_of(found) if found else None

    async def save_user(self, user: User, password_hash: str | None) -> None:
        values: dict[str, Any] = {**user.model_dump(mode="json"), "teams": text(user.teams)}
        self._run("put_person", **values, password_hash=password_hash)

    async def open_session(self, token_hash: str, session: Session) -> None:
        values = session.model_dump(mode="json")
        values["person"] = values.pop("user")
        self._run("add_session", token_hash=token_hash, **values)

    async def close_session(self, token_hash: str) -> None:
        self._run("drop_session", token_hash=token_hash)

    async def save_token(self, token_hash: str, token: ApiToken) -> None:
        values = token.model_dump(mode="json")
        values["person"] = values.pop("user")
        self._run("add_token", token_hash=token_hash, **values)

    async def tokens(self, user: str) -> list[ApiToken]:
        return [_token(record) for record in self._all("tokens", person=user)]

    async def revoke_token(self, token: str) -> bool:
        self._run("drop_token", id=token)
        return self._connection.changes() > 0


@lru_cache(maxsize=512)
def user_of(record: Record) -> User:
    """Every write begins with its person, who is mostly as before."""
    values = dict(zip(("id", "login", "name", "role", "teams", "locale", "email"), record[:7], strict=True))
    return User.model_validate({**values, "teams": orjson.loads(values["teams"])})


def _token(record: Record) -> ApiToken:
    return ApiToken.model_validate_json(text(dict(zip(("id", "user", "name", "created_at"), record, strict=True))))
