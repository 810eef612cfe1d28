"""One full example of each thing that is kept of other hosts, every field set: one that is dropped is missed."""

from typing import Any

from liveapps.conversation.hosts import CallFacts, HostCall, HostSession
from liveapps.conversation.proposals import DiffLine, MoveTo, Proposal
from liveapps.conversation.widget_events import MovedCard, RecordedEvent
from liveapps.panels.receipts import Receipt

from .nouns import AT, LATER, template


def session(name: str = "s1", **changes: Any) -> HostSession:
    whole = HostSession(id=name, person="ana", conversation="host:c1", opened_at=AT, last_at=LATER)
    return whole.model_copy(update=changes)


def call(name: str = "c1", **changes: Any) -> HostCall:
    whole = HostCall(
        id=name,
        key="c0",
        session="s1",
        tool="move_card",
        kind="ask",
        at=AT,
        asked="1f",
        sizes={"panel": 9},
        status="refused",
        outcome="asked",
        code="version_conflict",
        answered="2f",
        milliseconds=12,
        replayed=True,
        told_events=2,
        facts=CallFacts(panel="p1", collection="customers", tab="main", row="r1", proposal="x", version=3, total=5),
    )
    return whole.model_copy(update=changes)


def event(name: str = "e1", **changes: Any) -> RecordedEvent:
    whole = RecordedEvent(
        id=name,
        session="s1",
        at=AT,
        panel="p1",
        collection="customers",
        row="r1",
        removed=True,
        field="email",
        event=MovedCard(event_id="12345678", proposal="x", stage="won"),
        told_at=LATER,
    )
    return whole.model_copy(update=changes)


def proposal(name: str = "x", **changes: Any) -> Proposal:
    stage = template().collection("customers").field("stage")
    whole = Proposal(
        id=name,
        person="ana",
        session="s1",
        panel="p1",
        version=3,
        collection="customers",
        row="r1",
        row_version=2,
        asked=MoveTo(stage="won"),
        diff=[DiffLine(field=stage, before="new", after="won")],
        tokens=["1f"],
        status="confirmed",
        created_at=AT,
        expires_at=LATER,
        decided_at=LATER,
        decided_by="mcp_widget",
        chosen="won",
        receipt=Receipt(panel="p1", version=4, changed=["r1"]),
    )
    return whole.model_copy(update=changes)
