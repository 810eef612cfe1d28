"""Endpoints: the addresses that outside systems send to. A boss opens them; their secret is shown once."""

import base64
import logging
import secrets
from dataclasses import dataclass
from datetime import datetime

from liveapps.blocks.base import Label, Model, Slug
from liveapps.panels.errors import Refusal, gone
from liveapps.panels.hooks import Delivery, Endpoint, Hook, HookSource
from liveapps.panels.panel import Panel
from liveapps.people.policy import PersonReader, may_redesign
from liveapps.people.users import User
from liveapps.ports import Clock, Ids, Secrets, Store, Tx
from liveapps.reading.facade import Facade

log = logging.getLogger("liveapps.hooks")

ADDRESS = "/hooks/"
KEPT = 500
"""How many deliveries of an endpoint are kept."""
KEPT_UNSIGNED = 50
"""How many with a bad signature: enough to see that something is wrong."""
SHOWN = 5


class Opened(Model):
    """The only time that the secret is shown."""

    address: str
    secret: str


class HookView(Model):
    """A hook as who may redesign the panel sees it. `deliveries` are the last ones, without their bodies."""

    id: Slug
    title: Label
    source: HookSource
    into: Slug
    address: str | None = None
    opened_at: datetime | None = None
    deliveries: list[Delivery] = []


@dataclass(frozen=True)
class OpenHook:
    """An endpoint that was found, and what its deliveries are for."""

    endpoint: Endpoint
    panel: Panel
    hook: Hook


class Endpoints:
    def __init__(self, facade: Facade, store: Store, sealed: Secrets, clock: Clock, ids: Ids) -> None:
        self._facade = facade
        self._store = store
        self._sealed = sealed
        self._clock = clock
        self._ids = ids

    async def open(self, user: User, panel: str, hook: str) -> Opened:
        """Opens the endpoint of a hook. One that is open keeps its address and gets a new secret: the old one is
        void at once. Raises Refusal `forbidden` unless a boss asks."""
        head = await self._bosses(user, panel)
        name, secret = head.template.hook(hook).id, new_secret()

        async def body(tx: Tx) -> Endpoint:
            await tx.lock_panel(head.id)
            standing = _of(await tx.endpoints(head.id), name)
            address = standing.id if standing else secrets.token_urlsafe(24)
            endpoint = Endpoint(
                id=address,
                panel=head.id,
                hook=name,
                sealed=self._sealed.seal(secret, _owner(address)),
                opened_by=user.id,
                opened_at=self._clock.now(),
            )
            await tx.save_endpoint(endpoint)
            return endpoint

        endpoint = await self._store.write(body)
        return Opened(address=ADDRESS + endpoint.id, secret=secret)

    async def close(self, user: User, panel: str, hook: str) -> None:
        """Closes the endpoint and forgets what came to it; opened again, it has another address."""
        head = await self._bosses(user, panel)

        async def body(tx: Tx) -> None:
            standing = _of(await tx.endpoints(head.id), hook)
            if standing is not None:
                await tx.close_endpoint(standing.id)

        await self._store.write(body)

    async def list(self, user: User, panel: str) -> list[HookView]:
        head = await self.keeper(user, panel)

        async def body(tx: Tx) -> list[HookView]:
            endpoints = await tx.endpoints(head.id)
            return [await _view(tx, hook, _of(endpoints, hook.id)) for hook in head.template.hooks]

        return await self._store.read(body)

    async def deliveries(self, user: User, panel: str, hook: str) -> "list[Delivery]":
        """Newest first, without their bodies. For those who may redesign the panel: payloads hold anything."""
        endpoint = await self.standing(user, panel, hook)
        return await self._store.read(lambda tx: tx.deliveries(endpoint.id, KEPT))

    async def delivery(self, user: User, panel: str, hook: str, delivery: str) -> Delivery:
        """One delivery with its body."""
        endpoint = await self.standing(user, panel, hook)
        found = await self._store.read(lambda tx: tx.delivery(endpoint.id, delivery))
        if found is None:
            raise gone("delivery_not_found", "delivery", delivery, "List the deliveries of the hook.")
        return found

    async def find(self, address: str) -> OpenHook:
        """Raises Refusal `endpoint_not_found`, also when its panel or its hook is gone."""

        async def body(tx: Tx) -> tuple[Endpoint, Panel] | None:
            endpoint = await tx.endpoint(address)
            panel = await tx.panel(endpoint.panel) if endpoint else None
            return (endpoint, panel) if endpoint and panel and panel.trashed_at is None else None

        found = await self._store.read(body)
        hook = next((one for one in found[1].template.hooks if one.id == found[0].hook), None) if found else None
        if found is None or hook is None:
            raise Refusal(
                "endpoint_not_found",
                "Nothing takes deliveries at this address.",
                "Ask an agent boss for the address of the hook; it changes when the endpoint is closed.",
            )
        return OpenHook(*found, hook)

    def secret(self, of: OpenHook) -> str:
        """What its sender signs with. Raises Refusal `secret_unreadable`."""
        return self._sealed.unseal(of.endpoint.sealed, _owner(of.endpoint.id))

    async def refuse_unsigned(self, open_hook: OpenHook) -> Refusal:
        """Logs that something unsigned came, and nothing of what it was."""
        endpoint, refusal = open_hook.endpoint, _unsigned()
        noted = Delivery(
            id=self._ids.new(),
            endpoint=endpoint.id,
            at=self._clock.now(),
            outcome="bad_signature",
            code=refusal.code,
        )
        await self._store.write(lambda tx: tx.take_delivery(noted, KEPT_UNSIGNED))
        log.warning("hook %s of panel %s: %s", endpoint.hook, endpoint.panel, refusal.code)
        return refusal

    async def keeper(self, user: User, panel: str) -> Panel:
        """The panel, for its owner or a boss. Raises Refusal `forbidden` to all others."""
        head = await self._facade.head(PersonReader(user), panel)
        if not may_redesign(user, head):
            raise Refusal(
                "forbidden",
                "Only the owner of this panel or an agent boss can see what outside systems send to it.",
                "Ask the owner or an agent boss.",
                panel=panel,
                owner=head.owner,
            )
        return head

    async def standing(self, user: User, panel: str, hook: str) -> Endpoint:
        """Raises Refusal `endpoint_not_found` when the hook has none."""
        head = await self.keeper(user, panel)
        name = head.template.hook(hook).id
        found = _of(await self._store.read(lambda tx: tx.endpoints(head.id)), name)
        if found is None:
            raise Refusal(
                "endpoint_not_found",
                f'The endpoint of hook "{name}" is not open.',
                "An agent boss opens it: POST /api/panels/{panel}/hooks/{hook}/endpoint.",
                hook=name,
            )
        return found

    async def _bosses(self, user: User, panel: str) -> Panel:
        head = await self._facade.head(PersonReader(user), panel)
        if user.role not in ("boss", "admin"):
            raise Refusal(
                "forbidden",
                "Only an agent boss opens and closes the endpoints of outside systems.",
                "Ask an agent boss.",
                panel=panel,
            )
        return head


def new_secret() -> str:
    """256 random bits, in the form that Standard Webhooks asks for; the other sources take any text."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def _owner(endpoint: str) -> str:
    return f"endpoint {endpoint}"


def _of(endpoints: list[Endpoint], hook: str) -> Endpoint | None:
    return next((one for one in endpoints if one.hook == hook), None)


async def _view(tx: Tx, hook: Hook, endpoint: Endpoint | None) -> HookView:
    plain = HookView(id=hook.id, title=hook.title, source=hook.source, into=hook.into)
    if endpoint is None:
        return plain
    deliveries = await tx.deliveries(endpoint.id, SHOWN)
    stands = {"address": ADDRESS + endpoint.id, "opened_at": endpoint.opened_at, "deliveries": deliveries}
    return plain.model_copy(update=stands)


def _unsigned() -> Refusal:
    return Refusal(
        "signature_refused",
        "The signature of this delivery is missing, wrong or too old.",
        "Sign the exact bytes of the body with the secret of this endpoint. If it is lost, open the endpoint again.",
    )
