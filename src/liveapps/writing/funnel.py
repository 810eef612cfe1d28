"""The funnel: five steps, one transaction, whoever writes."""

import hashlib
import logging
from typing import Protocol

from liveapps.panels.errors import Refusal
from liveapps.panels.history import Version
from liveapps.panels.origin import Origin
from liveapps.panels.receipts import Receipt
from liveapps.panels.row_keys import same_keys
from liveapps.ports import Ids, PanelChanged, Store, Tools, Traces, Tx, Wakeup

from .alerting import hear
from .change import Change
from .decide import decide
from .house_rules import HouseRules
from .known import learn
from .scheduling import reschedule
from .writes import Write

log = logging.getLogger("liveapps.writing")


class Question(Protocol):
    """What a write answers, in the same transaction: it is looked at before the write, and closed after it."""

    async def look(self, tx: Tx) -> None:
        """Raises Refusal when it may not be answered any more."""
        ...

    async def close(self, tx: Tx, receipt: Receipt) -> None: ...


class Funnel:
    """The only way into a panel. Every writer gets a receipt that says what really happened."""

    def __init__(
        self,
        store: Store,
        tools: Tools,
        ids: Ids,
        wakeup: Wakeup,
        rules: HouseRules,
        traces: Traces | None = None,
    ) -> None:
        self._store = store
        self._tools = tools
        self._ids = ids
        self._wakeup = wakeup
        self._rules = rules
        self._traces = traces

    async def preview(self, write: Write, origin: Origin) -> Change:
        """What a write would do as things are now. Raises what it would be refused with; nothing is saved."""

        async def body(tx: Tx) -> Change:
            return decide(await learn(tx, write, origin, self._rules, self._tools.describe), write, origin, self._ids)

        return await self._store.read(body)

    async def write(
        self,
        write: Write,
        origin: Origin,
        *,
        key: str | None = None,
        answers: Question | None = None,
    ) -> Receipt:
        """Raises Refusal; then nothing was saved.

        `key` makes a repeat harmless: the same key and write again returns the first receipt. `answers` is a
        question that the write answers.
        """
        if self._traces is None:
            return await self._written(write, origin, key, answers)
        with self._traces.span(f"write {write.kind}", {"liveapps.door": origin.door}) as span:
            receipt = await self._written(write, origin, key, answers)
            span.told(_facts_of(receipt))
            return receipt

    async def _written(self, write: Write, origin: Origin, key: str | None, answers: Question | None) -> Receipt:
        async def body(tx: Tx) -> tuple[Receipt, Change | None]:
            if answers is not None:
                await answers.look(tx)
            request = _Request(write, origin, key)
            if kept := await request.kept(tx):
                return kept, None
            # 1 lock the panel, reread what the write needs · 2 decide, keeping what was before
            known = await learn(tx, write, origin, self._rules, self._tools.describe)
            # 3 time, origin and freshness are part of the change
            change = decide(known, write, origin, self._ids)
            # 4 the new version makes every context cached under the old one invalid
            await _save(tx, change)
            await reschedule(tx, change, self._ids)
            # 5 the alert rules hear of it
            alerts = await hear(tx, change, self._ids)
            receipt = change.receipt.model_copy(update={"alerts": alerts}) if alerts else change.receipt
            await request.keep(tx, receipt)
            if answers is not None:
                await answers.close(tx, receipt)
            return receipt, change

        receipt, change = await self._store.write(body, of=write.panel)
        if change is not None and change.version is not None:
            self._wakeup.announce(PanelChanged(receipt.panel, receipt.version, tuple(change.tabs)))
        return receipt


def _facts_of(receipt: Receipt) -> dict[str, str | int | float | bool]:
    """Of private rows no more than of others: how many there were."""
    return {
        "liveapps.panel": receipt.panel,
        "liveapps.version": receipt.version,
        "liveapps.rows": len(receipt.added) + len(receipt.changed),
        "liveapps.replayed": receipt.replayed,
    }


async def _save(tx: Tx, change: Change) -> None:
    if change.version is None:
        return
    await _save_head(tx, change, change.version)
    if change.rows:
        await tx.save_rows(change.panel.id, change.rows, change.panel.template.collections)
    if change.placed:
        await tx.place_rows(change.panel.id, change.placed)
    if change.states:
        await tx.save_states(change.panel.id, change.states)
    for annotation in change.annotations:
        await tx.add_annotation(change.panel.id, annotation)
    for notice in change.notices:
        await tx.add_notice(notice)
    await tx.append_version(change.version)


async def _save_head(tx: Tx, change: Change, version: Version) -> None:
    panel, former = change.panel, version.template
    if change.created:
        await tx.insert_panel(panel)
    elif former is None and version.kind not in ("trash_panel", "restore_panel"):
        await tx.touch_panel(panel)
    else:
        await tx.save_panel(panel)
        before = {one.id: one for one in former.collections} if former else {}
        for one in panel.template.collections:
            if one.id not in before or not same_keys(before[one.id], one):
                await tx.compare_anew(panel.id, one)


class _Request:
    """A write under its idempotency key, within one writer's own keys."""

    def __init__(self, write: Write, origin: Origin, key: str | None) -> None:
        self._scope = f"{origin.actor.kind}:{origin.actor.id}"
        self._key = key
        self._at = origin.at
        self._hash = _hash(write) if key else ""

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


def _hash(write: Write) -> str:
    # The id of a new panel is minted by the server at each attempt: it is not part of what was asked.
    minted = {"panel"} if write.kind == "create_panel" else set[str]()
    body = f"{write.kind}:{write.model_dump_json(exclude=minted)}"
    return hashlib.sha256(body.encode()).hexdigest()
