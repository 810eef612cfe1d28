"""Our run events as AG-UI events, and nothing of our own beside them.

A shown block is an activity; a called tool its four events; chips a custom event. Failures carry a code and
the words of a refusal, never those of an exception.
"""

import orjson
from ag_ui.core import (
    ActivitySnapshotEvent,
    BaseEvent,
    CustomEvent,
    RunErrorEvent,
    RunFinishedCancelledOutcome,
    RunFinishedEvent,
    RunFinishedSuccessOutcome,
    RunStartedEvent,
    StateSnapshotEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    ToolCallArgsEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
)

from liveapps.conversation import run_events as ours
from liveapps.conversation.run_events import RunEvent

BLOCK_ACTIVITY = "liveapps.block"
CHIPS = "liveapps.chips"


def translate(event: RunEvent) -> list[BaseEvent]:
    match event:
        case ours.RunStarted():
            # Rows never travel in the state, which clients send back whole with every run.
            return [
                RunStartedEvent(thread_id=event.thread, run_id=event.run),
                StateSnapshotEvent(snapshot={}),
            ]
        case ours.TextStarted():
            return [TextMessageStartEvent(message_id=event.message, role="assistant")]
        case ours.TextAdded():
            return [TextMessageContentEvent(message_id=event.message, delta=event.delta)]
        case ours.TextEnded():
            return [TextMessageEndEvent(message_id=event.message)]
        case ours.ToolStarted():
            return [
                ToolCallStartEvent(tool_call_id=event.call, tool_call_name=event.tool),
                ToolCallArgsEvent(tool_call_id=event.call, delta=orjson.dumps(event.arguments).decode()),
                ToolCallEndEvent(tool_call_id=event.call),
            ]
        case ours.ToolEnded():
            result = event.model_dump(mode="json", include={"status", "rows", "seconds", "preview", "reading"})
            return [
                ToolCallResultEvent(
                    message_id=event.message,
                    tool_call_id=event.call,
                    content=orjson.dumps(result).decode(),
                    role="tool",
                )
            ]
        case ours.BlockShown():
            content = {"v": 1, "answer": event.answer.model_dump(mode="json")}
            return [ActivitySnapshotEvent(message_id=event.message, activity_type=BLOCK_ACTIVITY, content=content)]
        case ours.ChipsShown():
            return [CustomEvent(name=CHIPS, value={"chips": event.chips})]
        case ours.RunEnded():
            return [_ended(event)]


def _ended(event: ours.RunEnded) -> BaseEvent:
    if event.status == "failed":
        return RunErrorEvent(message=f"{event.message} {event.next_step}".strip(), code=event.code)
    outcome = RunFinishedCancelledOutcome() if event.status == "cancelled" else RunFinishedSuccessOutcome()
    return RunFinishedEvent(thread_id=event.thread, run_id=event.run, outcome=outcome)
