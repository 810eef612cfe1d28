"""A thread as AG-UI messages: for a client that comes back, and before a run tells what came of earlier calls."""

import orjson
from ag_ui.core import (
    ActivityMessage,
    AssistantMessage,
    FunctionCall,
    Message,
    MessagesSnapshotEvent,
    ToolCall,
    ToolMessage,
    UserMessage,
)

from liveapps.conversation import threads as ours
from liveapps.conversation.threads import Answered, Called, Said, Shown
from liveapps.conversation.views import ThreadView

from .wire import BLOCK_ACTIVITY, block_content, result_of


def snapshot(view: ThreadView, run: str, *, blocks: bool) -> MessagesSnapshotEvent:
    """All messages from before a run, and what was said to start it: its own follow as events. Without `blocks` a
    client keeps those it has."""
    told: list[Message] = []
    taken: set[str] = set()
    for message in view.messages:
        if message.run != run or isinstance(message.body, Said):
            told += _messages(message, view, run, taken, blocks=blocks)
    return MessagesSnapshotEvent(messages=told)


def _messages(message: ours.Message, view: ThreadView, run: str, taken: set[str], *, blocks: bool) -> list[Message]:
    """How a thread was cut, and what is said when a run fails, are no messages of the protocol."""
    match message.body:
        case Said() as said:
            # A client knows its own message by its own id, unless it used that id before.
            name = said.sent_as if said.sent_as and said.sent_as not in taken else message.id
            taken.add(name)
            return [UserMessage(id=name, content=said.told)]
        case Answered() as answered:
            return [AssistantMessage(id=message.id, content=answered.text)]
        case Called() as called:
            return _call(message.id, called, run)
        case Shown(answer=answer) if blocks and answer in view.answers:
            content = block_content(view.answers[answer])
            return [ActivityMessage(id=message.id, activity_type=BLOCK_ACTIVITY, content=content)]
        case _:
            return []


def _call(message: str, called: Called, run: str) -> list[Message]:
    function = FunctionCall(name=called.tool, arguments=orjson.dumps(called.arguments).decode())
    asked = AssistantMessage(id=called.call, tool_calls=[ToolCall(id=called.call, function=function)])
    is_told_later = called.approval is not None and called.approval.goes_on == run
    if called.status in ("waiting", "approved", "running") or is_told_later:
        return [asked]
    return [asked, ToolMessage(id=message, tool_call_id=called.call, content=result_of(called))]
