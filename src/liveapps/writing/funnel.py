"""The funnel: five steps, one transaction, whoever writes."""

import hashlib
import logging

from liveapps.panels.errors import Refusal
from liveapps.panels.limits import Limits
from liveapps.panels.origin import Origin
from liveapps.panels.receipts import Receipt
from liveapps.people.users import User
from liveapps.ports import Ids, PanelChanged, Store, Tools, Tx, Wakeup

from .change import Change
from .decide import decide
from .known import learn
from .writes import Write

log = logging.getLogger("liveapps.writing")


class Funnel:
    """The only way into a panel. Every writer gets a receipt that says what really happened."""

    def __init__(self, store: Store, tools: Tools, ids: Ids, wakeup: Wakeup, limits: Limits) -> None:
        self._store = store
        self._tools = tools
        self._ids = ids
        self._wakeup = wakeup
        self._limits = limits

    async def write(self, write: Write, origin: Origin, *, key: str | None = None) -> Receipt:
        """Raises Refusal; then nothing was saved.

        `key` makes a repeat harmless: the same key and write again returns the first receipt.
        """

        async def body(tx: Tx) -> tuple[Receipt, Change | None]:
            request = _Request(write, origin, key)
            if kept := await request.kept(tx):
                return kept, None
            user = await _writer(tx, origin)
            # 1 lock the panel, reread what the write needs · 2 decide, keeping what was before
            known = await learn(tx, write, origin, user, self._limits, self._tools.describe)
            # 3 time, origin and freshness are part of the change
            change = decide(known, write, origin, self._ids)
            # 4 the new version makes every context cached under the old one invalid
            await _save(tx, change)
            await request.keep(tx, change.receipt)
            return change.receipt, change

        receipt, change = await self._store.write(body)
        if change is not None and change.version is not None:
            self._wakeup.announce(PanelChanged(receipt.panel, receipt.version, tuple(change.tabs)))
        return receipt


async def _writer(tx: Tx, origin: Origin) -> User | None:
    if not origin.is_person:
        return None
    user = await tx.user(origin.actor.id)
    if user is None:
        raise Refusal("sign_in_required", "Your account no longer exists.", "Sign in again.")
    return user


async def _save(tx: Tx, change: Change) -> None:
    if change.version is None:
        return
    if change.created:
        await tx.insert_panel(change.panel)
    else:
        await tx.save_panel(change.panel)
    if change.rows:
        await tx.save_rows(change.panel.id, change.rows)
    if change.states:
        await tx.save_states(change.panel.id, change.states)
    for annotation in change.annotations:
        await tx.add_annotation(change.panel.id, annotation)
    for notice in change.notices:
        await tx.add_notice(notice)
    await tx.append_version(change.version)


class _Request:
    """A write under its idempotency key, within one writer's own keys."""

    def __init__(self, write: Write, origin: Origin, key: str | None) -> None:
        self._scope = f"{origin.actor.kind}:{origin.actor.id}"
        self._key = key
        self._at = origin.at
        # The id of a new panel is minted by the server at each attempt: it is not part of what was asked.
        minted = {"panel"} if write.kind == "create_panel" else set[str]()
        body = f"{write.kind}:{write.model_dump_json(exclude=minted)}"
        self._hash = hashlib.sha256(body.encode()).hexdigest()

    async def kept(self, tx: Tx) -> Receipt | None:
        found = await tx.kept_receipt(self._scope, self._key) if self._key else None
        if found is None:
            return None
        request_hash, receipt = found
        if request_hash != self._hash:
            raise Refusal(
                "idempotency_mismatch",
                "This idempotency key was already used for another write.",
                "Use a new key for a new write, or send exactly the first one again.",
                key=self._key,
            )
        return Receipt.model_validate_json(receipt).model_copy(update={"replayed": True})

    async def keep(self, tx: Tx, receipt: Receipt) -> None:
        if self._key:
            await tx.keep_receipt(self._scope, self._key, self._hash, receipt.model_dump_json(), self._at)
