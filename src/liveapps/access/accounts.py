"""Local accounts: password sign-in with server-side sessions, and API tokens for scripts."""

from datetime import timedelta

from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Locale
from liveapps.panels.texts import read_email
from liveapps.people.users import ApiToken, Role, Session, User
from liveapps.ports import Clock, Ids, Store

from .attempts import Attempts
from .secrets import TOKEN_PREFIX, hash_password, new_token, token_hash, verify_password

SESSION = timedelta(days=14)


class Accounts:
    def __init__(self, store: Store, clock: Clock, ids: Ids) -> None:
        self._store = store
        self._clock = clock
        self._ids = ids
        self._attempts = Attempts(clock)

    async def sign_in(self, login: str, password: str) -> tuple[User, str, int]:
        """The user, a new session token and its life in seconds.

        Raises Refusal `invalid_credentials` (the same for an unknown login and a wrong password) or
        `too_many_attempts`.
        """
        name = login.strip().lower()
        self._attempts.refuse_if_too_many(name)
        found = await self._store.read(lambda tx: tx.user_by_login(name))
        kept = found[1] if found else None
        if not await verify_password(password, kept) or found is None:
            self._attempts.failed(name)
            raise Refusal("invalid_credentials", "The login or the password is not right.", "Check both and try again.")
        self._attempts.forget(name)
        return await self.open_session(found[0])

    async def open_session(self, user: User) -> tuple[User, str, int]:
        token, now = new_token(), self._clock.now()
        session = Session(user=user.id, created_at=now, expires_at=now + SESSION)
        await self._store.write(lambda tx: tx.open_session(token_hash(token), session))
        return user, token, int(SESSION.total_seconds())

    async def sign_out(self, token: str) -> None:
        await self._store.write(lambda tx: tx.close_session(token_hash(token)))

    async def by_session(self, token: str) -> User:
        """Raises Refusal `sign_in_required` without a session that is still valid."""

        found = await self._store.glance(lambda tx: tx.user_of_session(token_hash(token))) if token else None
        if found is not None and found[1] > self._clock.now():
            return found[0]
        raise Refusal("sign_in_required", "You are not signed in.", "Sign in, or send an API token.")

    async def by_token(self, token: str) -> User:
        """Raises Refusal `sign_in_required` for a token that is unknown or revoked."""
        user = await self._store.glance(lambda tx: tx.user_of_token(token_hash(token)))
        if user is None:
            raise Refusal(
                "sign_in_required",
                "The API token is not valid.",
                "Create a new one with `liveapps token create`.",
            )
        return user

    async def by_id(self, user: str) -> User | None:
        return await self._store.glance(lambda tx: tx.user(user))

    async def by_email(self, email: str) -> User | None:
        """The one person with an e-mail address; nobody when several have it."""
        wanted = email.strip().casefold()
        people = await self._store.read(lambda tx: tx.users())
        found = [user for user in people if user.email is not None and user.email.casefold() == wanted]
        return found[0] if len(found) == 1 else None

    async def create_user(
        self,
        login: str,
        name: str,
        role: Role,
        password: str | None,
        teams: list[str] | None = None,
        email: str | None = None,
    ) -> User:
        """A new user, or the one with this login brought up to date; an address that is not given stays.

        Raises Refusal `invalid_input` for one that is no e-mail address.
        """
        name_key = login.strip().lower()
        hashed = await hash_password(password) if password else None
        found = await self._store.read(lambda tx: tx.user_by_login(name_key))
        kept = found[0].email if found else None
        user = User(
            id=found[0].id if found else self._ids.new(),
            login=name_key,
            name=name,
            role=role,
            teams=teams or [],
            locale=found[0].locale if found else "pt-BR",
            email=kept if email is None else _address(email),
        )
        await self._store.write(lambda tx: tx.save_user(user, hashed))
        return user

    async def find(self, login: str) -> User | None:
        found = await self._store.read(lambda tx: tx.user_by_login(login.strip().lower()))
        return found[0] if found else None

    async def change_locale(self, user: User, locale: Locale) -> User:
        changed = user.model_copy(update={"locale": locale})
        await self._store.write(lambda tx: tx.save_user(changed, None))
        return changed

    async def create_token(self, user: User, name: str) -> tuple[ApiToken, str]:
        """The token's record and its text, which is shown this once."""
        secret = new_token(TOKEN_PREFIX)
        token = ApiToken(id=self._ids.new(), user=user.id, name=name, created_at=self._clock.now())
        await self._store.write(lambda tx: tx.save_token(token_hash(secret), token))
        return token, secret

    async def tokens(self, user: User) -> list[ApiToken]:
        return await self._store.read(lambda tx: tx.tokens(user.id))

    async def revoke_token(self, token: str) -> bool:
        return await self._store.write(lambda tx: tx.revoke_token(token))


def _address(email: str) -> str:
    try:
        return read_email(email)
    except ValueError:
        raise Refusal(
            "invalid_input", f'"{email[:80]}" is no e-mail address.', "Give one such as ana@example.com."
        ) from None
