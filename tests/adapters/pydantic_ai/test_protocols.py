"""The scripted provider speaks the real protocols: each event is one that the official libraries accept."""

from typing import Any

import pytest
from anthropic.types import RawMessageStreamEvent
from openai.types.chat import ChatCompletionChunk
from openai.types.responses import ResponseStreamEvent
from pydantic import BaseModel, TypeAdapter

from tests.support.provider import Call, Reply, chat, messages, responses

REPLIES = [
    Reply("São 22 clientes."),
    Reply("Vejo.", (Call("crm__list", {"days": 7}), Call("find_panels"))),
    Reply(calls=(Call("crm__list", '{"days": '),), stop="length"),
    Reply("Não.", stop="content_filter", usage=None),
]
PROTOCOLS: dict[str, tuple[Any, TypeAdapter[Any]]] = {
    "chat": (chat.events, TypeAdapter(ChatCompletionChunk)),
    "responses": (responses.events, TypeAdapter(ResponseStreamEvent)),
    "messages": (messages.events, TypeAdapter(RawMessageStreamEvent)),
}


@pytest.mark.parametrize("reply", REPLIES, ids=["text", "two calls", "cut by length", "filtered"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_event_is_one_that_the_official_library_knows(protocol: str, reply: Reply) -> None:
    events, official = PROTOCOLS[protocol]
    # A ping keeps a connection open; the library drops it before it reads events.
    made = [event for event in events(reply, "m", 1) if event.get("type") != "ping"]
    assert len(made) >= 3
    for event in made:
        read: BaseModel = official.validate_python(event)
        assert set(event) <= set(type(read).model_fields), "a name that the library does not know"


def test_numbered_events_leave_no_gap() -> None:
    made = responses.events(REPLIES[1], "m", 1)
    assert [event["sequence_number"] for event in made] == list(range(len(made)))
