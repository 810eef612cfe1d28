"""Our run events as AG-UI events, and nothing of our own beside them.

A shown block is an activity; a called tool its four events; chips a custom event. Failures carry a code and
the words of a refusal, never those of an exception.
"""

from typing import Any

import orjson
from ag_ui.core import (
    ActivitySnapshotEvent,
    BaseEvent,
    CustomEvent,
    RunErrorEvent,
    RunFinishedCancelledOutcome,
    RunFinishedEvent,
    RunFinishedInterruptOutcome,
    RunFinishedSuccessOutcome,
    RunStartedEvent,
    StateSnapshotEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    TokenUsage,
    ToolCallArgsEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
)

from liveapps.conversation import run_events as ours
from liveapps.conversation.answers import Answer
from liveapps.conversation.run_events import RunEvent
from liveapps.conversation.threads import Called
from liveapps.conversation.usage import ModelUse

from .interrupts import interrupt_of

BLOCK_ACTIVITY = "liveapps.block"
CHIPS = "liveapps.chips"
RESULT = ("status", "rows", "seconds", "preview", "reading")


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
            content = result_of(event)
            return [
                ToolCallResultEvent(message_id=event.message, tool_call_id=event.call, content=content, role="tool")
            ]
        case ours.BlockShown():
            shown = block_content(event.answer)
            return [ActivitySnapshotEvent(message_id=event.message, activity_type=BLOCK_ACTIVITY, content=shown)]
        case ours.ChipsShown():
            return [CustomEvent(name=CHIPS, value={"chips": event.chips})]
        case ours.ToolWaiting() | ours.ModelAsked() | ours.PanelWritten():
            # A call that waits is told by how its run ends; the others are for whoever looks after the agent.
            return []
        case ours.RunEnded():
            return [_ended(event)]


def _ended(event: ours.RunEnded) -> BaseEvent:
    usage = [_usage(one) for one in event.usage] or None
    if event.status == "failed":
        return RunErrorEvent(message=f"{event.message} {event.next_step}".strip(), code=event.code, usage=usage)
    return RunFinishedEvent(thread_id=event.thread, run_id=event.run, outcome=_outcome(event), usage=usage)


def _outcome(
    event: ours.RunEnded,
) -> RunFinishedCancelledOutcome | RunFinishedInterruptOutcome | RunFinishedSuccessOutcome:
    match event.status:
        case "cancelled":
            return RunFinishedCancelledOutcome()
        case "waiting":
            return RunFinishedInterruptOutcome(interrupts=[interrupt_of(one) for one in event.waiting])
        case _:
            return RunFinishedSuccessOutcome()


def _usage(use: ModelUse) -> TokenUsage:
    provider, _, model = use.model.rpartition(":")
    return TokenUsage(
        provider=provider or None,
        model=model,
        input_tokens=use.input_tokens,
        output_tokens=use.output_tokens,
        cached_input_tokens=use.cached_tokens,
        total_tokens=use.input_tokens + use.output_tokens,
    )


def result_of(ended: ours.ToolEnded | Called) -> str:
    """What came of a call, as the text that AG-UI wants."""
    return orjson.dumps(ended.model_dump(mode="json", include={*RESULT})).decode()


def block_content(answer: Answer) -> dict[str, Any]:
    return {"v": 1, "answer": answer.model_dump(mode="json")}
