"""What the house needs from outside, as protocols. Adapters provide them; `bootstrap` chooses which."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Literal, Protocol, TypeVar

from liveapps.blocks.base import JsonObject
from liveapps.conversation.agents import Agent, AgentKey, TriedOut
from liveapps.conversation.answers import Answer
from liveapps.conversation.approvals import Approval
from liveapps.conversation.files import Attachment, ReadFile
from liveapps.conversation.hosts import HostCall, HostSession
from liveapps.conversation.proposals import Proposal
from liveapps.conversation.readings import Reading
from liveapps.conversation.savings import Talk
from liveapps.conversation.threads import Message, Run, RunStatus, Thread
from liveapps.conversation.usage import ModelUse
from liveapps.conversation.widget_events import RecordedEvent
from liveapps.panels.alerts import Alert, AlertState, Follower
from liveapps.panels.fields import Field
from liveapps.panels.history import RowBefore, Version
from liveapps.panels.hooks import Delivery, Endpoint
from liveapps.panels.instance import BlockState
from liveapps.panels.jobs import Job, JobStatus
from liveapps.panels.notices import Notice
from liveapps.panels.origin import Locale
from liveapps.panels.panel import Panel
from liveapps.panels.powers import Power, Tool
from liveapps.panels.receipts import Receipt
from liveapps.panels.rows import Annotation, ListedRow, Row, Values, listed_rows_of_json
from liveapps.panels.slices import Slice
from liveapps.panels.source_state import SourceState
from liveapps.panels.template import Collection
from liveapps.people.policy import RowScope
from liveapps.people.users import ApiToken, Session, User

T = TypeVar("T")


class Clock(Protocol):
    def now(self) -> datetime:
        """The present moment, in UTC."""
        ...


class Ids(Protocol):
    def new(self) -> str:
        """A new UUIDv7 as text: later ids sort after earlier ones."""
        ...


@dataclass(frozen=True)
class PanelChanged:
    """What listeners learn after a commit: never any content."""

    panel: str
    version: int
    tabs: tuple[str, ...]


class Wakeup(Protocol):
    def announce(self, change: PanelChanged) -> None:
        """Tells all listeners, without waiting for them."""
        ...

    def listening(self) -> AbstractContextManager["asyncio.Queue[PanelChanged | None]"]:
        """A queue that gets each change announced while the block lasts, and None when the server is about to stop."""
        ...

    def stop(self) -> None:
        """Tells all listeners that no more will come."""
        ...


Fact = str | int | float | bool
"""What may be told of something: an id, a size, a count or a code."""


class Span(Protocol):
    """Something under way, in a trace."""

    def named(self, name: str) -> None: ...
    def told(self, facts: Mapping[str, Fact]) -> None: ...


class Traces(Protocol):
    """Tells whoever looks after an installation what happens in it, and how long it takes. What is told are ids,
    sizes, counts and codes: never a value of a row, an argument, or a text."""

    def span(self, name: str, facts: Mapping[str, Fact], *, parent: str | None = None) -> AbstractContextManager[Span]:
        """Lasts as long as the block, and is part of the one that surrounds it, or of the `parent` that a W3C
        traceparent names."""
        ...

    def past(self, name: str, seconds: float, facts: Mapping[str, Fact]) -> None:
        """Something that has just ended, after so many seconds."""
        ...

    def trace(self) -> str | None:
        """The id of the trace that is under way."""
        ...


@dataclass(frozen=True)
class RowsQuery:
    """A page of a collection as `scope` may see it. `cursor` is what the previous page gave as `next`."""

    panel: str
    collection: Collection
    scope: RowScope
    slice: Slice = field(default_factory=Slice)
    today: date = date.min
    time_zone: str = "UTC"
    limit: int = 100
    cursor: str | None = None
    sums: bool = True


@dataclass(frozen=True)
class RowsFound:
    """`matching` of `total` visible rows; groups are (value, count, sums by numeric field, unless none were asked
    for). `json` are the rows as they go to the wire."""

    json: list[bytes]
    matching: int
    total: int
    groups: list[tuple[Any, int, dict[str, float]]]
    next: str | None

    @property
    def rows(self) -> list[ListedRow]:
        return listed_rows_of_json(self.json)


@dataclass(frozen=True)
class Counts:
    rows: int
    unconfirmed: int
    without_stage: int


@dataclass(frozen=True)
class Measured:
    """What an alert measures over all living rows that satisfy it, private ones too. A sum of nothing is 0; `value`
    is None when there is nothing to average or compare. Of the whole collection: how many rows live, and whether one
    of them is private."""

    value: float | None
    living: int
    private: bool


@dataclass(frozen=True)
class RowInPlace:
    """A row, what is known of its collection, and where the last row of that stands."""

    row: Row
    state: BlockState
    last_position: float


class PanelTx(Protocol):
    """Panels, rows and history. Rows come back with trashed ones among them: the rules decide."""

    async def lock_panel(self, panel: str) -> Panel | None:
        """Waits for the panel's lock and reads its head as it is once the lock is held."""
        ...

    async def lock_panel_for(self, panel: str, person: str | None) -> tuple[Panel | None, User | None]:
        """The same, together with the person who writes: each round trip is one more for which others wait."""
        ...

    async def panel(self, panel: str) -> Panel | None: ...
    async def panels(self) -> list[Panel]: ...
    async def panels_in_trash(self) -> list[Panel]:
        """The last to go there first."""
        ...

    async def count_panels(self, agent: str) -> int: ...
    async def insert_panel(self, panel: Panel) -> None: ...
    async def save_panel(self, panel: Panel) -> None: ...
    async def touch_panel(self, panel: Panel) -> None:
        """Writes no more than the version and the time of a head whose other parts are as before."""
        ...

    async def rows(self, panel: str, collection: str, ids: Iterable[str] | None = None) -> list[Row]: ...
    async def row_in_place(self, panel: str, collection: str, row: str) -> RowInPlace | None: ...
    async def rows_by_id(self, panel: str, ids: Iterable[str]) -> list[Row]: ...
    async def rows_by_key(self, panel: str, collection: str, keys: Iterable[str]) -> list[Row]: ...
    async def save_rows(
        self, panel: str, rows: Sequence[tuple[Row, str | None]], collections: Sequence[Collection]
    ) -> None:
        """Writes rows whole, each with its key text. `collections` are those they are in: their fields say what
        the values are compared by."""
        ...

    async def place_rows(self, panel: str, rows: Sequence[Row]) -> None:
        """Writes rows that are there anew; their values and keys are as before."""
        ...

    async def compare_anew(self, panel: str, collection: Collection) -> None:
        """Works out again what the rows of a collection are compared by, after its fields have changed."""
        ...

    async def count_rows(self, panel: str, collection: str) -> int: ...
    async def last_position(self, panel: str, collection: str) -> float: ...
    async def gap_above(
        self, panel: str, collection: str, stage: str | None, before: str
    ) -> tuple[float | None, float] | None:
        """Where a card fits above `before` in that stage: the position over it (None at the top) and its own.

        None when `before` is not in that stage.
        """
        ...

    async def find_rows(self, query: RowsQuery) -> RowsFound: ...
    async def rows_json(self, panel: str, collection: str, scope: RowScope) -> bytes:
        """All rows that `scope` sees, as they go to the wire, in their order and with commas between; none from the
        trash."""
        ...

    async def rows_in_trash(self, panel: str, collection: str, scope: RowScope, limit: int) -> tuple[list[Row], int]:
        """Those that `scope` sees, the last to go there first, and how many there are without the limit."""
        ...

    async def counts(self, panel: str, collection: Collection, scope: RowScope) -> Counts: ...

    async def states(self, panel: str, targets: Iterable[str] | None = None) -> list[BlockState]: ...
    async def save_states(self, panel: str, states: Sequence[BlockState]) -> None: ...

    async def append_version(self, version: Version) -> None: ...
    async def versions(self, panel: str, before: int | None, limit: int, scope: RowScope) -> list[tuple[Version, int]]:
        """Newest first, without their rows but with how many of them `scope` sees; without those that changed
        only rows it does not see."""
        ...

    async def version(self, panel: str, version: int) -> Version | None: ...
    async def versions_after(self, panel: str, version: int) -> list[Version]:
        """Newest first, whole."""
        ...

    async def row_history(self, panel: str, row: str, after: int = 0) -> list[tuple[Version, RowBefore]]:
        """Newest first: what later versions than `after` changed in one row."""
        ...

    async def add_annotation(self, panel: str, annotation: Annotation) -> None: ...
    async def annotations(self, panel: str, row: str) -> list[Annotation]: ...

    async def add_notice(self, notice: Notice) -> None: ...
    async def notices(self, person: str) -> list[Notice]:
        """Newest first."""
        ...

    async def read_notices(self, person: str, at: datetime) -> None: ...

    async def kept_receipt(self, scope: str, key: str) -> tuple[str, str] | None:
        """The request hash and receipt JSON kept under an idempotency key."""
        ...

    async def keep_receipt(self, scope: str, key: str, request_hash: str, receipt: str, at: datetime) -> None: ...

    async def grants(self, panel: str) -> set[str]: ...
    async def grant(self, panel: str, tool: str, by: str, at: datetime) -> None: ...
    async def revoke(self, panel: str, tool: str) -> None: ...


class PeopleTx(Protocol):
    async def user(self, user: str) -> User | None: ...
    async def user_by_login(self, login: str) -> tuple[User, str | None] | None:
        """The user and the hash of the password, if one is set."""
        ...

    async def users(self) -> list[User]: ...
    async def user_of_session(self, token_hash: str) -> tuple[User, datetime] | None:
        """Whose session it is, and when it ends."""
        ...

    async def user_of_token(self, token_hash: str) -> User | None: ...
    async def save_user(self, user: User, password_hash: str | None) -> None: ...
    async def open_session(self, token_hash: str, session: Session) -> None: ...
    async def close_session(self, token_hash: str) -> None: ...
    async def save_token(self, token_hash: str, token: ApiToken) -> None: ...
    async def tokens(self, user: str) -> list[ApiToken]: ...
    async def revoke_token(self, token: str) -> bool: ...


@dataclass(frozen=True)
class ThreadFound:
    """A thread as a list shows it: how its last run stands, whether something came that its owner has not seen, and
    the last message in which all terms of a search stand."""

    thread: Thread
    run: RunStatus | None
    unread: bool
    message: Message | None


class ConversationTx(Protocol):
    async def thread(self, thread: str) -> Thread | None:
        """Deleted ones too, until they are forgotten."""
        ...

    async def threads(self, owner: str, terms: Sequence[str], limit: int) -> list[ThreadFound]:
        """Pinned ones first, then the newest; of those that are not deleted. With `terms` (folded words), those that
        hold all of them in their title or in one message that counts."""
        ...

    async def save_thread(self, thread: Thread) -> None: ...
    async def append_message(self, message: Message) -> Message:
        """Stamps the next `seq` of the thread."""
        ...

    async def save_message(self, message: Message) -> None: ...
    async def messages(self, thread: str) -> list[Message]:
        """Those that count: what was set aside is left out."""
        ...

    async def set_aside(self, thread: str, seq: int) -> None:
        """Makes an earlier attempt of the messages from a place on, and of the answers they show."""
        ...

    async def messages_set_aside(self, thread: str) -> list[tuple[int, Message]]:
        """All of them in order, each with the number of its attempt."""
        ...

    async def answers_set_aside(self, thread: str, attempt: int) -> list[Answer]: ...
    async def run(self, run: str) -> Run | None: ...
    async def active_run(self, thread: str) -> Run | None: ...
    async def active_runs(self) -> list[Run]: ...
    async def recent_runs(self, agent: str | None, limit: int) -> list[Run]:
        """Newest first."""
        ...

    async def talk(self, agent: str | None) -> Talk:
        """How much was said to an agent, or to all of them, in threads that are not deleted and as it counts now."""
        ...

    async def save_run(self, run: Run) -> None: ...
    async def keep_alive(self, runs: Iterable[str], until: datetime) -> None:
        """Says of those that have not ended that their server is alive until then."""
        ...

    async def ask_stop(self, run: str) -> None:
        """Asks whichever server works on the run to stop it; nothing happens to one that has ended."""
        ...

    async def still_to_do(self, runs: Iterable[str]) -> dict[str, bool]:
        """Those that have not ended, and whether each was asked to stop."""
        ...

    async def append_run_events(self, run: str, after: int, events: Sequence[str]) -> bool:
        """Takes the places that follow `after`. False, and nothing is written, when the run has ended: its log does
        not change any more."""
        ...

    async def run_events(self, run: str, after: int) -> list[tuple[int, str]]: ...
    async def approval(self, approval: str) -> Approval | None: ...
    async def approvals(self, thread: str) -> list[Approval]:
        """In the order they were asked."""
        ...

    async def save_approval(self, approval: Approval) -> None: ...
    async def answer(self, answer: str) -> Answer | None: ...
    async def answers(self, thread: str) -> list[Answer]:
        """Those that count."""
        ...

    async def save_answer(self, answer: Answer) -> None: ...
    async def save_reading(self, reading: Reading) -> None: ...
    async def reading(self, reading: str) -> Reading | None: ...
    async def readings_of_run(self, run: str) -> list[Reading]: ...
    async def open_readings(self, by: datetime) -> list[Reading]:
        """Of calls that had begun by then and have not ended, oldest first."""
        ...


class AgentTx(Protocol):
    async def agent_key(self, agent: str) -> AgentKey | None: ...
    async def save_agent_key(self, key: AgentKey) -> None:
        """Keeps it instead of the one that was there."""
        ...

    async def drop_agent_key(self, agent: str) -> None: ...


class HostTx(Protocol):
    """What assistants in other hosts did, and what they asked of people."""

    async def open_host_session(self, session: HostSession) -> HostSession:
        """The conversation of that person under that name, which is this one when there was none. It is locked, so that
        its calls are counted one after the other."""
        ...

    async def host_session(self, session: str) -> HostSession | None: ...
    async def host_sessions(self, limit: int) -> list[HostSession]:
        """Those with the newest calls first."""
        ...

    async def save_host_call(self, call: HostCall) -> None: ...
    async def host_calls(self, session: str, limit: int) -> list[HostCall]:
        """Newest first."""
        ...

    async def save_host_event(self, event: RecordedEvent) -> None: ...
    async def host_events(self, session: str, *, untold: bool = False) -> list[RecordedEvent]:
        """Oldest first."""
        ...

    async def add_proposal(self, proposal: Proposal) -> Proposal:
        """Keeps it, unless the person has one with its id: then that one comes back."""
        ...

    async def proposal(self, person: str, proposal: str) -> Proposal | None:
        """In a transaction that writes, it is locked."""
        ...

    async def save_proposal(self, proposal: Proposal) -> None: ...


class HookTx(Protocol):
    async def endpoint(self, endpoint: str) -> Endpoint | None: ...
    async def endpoints(self, panel: str) -> list[Endpoint]: ...
    async def save_endpoint(self, endpoint: Endpoint) -> None:
        """Opens it, or gives the one with its id a new secret."""
        ...

    async def close_endpoint(self, endpoint: str) -> None:
        """Forgets it, and all that came to it."""
        ...

    async def take_delivery(self, delivery: Delivery, keep: int) -> Delivery:
        """Logs it, unless one with its key is there: then that one comes back. Keeps the newest `keep` of the
        endpoint; those with a bad signature are counted apart."""
        ...

    async def settle_delivery(self, delivery: Delivery) -> None:
        """Writes what became of it: all but its body, key, digest and time. One that was applied stays so."""
        ...

    async def delivery(self, endpoint: str, delivery: str) -> Delivery | None: ...
    async def deliveries(self, endpoint: str, limit: int) -> list[Delivery]:
        """Newest first, without their bodies."""
        ...


class AlertTx(Protocol):
    async def measure(
        self, panel: str, collection: Collection, alert: Alert, today: date, time_zone: str
    ) -> Measured: ...

    async def alert_states(self, panel: str) -> list[AlertState]: ...
    async def firing_alerts(self) -> dict[str, int]:
        """How many alerts fire, by panel; panels where none does are left out."""
        ...

    async def save_alert_state(self, panel: str, state: AlertState) -> None: ...
    async def drop_alert(self, panel: str, alert: str) -> None:
        """Forgets its state and who follows it."""
        ...

    async def followers(self, panel: str, alert: str | None = None) -> list[Follower]: ...
    async def follow(self, follower: Follower) -> None:
        """Adds the follower, or changes how they are told."""
        ...

    async def unfollow(self, panel: str, alert: str, person: str) -> None: ...


class JobTx(Protocol):
    async def put_job(self, job: Job) -> bool:
        """Adds a job. One that waits under the same key is moved to the new time instead, and False comes back."""
        ...

    async def drop_job(self, key: str) -> None:
        """Takes back the job that waits under a key, if one does."""
        ...

    async def claim_jobs(self, holder: str, now: datetime, lease_until: datetime, limit: int) -> list[Job]:
        """Takes the jobs whose time has come, oldest first, and those whose lease ran out; their attempts are
        counted. No two holders get the same one."""
        ...

    async def extend_lease(self, job: str, holder: str, lease_until: datetime) -> bool:
        """False when it belongs to another by now."""
        ...

    async def settle_job(self, job: Job, holder: str) -> bool:
        """Writes what became of a job, unless it belongs to another by now. One that is to wait again, where another
        waits under its key, is forgotten: that one is moved to its time, with its attempts."""
        ...

    async def retry_job(self, job: str, at: datetime) -> bool:
        """Lets a dead job wait again as if it were new, or moves the one that waits under its key. False when it
        is not dead."""
        ...

    async def job(self, job: str) -> Job | None: ...
    async def jobs(self, status: JobStatus | None, limit: int) -> list[Job]:
        """Newest first."""
        ...

    async def next_job_at(self) -> datetime | None:
        """When the next waiting job is due, or the next lease ends."""
        ...

    async def due_times(self, keys: Iterable[str]) -> dict[str, datetime]:
        """When the jobs that wait under some keys are due, by key."""
        ...

    async def forget_jobs(self, before: datetime) -> int:
        """Forgets those that ended before; how many they were."""
        ...

    async def take_lease(self, name: str, holder: str, now: datetime, until: datetime) -> bool:
        """Whether the lease is the holder's now: it was free, run out, or theirs already."""
        ...

    async def drop_lease(self, name: str, holder: str) -> None: ...


Dated = Literal[
    "deliveries",
    "readings",
    "receipts",
    "notices",
    "attachments",
    "host_sessions",
    "host_calls",
    "host_events",
    "proposals",
]
"""What is forgotten by its time alone. Receipts are those kept under idempotency keys."""
Key = tuple[str, str]


class AttachmentTx(Protocol):
    async def put_attachment(self, attachment: Attachment, read: ReadFile, content: bytes) -> None: ...
    async def attachment(self, attachment: str) -> Attachment | None: ...
    async def attachment_read(self, attachment: str) -> ReadFile | None: ...
    async def attachment_content(self, attachment: str) -> bytes | None: ...
    async def bytes_of(self, owner: str) -> int:
        """What all files of a person weigh together."""
        ...

    async def send_attachment(self, attachment: str, thread: str) -> None:
        """From now on it belongs to the thread, unless it already belongs to one."""
        ...

    async def is_sent(self, attachment: str) -> bool: ...
    async def drop_attachment(self, attachment: str) -> None: ...


class RetentionTx(Protocol):
    """Forgetting for good. What is due is found in a reading, which holds up no write; each verb that forgets takes at
    most so many at once, under the panel's lock where they are a panel's, and says how many it took."""

    async def oldest_version(self, panel: str) -> int | None:
        """The first version that is still kept: those from it on can be looked at, compared and restored."""
        ...

    async def due(self, what: Dated, before: datetime, limit: int) -> list[Key]: ...
    async def forget(self, what: Dated, keys: Iterable[Key]) -> None: ...
    async def panels_with_old_versions(self, before: datetime) -> list[str]:
        """Those with a version before a moment that is not their newest, or with what is left of forgotten ones."""
        ...

    async def forget_versions(self, panel: str, before: datetime, limit: int) -> int:
        """The oldest ones, up to the first that is younger, and what they changed in rows; never the newest."""
        ...

    async def old_trash(self, before: datetime, limit: int) -> list[tuple[str, str]]:
        """Rows that stand in the trash since before a moment: panel and row."""
        ...

    async def forget_rows(self, panel: str, rows: Iterable[str], before: datetime) -> int:
        """Those that still are, with their history, notes and notices. A version that changed nothing else goes
        with them: it would tell that there was a row."""
        ...

    async def threads_in_old_trash(self, before: datetime) -> list[str]:
        """Threads that were deleted before a moment."""
        ...

    async def forget_thread(self, thread: str) -> None:
        """With its messages, runs, approvals, answers and files. What tools returned is the ledger's."""
        ...

    async def panels_in_old_trash(self, before: datetime) -> list[str]: ...
    async def forget_head(self, panel: str, before: datetime) -> bool:
        """The panel itself, if it still is in the trash since then: from now on it is not there for anyone. What it
        had is still to be forgotten."""
        ...

    async def headless_panels(self) -> list[str]:
        """Panels of which something is left, and not the head."""
        ...

    async def forget_rest(self, panel: str, limit: int) -> int:
        """Of what a panel without a head has left; 0 when nothing is."""
        ...


class Tx(
    PanelTx, PeopleTx, ConversationTx, AttachmentTx, AgentTx, HostTx, HookTx, AlertTx, JobTx, RetentionTx, Protocol
):
    """One transaction. Its verbs await nothing but the database."""


class Store(Protocol):
    async def write(self, body: Callable[[Tx], Awaitable[T]], *, of: str | None = None) -> T:
        """Runs `body` in one transaction and returns after it is durable. The body may run more than once,
        so it must have no effect besides the transaction; an exception rolls all of it back. Those that are `of` one
        panel and wait at the same time may be done together."""
        ...

    async def read(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        """Runs `body` on one consistent snapshot."""
        ...

    async def glance(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        """The same for a body that reads once, a few records by their key: it takes next to no time."""
        ...

    async def close(self) -> None: ...


class Secrets(Protocol):
    """Keeps secrets that must be read again. `owner` is whom a secret belongs to: sealed for one, it cannot be
    opened for another."""

    def seal(self, secret: str, owner: str) -> str: ...
    def unseal(self, sealed: str, owner: str) -> str:
        """Raises Refusal `secret_unreadable` when it was sealed with another key, or for another owner."""
        ...


@dataclass(frozen=True)
class Letter:
    """An e-mail to one person. `id` is the same whenever it is sent, so that a second copy can be recognised;
    `subject` is one line."""

    id: str
    to: str
    subject: str
    text: str
    html: str
    at: datetime


class Mail(Protocol):
    async def send(self, letter: Letter) -> None:
        """Returns when a mail server has taken it. Raises Refusal `mail_failed`."""
        ...


@dataclass(frozen=True)
class RawResult:
    """What a tool answered, before anyone has judged it. `is_error` is the tool's own flag: a hint only."""

    structured: Any | None
    text: str
    is_error: bool


class Tools(Protocol):
    def describe(self, name: str) -> Tool | None: ...
    def names(self) -> list[str]: ...

    async def call(self, name: str, arguments: JsonObject, at_most: Power | None = None) -> RawResult:
        """`at_most` is the power that the call was allowed for: a tool that can do more by now is not called.

        Raises Refusal `tool_not_found`, `tool_not_read_only`, `tool_not_granted`, `tool_timeout`, `source_failed` or
        `tool_output_unreadable`; never an adapter's own exception."""
        ...


class Sources(Protocol):
    """Where tools come from, as whoever looks after them sees it."""

    def states(self) -> list[SourceState]: ...
    async def retry(self, source: str) -> SourceState:
        """Has it tried now, also while it is paused. Raises Refusal `source_not_found`."""
        ...


class Files(Protocol):
    """Reads the files of people."""

    async def read(self, name: str, body: bytes, locale: Locale, time_zone: str) -> ReadFile:
        """`locale` names columns without a name; `time_zone` is where clock times in the file are. Raises Refusal
        `file_unreadable`; never leaves a process behind."""
        ...


class Calculations(Protocol):
    """The calculators of this installation."""

    def names(self) -> list[str]: ...

    async def run(self, name: str, given: JsonObject) -> Any:
        """What it answered, as JSON values. Raises Refusal `tool_not_found`, `tool_failed`, `tool_timeout` or
        `tool_output_unreadable`; never leaves a process behind."""
        ...


@dataclass(frozen=True)
class Turn:
    """One thing a person said, with what the agent may know: its panels (public rows only), the thread so far, and
    the cut of the last answer the person is looking at, with its denominator.

    `text` is None when a run goes on after a person decided about a call: the history then ends with that call.
    `attached` says which files came in the thread, and under which readings their rows are; `files` are the readings
    of those that came with the text."""

    agent: Agent
    thread: str
    run: str
    user: User
    text: str | None
    locale: Locale
    history: list[Message]
    context: str
    looking_at: str
    attached: str = ""
    files: list[Reading] = field(default_factory=list[Reading])
    answers: list[Answer] = field(default_factory=list[Answer])


@dataclass(frozen=True)
class Offer:
    """A tool as a model is told of it; `parameters` is the JSON Schema of its arguments."""

    name: str
    description: str
    parameters: JsonObject


@dataclass(frozen=True)
class Told:
    """What came of using a tool: `said` are the house's own words, with the next step; `data` is from outside, so
    that nothing in it is an order."""

    said: str
    data: str = ""


class RunPaused(Exception):
    """A person must decide about a call before the run goes on. A runtime lets it through: the run is taken up again
    in a later turn, after the decision."""


class AgentTools(Protocol):
    """What an agent can do during a run. Each answers with what happened, or raises Refusal that says what to
    do instead; calls of tools leave readings, and blocks get their origin from them."""

    def offers(self) -> list[Offer]:
        """All that `use` takes, for a model to choose from."""
        ...

    async def use(self, name: str, arguments: JsonObject) -> Told:
        """Uses one of what is offered, where the person can see it. A refusal is told in the answer, with what is
        valid and what to call instead. Raises RunPaused."""
        ...

    async def call(self, tool: str, arguments: JsonObject) -> Reading:
        """Calls a tool that the agent has, where the person can see it."""
        ...

    async def look_up(self, tool: str, arguments: JsonObject) -> Reading:
        """Calls a tool without showing it: for words that a value may have."""
        ...

    async def show_reading(self, reading: Reading, block: JsonObject, title: str) -> Answer:
        """Shows all rows of a reading of this run."""
        ...

    async def show_rows(
        self,
        rows: list[Values],
        fields: list[Field],
        block: JsonObject,
        title: str,
        columns: dict[str, str] | None = None,
    ) -> Answer:
        """Shows rows the agent gives; their origin is stamped only if one reading of this run contains them.

        `columns` says by which name the reading knows a field that the block calls otherwise."""
        ...

    async def create_panel(self, template: JsonObject) -> Receipt: ...
    async def ship_rows(self, panel: str, collection: str, rows: list[Values]) -> Receipt: ...
    async def patch_row(self, panel: str, collection: str, row: str, values: Values) -> Receipt: ...
    async def annotate(self, panel: str, collection: str, row: str, text: str) -> Receipt: ...


class RunSink(Protocol):
    """What the agent says. Text may come in parts."""

    async def say(self, delta: str) -> None: ...
    async def suggest(self, chips: list[str]) -> None: ...
    async def used(self, use: ModelUse, seconds: float, *, failed: bool = False) -> None:
        """One request to a model has ended, after so many seconds."""
        ...


class Models(Protocol):
    """The models that agents run on, for whoever configures them."""

    async def try_out(self, agent: Agent) -> TriedOut:
        """Asks an agent's model for one word. Raises the Refusal that a run would end with."""
        ...


class AgentRuntime(Protocol):
    async def run(self, turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        """Answers one turn. Raises Refusal for what the person should know; anything else is our fault."""
        ...
