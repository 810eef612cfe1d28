"""What an outside system sends: taken in, read as the template says, and written through the funnel once."""

from typing import Any

import orjson

from liveapps.blocks.base import Model
from liveapps.panels.errors import Refusal
from liveapps.panels.hooks import Delivery, Hook, Outcome, concerns, rows_in
from liveapps.panels.limits import Limits
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.panel import Panel
from liveapps.panels.receipts import Receipt
from liveapps.panels.rows import Row, Values, match_key
from liveapps.people.users import User
from liveapps.ports import Clock, Ids, Store
from liveapps.writing.funnel import Funnel
from liveapps.writing.incoming import Incoming, read_shipment
from liveapps.writing.writes import Ship

from .endpoints import KEPT, Endpoints, OpenHook

UNMAPPED = frozenset({"payload_unmapped", "invalid_value", "key_missing", "duplicate_key"})
"""What a better mapping mends: the payload is kept until then."""


class Received(Model):
    """What became of a delivery. `code`, `message` and `path` say what could not be read."""

    delivery: str
    outcome: Outcome
    receipt: Receipt | None = None
    code: str | None = None
    message: str | None = None
    path: str | None = None


class TriedRow(Model):
    """A row as it would be read. `row` is the one it would meet; without it, it would be new."""

    values: Values
    stage: str | None = None
    row: str | None = None
    in_trash: bool = False


class Tried(Model):
    """What a payload would do. `outcome` is "applied" when it would be written."""

    outcome: Outcome
    rows: list[TriedRow] = []
    code: str | None = None
    message: str | None = None
    path: str | None = None


class Hooks:
    def __init__(
        self, endpoints: Endpoints, funnel: Funnel, store: Store, limits: Limits, clock: Clock, ids: Ids
    ) -> None:
        self._endpoints = endpoints
        self._funnel = funnel
        self._store = store
        self._limits = limits
        self._clock = clock
        self._ids = ids

    async def receive(self, to: OpenHook, key: str, digest: str, body: bytes) -> Received:
        """Takes in a delivery whose signature was checked, before it is judged: what was accepted is on disk.

        `key` is the sender's id of the delivery: the first one counts, a repeat gets its receipt. `digest` stands
        for what it says. Raises Refusal `idempotency_mismatch` when the key was used for something else, and what
        the funnel refuses.
        """
        new = Delivery(
            id=self._ids.new(),
            endpoint=to.endpoint.id,
            key=key,
            digest=digest,
            at=self._clock.now(),
            outcome="received",
            body=await self._readable(to, body),
        )
        standing = await self._store.write(lambda tx: tx.take_delivery(new, KEPT))
        if standing.digest != digest:
            raise Refusal(
                "idempotency_mismatch",
                "The id of this delivery was already used for another one.",
                "Use a new id for a new delivery, or send exactly the first one again.",
                key=key,
            )
        return await self._settle(to, standing)

    async def replay(self, user: User, panel: str, hook: str, delivery: str) -> Received:
        """Judges a kept delivery anew, by the template as it is now. What was applied is not applied again.

        Raises Refusal when it still cannot be read, and `delivery_not_found` when nothing of it was kept.
        """
        kept = await self._endpoints.delivery(user, panel, hook, delivery)
        if kept.body is None:
            raise Refusal(
                "delivery_not_found",
                "Nothing was kept of this delivery that could be applied.",
                "Ask the sender to deliver it again.",
                delivery=delivery,
            )
        received = await self._settle(await self._endpoints.find(kept.endpoint), kept)
        if received.outcome == "unmapped":
            raise Refusal(
                "payload_unmapped",
                f"This delivery still cannot be read: {received.message}",
                f'Correct the paths of hook "{hook}" in the template, then replay the delivery.',
                hook=hook,
                **({"path": received.path} if received.path else {}),
            )
        return received

    async def try_out(self, user: User, panel: str, hook: str, payload: Any) -> Tried:
        """What a payload would do, without doing it."""
        head = await self._endpoints.keeper(user, panel)
        found = head.template.hook(hook)
        if not concerns(found, payload):
            return Tried(outcome="ignored")
        collection = head.template.collection(found.into)
        origin = self._origin(head, found)
        try:
            rows = rows_in(found, collection.key, payload)
            incoming = read_shipment(head.template, collection, rows, origin.locale, self._limits)
        except Refusal as wrong:
            outcome: Outcome = "unmapped" if wrong.code in UNMAPPED else "refused"
            return Tried(outcome=outcome, code=wrong.code, message=wrong.message, path=_path(found, wrong))
        keys = [one.key for one in incoming if one.key]
        standing = await self._store.read(lambda tx: tx.rows_by_key(head.id, collection.id, keys))
        by_key = {match_key(row, collection.key): row for row in standing}
        tried = [_tried(one, by_key.get(one.key)) for one in incoming]
        return Tried(outcome="applied" if tried else "ignored", rows=tried)

    async def _readable(self, to: OpenHook, body: bytes) -> str:
        """The body as text, if it is JSON. Raises Refusal `invalid_request`, logged without the body."""
        try:
            orjson.loads(body)
        except orjson.JSONDecodeError:
            refusal = Refusal(
                "invalid_request", "The body of this delivery is not JSON.", "Send it as application/json."
            )
            noted = Delivery(
                id=self._ids.new(),
                endpoint=to.endpoint.id,
                at=self._clock.now(),
                outcome="refused",
                code=refusal.code,
                message=refusal.message,
            )
            await self._store.write(lambda tx: tx.take_delivery(noted, KEPT))
            raise refusal from None
        return body.decode()

    async def _settle(self, to: OpenHook, standing: Delivery) -> Received:
        if standing.outcome == "applied" and standing.receipt:
            again = standing.receipt.model_copy(update={"replayed": True})
            return Received(delivery=standing.id, outcome="applied", receipt=again)
        try:
            receipt = await self._apply(to, standing)
        except Refusal as wrong:
            unmapped = wrong.code in UNMAPPED
            received = Received(
                delivery=standing.id,
                outcome="unmapped" if unmapped else "refused",
                code=wrong.code,
                message=wrong.message,
                path=_path(to.hook, wrong),
            )
            await self._note(standing, received)
            if not unmapped:
                raise
            return received
        outcome: Outcome = "applied" if receipt else "ignored"
        received = Received(delivery=standing.id, outcome=outcome, receipt=receipt)
        await self._note(standing, received)
        return received

    async def _apply(self, to: OpenHook, standing: Delivery) -> Receipt | None:
        """Writes the rows of a delivery; None when it does not concern the panel."""
        payload = orjson.loads(standing.body or "null")
        if not concerns(to.hook, payload):
            return None
        collection = to.panel.template.collection(to.hook.into)
        rows = rows_in(to.hook, collection.key, payload)
        if not rows:
            return None
        write = Ship(panel=to.panel.id, collection=collection.id, rows=rows)
        origin = self._origin(to.panel, to.hook).model_copy(update={"collected_at": standing.at})
        return await self._funnel.write(write, origin, key=standing.key)

    async def _note(self, standing: Delivery, received: Received) -> None:
        told = received.model_dump(include={"outcome", "code", "message", "path"})
        settled = standing.model_copy(update={**told, "receipt": received.receipt})
        await self._store.write(lambda tx: tx.settle_delivery(settled))

    def _origin(self, panel: Panel, hook: Hook) -> Origin:
        """Machines write numbers in texts with a point. The id keeps the keys of one hook apart from another's."""
        actor = Actor(kind="system", id=f"webhook:{panel.id}:{hook.id}", name=f"{hook.source} webhook")
        return Origin(door="webhook", actor=actor, at=self._clock.now(), locale="en")


def _path(hook: Hook, wrong: Refusal) -> str | None:
    said = wrong.facts.get("path")
    return said if isinstance(said, str) else hook.path_of(wrong.facts.get("field", ""), wrong.facts.get("row_number"))


def _tried(one: Incoming, standing: Row | None) -> TriedRow:
    return TriedRow(
        values=one.values,
        stage=one.stage,
        row=standing.id if standing else None,
        in_trash=standing is not None and standing.trashed_at is not None,
    )
