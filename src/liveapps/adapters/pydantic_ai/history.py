"""A thread of ours as the messages of a model. Rebuilt for every run: neither a client nor a library remembers."""

from collections.abc import Mapping
from datetime import datetime

from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from liveapps.blocks.catalogue import kind_of
from liveapps.conversation.answers import Answer
from liveapps.conversation.threads import Answered, Broke, Called, Message, Said, Shown, Sliced, Suggested
from liveapps.ports import Turn
from liveapps.talking.instructions import fence, moment

from .toolset import wire_name

LETTERS_KEPT = 60_000
"""How much of a long thread a model is told again. What is older is left out, and that is said."""


def messages_of(turn: Turn, now: datetime) -> list[ModelMessage]:
    """The thread so far, then what the person says now with all they may be looking at; it ends with a request."""
    kept, left_out = _recent(turn.history)
    talk = _Talk()
    if left_out:
        talk.note(f"{left_out} earlier messages of this conversation are left out here.")
    answers = {answer.id: answer for answer in turn.answers}
    for message in kept:
        _tell(talk, message, answers)
    for source, text in (("panels", turn.context), ("files", turn.attached), ("screen", turn.looking_at)):
        if text:
            talk.hears([UserPromptPart(fence(source, text))])
    talk.hears([UserPromptPart(moment(now))])
    if turn.text:
        talk.hears([UserPromptPart(turn.text)])
    return talk.messages


class _Talk:
    """Parts of one side in a row are one message, as providers want it."""

    def __init__(self) -> None:
        self.messages: list[ModelMessage] = []

    def hears(self, parts: list[ModelRequestPart]) -> None:
        last = self.messages[-1] if self.messages else None
        if isinstance(last, ModelRequest):
            self.messages[-1] = ModelRequest(parts=[*last.parts, *parts])
        else:
            self.messages.append(ModelRequest(parts=parts))

    def says(self, part: ModelResponsePart) -> None:
        last = self.messages[-1] if self.messages else None
        if isinstance(last, ModelResponse):
            self.messages[-1] = ModelResponse(parts=[*last.parts, part])
        else:
            self.messages.append(ModelResponse(parts=[part]))

    def note(self, text: str) -> None:
        self.hears([UserPromptPart(f"[{text}]")])


def _tell(talk: _Talk, message: Message, answers: Mapping[str, Answer]) -> None:
    match message.body:
        case Said() as said:
            talk.hears([UserPromptPart(said.told)])
        case Answered() as answered:
            talk.says(TextPart(answered.text))
        case Called() as called:
            _tell_call(talk, called)
        case Shown() as shown:
            talk.note(_shown(answers.get(shown.answer), shown.answer))
        case Sliced() as cut:
            talk.note(f"The person cut answer {cut.answer} without you: {cut.shown} of {cut.total} rows are left")
        case Broke() as broke:
            talk.note(f"The answer ended here with an error: {broke.code}")
        case Suggested():
            pass


def _tell_call(talk: _Talk, called: Called) -> None:
    """Its result is what was kept of it: the first letters, and how many rows there were."""
    name = wire_name(called.tool)
    rows = "" if called.rows is None else f", {called.rows} rows"
    reading = "" if called.reading is None else f" Reading {called.reading}."
    said = f"{called.status}{rows}.{reading} What is kept of the result:"
    content = f"{said}\n{fence(f'tool {name}', called.preview)}" if called.preview else said
    talk.says(ToolCallPart(tool_name=name, args=called.arguments, tool_call_id=called.call))
    talk.hears([ToolReturnPart(tool_name=name, content=content, tool_call_id=called.call)])


def _shown(answer: Answer | None, name: str) -> str:
    if answer is None:
        return f"A block was shown to the person as answer {name}"
    rows = f", {len(answer.rows)} rows" if answer.fields else ""
    origin = f" from reading {answer.provenance.reading}" if answer.provenance else " without a proven origin"
    return f"Shown to the person as answer {answer.id}: {kind_of(answer.block)}{rows},{origin}"


def _recent(history: list[Message]) -> tuple[list[Message], int]:
    """The last of it that fit, from something a person said on; and how many messages do not."""
    letters, start = 0, len(history)
    for place in range(len(history) - 1, -1, -1):
        letters += len(history[place].body.model_dump_json())
        if letters > LETTERS_KEPT:
            break
        if isinstance(history[place].body, Said):
            start = place
    # A run that goes on after a decision must see what was decided, however long it is.
    if start == len(history) and history:
        start = max((place for place, one in enumerate(history) if isinstance(one.body, Said)), default=0)
    return history[start:], start
