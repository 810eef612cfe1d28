"""One full example of each thing a store keeps: every field set, so that one that is dropped is missed."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from liveapps.blocks.metric_cards import MetricCardsContent
from liveapps.blocks.text import TextContent
from liveapps.conversation.answers import Answer
from liveapps.conversation.approvals import Approval
from liveapps.conversation.files import Attachment, SheetHead
from liveapps.conversation.readings import Reading
from liveapps.conversation.threads import Message, Run, Said, Thread
from liveapps.panels.history import RowBefore, Version
from liveapps.panels.instance import BlockState, Freshness
from liveapps.panels.notices import Notice
from liveapps.panels.origin import Actor, Origin
from liveapps.panels.panel import Panel
from liveapps.panels.rows import LISTED, Annotation, Fact, ListedRow, Row, Suggestion
from liveapps.panels.template import Collection, Template, read_template
from liveapps.people.users import ApiToken, Session, User
from tests.support.world import panel_template

TAKEN = re.compile("unique|duplicate", re.IGNORECASE)
"""How a store says that a name is taken."""
AT = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
LATER = AT + timedelta(microseconds=1)
ANA = Actor(kind="person", id="ana", name="Ana Conceição")
BY_ANA = Fact(door="board", by=ANA, at=AT)
ORIGIN = Origin(
    door="refresh", actor=ANA, at=AT, locale="en", tool="crm.list", run="run", reading="reading", collected_at=LATER
)


def template(**changes: Any) -> Template:
    return read_template(panel_template(**changes))


def customers() -> Collection:
    return template().collection("customers")


def panel(name: str = "p1", /, **changes: Any) -> Panel:
    whole = Panel(
        id=name,
        agent="sales",
        owner="ana",
        template=template(),
        version=3,
        template_version=2,
        created_at=AT,
        updated_at=LATER,
        trashed_at=None,
    )
    return whole.model_copy(update=changes)


def row(name: str = "r1", /, **changes: Any) -> Row:
    whole = Row(
        id=name,
        collection="customers",
        values={"code": "C-1", "company": "São João", "revenue": 1234.56, "tags": ["a", "b"], "vip": True},
        stage="won",
        stage_moved_by=BY_ANA,
        owner="ana",
        private=True,
        facts={"company": BY_ANA},
        suggestions={"email": Suggestion(value="a@b.co", door="chat", by=ANA, at=AT, run="run")},
        dismissed={"email": "old@b.co"},
        unconfirmed_since=AT,
        trashed_at=LATER,
        shipped=True,
        position=1.5,
        notes=2,
        born=BY_ANA,
        version=7,
    )
    return whole.model_copy(update=changes)


def plain_row(name: str, position: float = 0.0, **changes: Any) -> Row:
    """A row as a list brings it."""
    born = Fact(door="refresh", by=Actor(kind="system", id="refresh"), at=AT)
    return Row(id=name, collection="customers", position=position, born=born).model_copy(update=changes)


def listed(row: Row) -> ListedRow:
    """What lists give of a row."""
    return ListedRow(**{name: getattr(row, name) for name in LISTED})


def states() -> list[BlockState]:
    freshness = Freshness(
        collected_at=AT,
        status="error",
        tool="crm.list",
        reading="reading",
        triggered_by=ANA,
        message="No answer",
        code="tool_timeout",
        last_good_at=LATER,
        shown=3,
        declared=5,
    )
    numbers = MetricCardsContent(values={"revenue": 1.5, "invoices": None}, previous={"revenue": 2.0})
    return [
        BlockState(target="customers", freshness=freshness),
        BlockState(target="numbers", content=numbers, freshness=freshness),
        BlockState(target="summary", content=TextContent(markdown="**Olá**")),
    ]


def version(number: int = 4, **changes: Any) -> Version:
    whole = Version(
        panel="p1",
        version=number,
        kind="patch_row",
        origin=ORIGIN,
        targets=["customers"],
        rows=[
            RowBefore(row="r1", collection="customers", version=number, before={"values": {"company": None}}),
            RowBefore(row="r2", collection="customers", version=number, before=None),
        ],
        states=states(),
        template=template(title="Antes"),
    )
    return whole.model_copy(update=changes)


def annotation(name: str = "n1", /, text: str = "Ligou hoje") -> Annotation:
    return Annotation(id=name, row="r1", text=text, by=ANA, at=AT)


def notice(name: str = "n1", /, **changes: Any) -> Notice:
    whole = Notice(id=name, person="ana", panel="p1", row="r1", text="Olha isto", by=ANA, at=AT, read_at=None)
    return whole.model_copy(update=changes)


def user(name: str = "ana", /, **changes: Any) -> User:
    whole = User(
        id=name,
        login=f"{name}@x.co",
        name="Ana",
        role="boss",
        teams=["norte", "sul"],
        locale="en",
        email="ana@mail.example.com",
    )
    return whole.model_copy(update=changes)


def session() -> Session:
    return Session(user="ana", created_at=AT, expires_at=LATER)


def token(name: str = "t1") -> ApiToken:
    return ApiToken(id=name, user="ana", name="Planilha", created_at=AT)


def thread(name: str = "th1", /, **changes: Any) -> Thread:
    whole = Thread(id=name, agent="sales", owner="ana", title="Clientes", created_at=AT, updated_at=LATER)
    return whole.model_copy(update=changes)


def message(name: str = "m1", /, **changes: Any) -> Message:
    whole = Message(id=name, thread="th1", seq=0, run="run", at=AT, body=Said(text="Mostre os clientes"))
    return whole.model_copy(update=changes)


def run(name: str = "run", /, **changes: Any) -> Run:
    whole = Run(
        id=name,
        thread="th1",
        agent="sales",
        status="failed",
        started_at=AT,
        ended_at=LATER,
        error={"code": "tool_timeout", "facts": {"seconds": 2}},
    )
    return whole.model_copy(update=changes)


def answer(name: str = "a1", /, **changes: Any) -> Answer:
    whole = {
        "id": name,
        "thread": "th1",
        "run": "run",
        "at": AT.isoformat(),
        "block": {"kind": "table", "id": "shown", "of": "shown"},
        "fields": [{"id": "city", "title": "Cidade", "type": "text"}],
        "key": ["city"],
        "rows": [{"city": "São Paulo"}, {"city": None}],
        "provenance": {"reading": "reading", "tool": "crm.list", "collected_at": AT.isoformat(), "declared": 2},
        "slice": {"where": [{"field": "city", "op": "is", "value": "São Paulo"}], "sort": [{"field": "city"}]},
    }
    return Answer.model_validate({**whole, **changes}, strict=False)


def reading(name: str = "reading", /, **changes: Any) -> Reading:
    whole = Reading(
        id=name,
        tool="crm.list",
        arguments={"days": 30, "deep": {"list": [1, None, "ç"]}},
        actor=ANA,
        run="run",
        panel="p1",
        started_at=AT,
        ended_at=LATER,
        outcome="done",
        status="partial",
        row_count=3,
        declared=5,
        rows=[{"city": "São Paulo", "revenue": 1.5}],
        result_hash="abc",
        message="cut",
    )
    return whole.model_copy(update=changes)


def approval(name: str = "ap1", **changes: Any) -> Approval:
    """One that was decided, with all it can hold."""
    full = Approval(
        id=name,
        thread="th1",
        run="run",
        call="call",
        message="m1",
        tool="crm.send",
        title="Enviar proposta ✓",
        arguments={"to": "Ação", "copies": 2},
        power="domain",
        asked_at=AT,
        expires_at=LATER,
        status="done",
        decided_by=ANA,
        decided_at=LATER,
        reason="Pode ir",
        edited_from={"to": "Ação", "copies": 1},
        goes_on="run 2",
    )
    return full.model_copy(update=changes)


def attachment(name: str = "at1", **changes: Any) -> Attachment:
    full = Attachment(
        id=name,
        owner="ana",
        name="Plano de ação.xlsx",
        size=768,
        digest="d1",
        at=AT,
        kind="rows",
        sheets=[SheetHead(title="Plan1", columns=["Nome"], row_count=1, kept=1)],
        characters=0,
    )
    return full.model_copy(update=changes)
