"""What the house needs from outside, as protocols. Adapters provide them; `bootstrap` chooses which."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Protocol, TypeVar

from liveapps.blocks.base import JsonObject
from liveapps.conversation.agents import Agent
from liveapps.conversation.answers import Answer
from liveapps.conversation.readings import Reading
from liveapps.conversation.threads import Message, Run, Thread
from liveapps.panels.fields import Field
from liveapps.panels.history import RowBefore, Version
from liveapps.panels.hooks import Delivery, Endpoint
from liveapps.panels.instance import BlockState
from liveapps.panels.notices import Notice
from liveapps.panels.origin import Locale
from liveapps.panels.panel import Panel
from liveapps.panels.powers import Tool
from liveapps.panels.receipts import Receipt
from liveapps.panels.rows import Annotation, Row, Values
from liveapps.panels.slices import Slice
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

    def listening(self) -> AbstractContextManager["asyncio.Queue[PanelChanged]"]:
        """A queue that gets each change announced while the block lasts."""
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


@dataclass(frozen=True)
class RowsFound:
    """`matching` of `total` visible rows; groups are (value, count, sums by numeric field)."""

    rows: list[Row]
    matching: int
    total: int
    groups: list[tuple[Any, int, dict[str, float]]]
    next: str | None


@dataclass(frozen=True)
class Counts:
    rows: int
    unconfirmed: int
    without_stage: int


class PanelTx(Protocol):
    """Panels, rows and history. Rows come back with trashed ones among them: the rules decide."""

    async def lock_panel(self, panel: str) -> Panel | None:
        """Waits for the panel's lock and reads its head as it is once the lock is held."""
        ...

    async def panel(self, panel: str) -> Panel | None: ...
    async def panels(self) -> list[Panel]: ...
    async def count_panels(self, agent: str) -> int: ...
    async def insert_panel(self, panel: Panel) -> None: ...
    async def save_panel(self, panel: Panel) -> None: ...

    async def rows(self, panel: str, collection: str, ids: Iterable[str] | None = None) -> list[Row]: ...
    async def rows_by_id(self, panel: str, ids: Iterable[str]) -> list[Row]: ...
    async def rows_by_key(self, panel: str, collection: str, keys: Iterable[str]) -> list[Row]: ...
    async def save_rows(self, panel: str, rows: Sequence[tuple[Row, str | None]]) -> None:
        """Writes rows whole, each with its key text."""
        ...

    async def count_rows(self, panel: str, collection: str) -> int: ...
    async def last_position(self, panel: str, collection: str) -> float: ...
    async def gap_above(
        self, panel: str, collection: str, stage: str | None, before: str
    ) -> tuple[float | None, float] | None:
        """Where a card fits above `before` in that stage: the position over it (None at the top) and its own.

        None when `before` is not in that stage. Spreads the positions first when there is no room between.
        """
        ...

    async def find_rows(self, query: RowsQuery) -> RowsFound: ...
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
    async def save_user(self, user: User, password_hash: str | None) -> None: ...
    async def open_session(self, token_hash: str, session: Session) -> None: ...
    async def session(self, token_hash: str) -> Session | None: ...
    async def close_session(self, token_hash: str) -> None: ...
    async def save_token(self, token_hash: str, token: ApiToken) -> None: ...
    async def token(self, token_hash: str) -> ApiToken | None: ...
    async def tokens(self, user: str) -> list[ApiToken]: ...
    async def revoke_token(self, token: str) -> bool: ...


class ConversationTx(Protocol):
    async def thread(self, thread: str) -> Thread | None: ...
    async def threads(self, owner: str) -> list[Thread]: ...
    async def save_thread(self, thread: Thread) -> None: ...
    async def append_message(self, message: Message) -> Message:
        """Stamps the next `seq` of the thread."""
        ...

    async def save_message(self, message: Message) -> None: ...
    async def messages(self, thread: str) -> list[Message]: ...
    async def run(self, run: str) -> Run | None: ...
    async def active_run(self, thread: str) -> Run | None: ...
    async def active_runs(self) -> list[Run]: ...
    async def save_run(self, run: Run) -> None: ...
    async def append_run_event(self, run: str, seq: int, event: str) -> None: ...
    async def run_events(self, run: str, after: int) -> list[tuple[int, str]]: ...
    async def answer(self, answer: str) -> Answer | None: ...
    async def answers(self, thread: str) -> list[Answer]: ...
    async def save_answer(self, answer: Answer) -> None: ...
    async def save_reading(self, reading: Reading) -> None: ...
    async def reading(self, reading: str) -> Reading | None: ...
    async def readings_of_run(self, run: str) -> list[Reading]: ...


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


class Tx(PanelTx, PeopleTx, ConversationTx, HookTx, Protocol):
    """One transaction. Its verbs await nothing but the database."""


class Store(Protocol):
    async def write(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        """Runs `body` in one transaction and returns after it is durable. The body may run more than once,
        so it must have no effect besides the transaction; an exception rolls all of it back."""
        ...

    async def read(self, body: Callable[[Tx], Awaitable[T]]) -> T:
        """Runs `body` on one consistent snapshot."""
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
class RawResult:
    """What a tool answered, before anyone has judged it. `is_error` is the tool's own flag: a hint only."""

    structured: Any | None
    text: str
    is_error: bool


class Tools(Protocol):
    def describe(self, name: str) -> Tool | None: ...
    def names(self) -> list[str]: ...

    async def call(self, name: str, arguments: JsonObject) -> RawResult:
        """Raises Refusal `tool_not_found`, `tool_timeout` or `source_failed`; never an adapter's own exception."""
        ...


@dataclass(frozen=True)
class Turn:
    """One thing a person said, with what the agent may know: its panels (public rows only), the thread so far, and
    the cut of the last answer the person is looking at, with its denominator."""

    agent: Agent
    thread: str
    run: str
    user: User
    text: str
    locale: Locale
    history: list[Message]
    context: str
    looking_at: str


class AgentTools(Protocol):
    """What an agent can do during a run. Each answers with what happened, or raises Refusal that says what to
    do instead; calls of tools leave readings, and blocks get their origin from them."""

    async def call(self, tool: str, arguments: JsonObject) -> Reading:
        """Calls a tool that the agent has, where the person can see it."""
        ...

    async def look_up(self, tool: str, arguments: JsonObject) -> Reading:
        """Calls a tool without showing it: for words that a value may have."""
        ...

    async def show_reading(self, reading: Reading, block: JsonObject, title: str) -> Answer:
        """Shows all rows of a reading of this run."""
        ...

    async def show_rows(self, rows: list[Values], fields: list[Field], block: JsonObject, title: str) -> Answer:
        """Shows rows the agent gives; their origin is stamped only if one reading of this run contains them."""
        ...

    async def read_panel(self, name: str) -> str:
        """A panel by id or title, as agents read it. Raises Refusal `ambiguous_target` with the candidates."""
        ...

    async def create_panel(self, template: JsonObject) -> Receipt: ...
    async def ship_rows(self, panel: str, collection: str, rows: list[Values]) -> Receipt: ...
    async def patch_row(self, panel: str, collection: str, row: str, values: Values) -> Receipt: ...
    async def annotate(self, panel: str, collection: str, row: str, text: str) -> Receipt: ...


class RunSink(Protocol):
    """What the agent says. Text may come in parts."""

    async def say(self, delta: str) -> None: ...
    async def suggest(self, chips: list[str]) -> None: ...


class AgentRuntime(Protocol):
    async def run(self, turn: Turn, tools: AgentTools, sink: RunSink) -> None:
        """Answers one turn. Raises Refusal for what the person should know; anything else is our fault."""
        ...
