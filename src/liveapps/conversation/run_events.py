"""What happens during a run, in our own words; doors translate them to a protocol."""

from typing import Annotated, Literal

from pydantic import Field as Constraint
from pydantic import TypeAdapter

from liveapps.blocks.base import JsonObject, Model

from .answers import Answer


class RunStarted(Model):
    kind: Literal["run_started"] = "run_started"
    thread: str
    run: str


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


class ToolEnded(Model):
    kind: Literal["tool_ended"] = "tool_ended"
    call: str
    message: str
    status: Literal["done", "failed"]
    rows: int | None = None
    seconds: float | None = None
    preview: str = ""
    reading: str | None = None


class BlockShown(Model):
    kind: Literal["block_shown"] = "block_shown"
    message: str
    answer: Answer


class ChipsShown(Model):
    kind: Literal["chips_shown"] = "chips_shown"
    message: str
    chips: list[str]


class RunEnded(Model):
    """`code`, `message` and `next_step` are set when the run failed."""

    kind: Literal["run_ended"] = "run_ended"
    thread: str
    run: str
    status: Literal["finished", "failed", "cancelled"]
    code: str | None = None
    message: str | None = None
    next_step: str | None = None


RunEvent = Annotated[
    RunStarted | TextStarted | TextAdded | TextEnded | ToolStarted | ToolEnded | BlockShown | ChipsShown | RunEnded,
    Constraint(discriminator="kind"),
]
RUN_EVENT: TypeAdapter[RunEvent] = TypeAdapter(RunEvent)
