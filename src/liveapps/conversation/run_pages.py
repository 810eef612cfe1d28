"""A run as those see it who look after agents: its steps, how large, how long, how dear. Never what was said in it."""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal

from liveapps.blocks.base import JsonObject, Model

from .run_events import ModelAsked, PanelWritten, RunEvent, ToolEnded, ToolStarted, ToolWaiting
from .threads import RunStatus
from .usage import ModelUse

StepKind = Literal["model", "tool", "write"]


class RunStep(Model):
    """`name` is a model, a tool, or a kind of write. Sizes are in bytes; `panel` is set when the reader may see it.

    `outcome` of a call is that of the call; a tool that was still under way when the run ended has None.
    """

    kind: StepKind
    name: str
    started_at: datetime
    seconds: float | None = None
    outcome: str | None = None
    arguments_bytes: int | None = None
    result_bytes: int | None = None
    rows: int | None = None
    use: ModelUse | None = None
    panel: str | None = None


class RunLine(Model):
    """One run in a list. `person` is the name of who asked; `code` says why it failed."""

    id: str
    agent: str
    person: str
    status: RunStatus
    started_at: datetime
    ended_at: datetime | None
    code: str | None
    usage: list[ModelUse]


class RunPage(Model):
    """`trace` is the id under which a trace viewer has it."""

    run: RunLine
    trace: str | None
    steps: list[RunStep]


def steps_of(events: Iterable[RunEvent]) -> list[RunStep]:
    """In the order they began."""
    steps: list[RunStep] = []
    begun: dict[str, int] = {}
    for event in events:
        match event:
            case ModelAsked():
                outcome = "failed" if event.failed else "done"
                started = event.at - timedelta(seconds=event.seconds)
                steps.append(_step("model", event.use.model, started, event.seconds, outcome, use=event.use))
            case PanelWritten():
                started = event.at - timedelta(seconds=event.seconds)
                more = {"rows": event.rows, "panel": event.panel}
                steps.append(_step("write", event.write, started, event.seconds, "done", **more))
            case ToolStarted(at=datetime() as at):
                begun[event.call] = len(steps)
                steps.append(_step("tool", event.tool, at, None, None, arguments_bytes=_size(event.arguments)))
            case ToolWaiting(approval=approval) if approval.call in begun:
                _change(steps, begun[approval.call], {"outcome": "waiting"})
            case ToolEnded() if event.call in begun:
                told = {"outcome": event.status, "seconds": event.seconds, "rows": event.rows}
                _change(steps, begun[event.call], told | {"result_bytes": event.size})
            case ToolEnded(at=datetime() as at):
                # The call of an earlier run, made or not made now.
                started = at - timedelta(seconds=event.seconds or 0)
                more = {"rows": event.rows, "result_bytes": event.size}
                steps.append(_step("tool", event.tool or "", started, event.seconds, event.status, **more))
            case _:
                pass
    return sorted(steps, key=lambda step: step.started_at)


def _size(arguments: JsonObject) -> int:
    return len(json.dumps(arguments, ensure_ascii=False, separators=(",", ":")).encode())


def _step(
    kind: StepKind, name: str, started: datetime, seconds: float | None, outcome: str | None, **more: object
) -> RunStep:
    whole = {"kind": kind, "name": name, "started_at": started, "seconds": seconds, "outcome": outcome}
    return RunStep.model_validate(whole | more)


def _change(steps: list[RunStep], place: int, changes: JsonObject) -> None:
    steps[place] = steps[place].model_copy(update=changes)
