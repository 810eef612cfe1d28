"""Threads, their messages and the runs that answer them. The server's copy is the only one."""

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field as Constraint
from pydantic import TypeAdapter

from liveapps.blocks.base import JsonObject, Model
from liveapps.panels.slices import Slice

from .approvals import ApprovalMark, ApprovalStatus
from .files import SaidFile
from .usage import ModelUse


class Thread(Model):
    """A conversation of one person, its owner. `seen` is the place of the last message they have seen."""

    id: str
    agent: str
    owner: str
    title: str = ""
    created_at: datetime
    updated_at: datetime
    pinned: bool = False
    seen: int = 0
    deleted_at: datetime | None = None


class Said(Model):
    """What a person wrote, and the files that came with it. Without words only if there are files. `sent_as` is the id
    that their client gave it, to be known by there."""

    kind: Literal["said"] = "said"
    text: str
    files: list[SaidFile] = []
    sent_as: str | None = None

    @property
    def told(self) -> str:
        """The words, or the names of the files where nothing was written."""
        return self.text or ", ".join(file.name for file in self.files)


class Answered(Model):
    """What the agent wrote, in markdown."""

    kind: Literal["answered"] = "answered"
    text: str


class Called(Model):
    """One call of a tool by the agent. `reading` is set when it returned rows. `approval` is set when a person had to
    decide about it; `preview` then says also of a call that was not made what became of it.
    """

    kind: Literal["called"] = "called"
    call: str
    tool: str
    arguments: JsonObject = {}
    status: ApprovalStatus = "running"
    rows: int | None = None
    seconds: float | None = None
    preview: str = ""
    reading: str | None = None
    approval: ApprovalMark | None = None


class Shown(Model):
    """A block shown in the chat: see `answers.Answer`."""

    kind: Literal["shown"] = "shown"
    answer: str


class Sliced(Model):
    """A person cut an answer by `words`, without the model: `shown` of `total` rows are left."""

    kind: Literal["sliced"] = "sliced"
    answer: str
    words: str
    slice: Slice
    shown: int
    total: int


class Suggested(Model):
    """Chips: sentences this agent can do something with."""

    kind: Literal["suggested"] = "suggested"
    chips: list[str]


class Broke(Model):
    """A run that ended without an answer, with what to do about it."""

    kind: Literal["broke"] = "broke"
    code: str
    message: str
    next_step: str


Body = Annotated[Said | Answered | Called | Shown | Sliced | Suggested | Broke, Constraint(discriminator="kind")]


class Message(Model):
    """`id` is ours, never a client's or a model's; `seq` orders a thread without gaps of meaning."""

    id: str
    thread: str
    seq: int
    run: str | None = None
    at: datetime
    body: Body


RunStatus = Literal["running", "waiting", "finished", "failed", "cancelled"]
"""`waiting`: it ended because a person must decide about a call; another run goes on after that."""


class Run(Model):
    """One turn of an agent: a job of the server. It outlives the request that started it.

    While it works, its server says again and again until when it is `alive`; one that no longer does is lost.
    `stop_asked` tells that server to stop it. `trace` is the id of its trace, where traces are kept.
    """

    id: str
    thread: str
    agent: str
    status: RunStatus
    started_at: datetime
    ended_at: datetime | None = None
    error: JsonObject | None = None
    alive_until: datetime | None = None
    stop_asked: bool = False
    trace: str | None = None
    usage: list[ModelUse] = []


BODY: TypeAdapter[Body] = TypeAdapter(Body)


def files_in(messages: Iterable[Message]) -> list[SaidFile]:
    return [file for message in messages if isinstance(message.body, Said) for file in message.body.files]


def title_from(text: str) -> str:
    """A thread is named after what was said first."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59].rstrip() + "…"
