"""What a run whose server is gone had said and begun: its log has it, and the thread gets it before the run ends."""

from collections.abc import Iterable
from datetime import datetime

from liveapps.conversation.run_events import (
    RunEvent,
    TextAdded,
    TextEnded,
    TextStarted,
    ToolEnded,
    ToolStarted,
    ToolWaiting,
)
from liveapps.conversation.threads import Answered, Body, Called, Message, Run
from liveapps.ports import Ids

CUT_OFF = "The server was restarted during this call: it is not known what came of it."


def cut_off(state: Run, events: Iterable[RunEvent], now: datetime, ids: Ids) -> tuple[list[RunEvent], list[Message]]:
    """The events that close what was open, and the messages it amounts to."""
    texts: dict[str, list[str]] = {}
    calls: dict[str, ToolStarted] = {}
    for event in events:
        match event:
            case TextStarted(message=message):
                texts[message] = []
            case TextAdded(message=message, delta=delta):
                texts[message].append(delta)
            case TextEnded(message=message):
                del texts[message]
            case ToolStarted(call=call):
                calls[call] = event
            case ToolEnded(call=call):
                calls.pop(call, None)
            case ToolWaiting(approval=approval):
                calls.pop(approval.call, None)
            case _:
                pass

    def placed(body: Body, name: str) -> Message:
        return Message(id=name, thread=state.thread, seq=0, run=state.id, at=now, body=body)

    said = [placed(Answered(text="".join(parts)), name) for name, parts in texts.items()]
    called = [placed(_called(one), ids.new()) for one in calls.values()]
    closed: list[RunEvent] = [TextEnded(message=name) for name in texts]
    closed += [
        ToolEnded(call=call, message=one.id, status="unknown", preview=CUT_OFF, at=now)
        for call, one in zip(calls, called, strict=True)
    ]
    return closed, [*said, *called]


def _called(started: ToolStarted) -> Called:
    return Called(call=started.call, tool=started.tool, arguments=started.arguments, status="unknown", preview=CUT_OFF)
