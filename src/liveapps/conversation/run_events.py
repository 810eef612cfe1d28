"""What happens during a run, in our own words; doors translate them to a protocol."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field as Constraint
from pydantic import TypeAdapter

from liveapps.blocks.base import JsonObject, Model

from .answers import Answer
from .approvals import Approval
from .usage import ModelUse


class RunStarted(Model):
    """`settles` are calls of earlier runs that waited for a person: this run tells what came of them."""

    kind: Literal["run_started"] = "run_started"
    thread: str
    run: str
    settles: list[str] = []
    at: datetime | None = None


class TextStarted(Model):
    kind: Literal["text_started"] = "text_started"
    message: str


class TextAdded(Model):
    """`delta` is never empty."""

    kind: Literal["text_added"] = "text_added"
    message: str
    delta: str


class TextEnded(Model):
    kind: Literal["text_ended"] = "text_ended"
    message: str


class ToolStarted(Model):
    kind: Literal["tool_started"] = "tool_started"
    call: str
    tool: str
    arguments: JsonObject
    at: datetime | None = None


class ToolWaiting(Model):
    """A person must decide about the call before it is made."""

    kind: Literal["tool_waiting"] = "tool_waiting"
    approval: Approval


class ToolEnded(Model):
    """`call` may have started in an earlier run, and waited for a person's decision since. `size` is that of the
    answer, in bytes."""

    kind: Literal["tool_ended"] = "tool_ended"
    call: str
    tool: str = ""
    message: str
    status: Literal["done", "failed", "unknown", "declined", "withdrawn", "expired"]
    rows: int | None = None
    seconds: float | None = None
    preview: str = ""
    reading: str | None = None
    size: int | None = None
    at: datetime | None = None


class ModelAsked(Model):
    """One request to a model, told after it ended."""

    kind: Literal["model_asked"] = "model_asked"
    use: ModelUse
    seconds: float
    at: datetime
    failed: bool = False


class PanelWritten(Model):
    """The agent wrote to a panel: how many rows were changed or added, and none of their values."""

    kind: Literal["panel_written"] = "panel_written"
    write: str
    panel: str
    version: int
    rows: int
    seconds: float
    at: datetime


class BlockShown(Model):
    kind: Literal["block_shown"] = "block_shown"
    message: str
    answer: Answer


class ChipsShown(Model):
    kind: Literal["chips_shown"] = "chips_shown"
    message: str
    chips: list[str]


class RunEnded(Model):
    """`code`, `message` and `next_step` are set when the run failed; `waiting` when a person must decide."""

    kind: Literal["run_ended"] = "run_ended"
    thread: str
    run: str
    status: Literal["waiting", "finished", "failed", "cancelled"]
    code: str | None = None
    message: str | None = None
    next_step: str | None = None
    waiting: list[Approval] = []
    usage: list[ModelUse] = []
    at: datetime | None = None


RunEvent = Annotated[
    RunStarted
    | TextStarted
    | TextAdded
    | TextEnded
    | ToolStarted
    | ToolWaiting
    | ToolEnded
    | ModelAsked
    | PanelWritten
    | BlockShown
    | ChipsShown
    | RunEnded,
    Constraint(discriminator="kind"),
]
RUN_EVENT: TypeAdapter[RunEvent] = TypeAdapter(RunEvent)
