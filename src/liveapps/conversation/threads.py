"""Threads, their messages and the runs that answer them. The server's copy is the only one."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field as Constraint
from pydantic import TypeAdapter

from liveapps.blocks.base import JsonObject, Model
from liveapps.panels.slices import Slice


class Thread(Model):
    id: str
    agent: str
    owner: str
    title: str = ""
    created_at: datetime
    updated_at: datetime


class Said(Model):
    """What a person wrote."""

    kind: Literal["said"] = "said"
    text: str


class Answered(Model):
    """What the agent wrote, in markdown."""

    kind: Literal["answered"] = "answered"
    text: str


class Called(Model):
    """One call of a tool by the agent. `reading` is set when it returned rows."""

    kind: Literal["called"] = "called"
    call: str
    tool: str
    arguments: JsonObject = {}
    status: Literal["running", "done", "failed"] = "running"
    rows: int | None = None
    seconds: float | None = None
    preview: str = ""
    reading: str | None = None


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


RunStatus = Literal["running", "finished", "failed", "cancelled"]


class Run(Model):
    """One turn of an agent: a job of the server. It outlives the request that started it."""

    id: str
    thread: str
    agent: str
    status: RunStatus
    started_at: datetime
    ended_at: datetime | None = None
    error: JsonObject | None = None


BODY: TypeAdapter[Body] = TypeAdapter(Body)


def title_from(text: str) -> str:
    """A thread is named after what was said first."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59].rstrip() + "…"
