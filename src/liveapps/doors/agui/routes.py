"""The two streams: start a run, or follow the one that is running."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Protocol
from uuid import UUID

from ag_ui.core import BaseEvent, RunAgentInput, UserMessage
from ag_ui.encoder import EventEncoder
from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse
from pydantic import ValidationError

from liveapps.conversation.approvals import Approval
from liveapps.conversation.files import MESSAGE_CHARACTERS
from liveapps.conversation.run_events import RunEnded, RunStarted
from liveapps.conversation.views import ThreadView
from liveapps.house import House
from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Locale
from liveapps.panels.texts import can_keep
from liveapps.people.users import User

from .history import snapshot
from .interrupts import decisions_in
from .parts import said_in
from .wire import translate

KEEPALIVE_SECONDS = 12.0
LARGEST_BODY = 1_000_000
LONGEST_ID = 200


class Caller(Protocol):
    """Who is asking, as whatever authenticates the request found out."""

    @property
    def user(self) -> User: ...
    @property
    def house(self) -> House: ...
    @property
    def locale(self) -> Locale: ...


def agui_router(caller: Callable[[Request], Awaitable[Caller]]) -> APIRouter:
    router = APIRouter(prefix="/api", tags=["agui"])

    @router.post("/agents/{agent}/agui", response_class=StreamingResponse)
    async def run_agent(agent: str, request: Request, asker: Annotated[Caller, Depends(caller)]) -> StreamingResponse:
        """Only the newest user message counts, and the answers to calls that wait (`resume`). History, state and tool
        results of a client are ignored: the server's thread is the only one."""
        asked = await _read(request)
        thread, run = _uuid(asked.thread_id, "threadId"), _uuid(asked.run_id, "runId")
        decisions = decisions_in(asked.resume or [])
        said = _last_said(asked, may_be_missing=bool(decisions))
        started = await asker.house.supervisor.start(
            asker.user,
            agent,
            thread,
            run,
            said.text,
            asker.locale,
            decisions=decisions,
            sent_as=said.sent_as,
            attachments=said.attachments,
        )
        return _stream(_told(asker, thread, started.id))

    @router.get("/threads/{thread}/connect", response_class=StreamingResponse)
    async def connect(
        thread: str, asker: Annotated[Caller, Depends(caller)], history: bool = True
    ) -> StreamingResponse:
        """The thread as it is, and the running run from its start, then live; when nothing runs, an empty run that
        ends at once, with the calls that wait for a decision. Without `history` only the run."""
        view = await asker.house.threads.open(asker.user, thread)
        if view.active_run is not None:
            return _stream(_told(asker, thread, view.active_run, view if history else None))
        waiting = await asker.house.supervisor.waiting(asker.user, thread)
        return _stream(_nothing(view, asker.house.ids.new(), waiting, history=history))

    return router


async def _read(request: Request) -> RunAgentInput:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST_BODY:
            raise Refusal(
                "payload_too_large",
                "The message is too large.",
                "Send only the new message: the thread is kept on the server.",
                limit_bytes=LARGEST_BODY,
            )
    try:
        return RunAgentInput.model_validate_json(bytes(body))
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_context=False, include_input=False)[0]
        raise Refusal(
            "invalid_request",
            f"The run input is not valid: {'.'.join(str(part) for part in first['loc'])}: {first['msg']}",
            "Send an AG-UI RunAgentInput with threadId, runId and messages.",
        ) from None


def _uuid(text: str, name: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        raise Refusal(
            "invalid_request", f'"{name}" is not a UUID.', "Make a new UUID for each thread and run."
        ) from None


@dataclass(frozen=True)
class _Said:
    """The words, which may be missing where files come along, and the ids of those files. `sent_as` is the client's
    own id of the message."""

    text: str | None
    attachments: Sequence[str] = ()
    sent_as: str | None = None


def _last_said(asked: RunAgentInput, *, may_be_missing: bool) -> _Said:
    last = asked.messages[-1] if asked.messages else None
    text, attachments = said_in(last) if isinstance(last, UserMessage) else ("", [])
    if not text.strip() and not attachments:
        if may_be_missing:
            return _Said(None)
        raise Refusal("invalid_request", "There is no message to answer.", "End messages with a user message.")
    if not can_keep(text):
        raise Refusal(
            "invalid_request",
            "The message has a character that cannot be kept: NUL (U+0000), or half of a pair.",
            "Send the message without it.",
        )
    if len(text) > MESSAGE_CHARACTERS:
        raise Refusal(
            "payload_too_large",
            f"The message has {len(text)} characters; the limit is {MESSAGE_CHARACTERS}.",
            "Send a shorter message.",
            length=len(text),
            limit=MESSAGE_CHARACTERS,
        )
    known = last.id if last is not None and len(last.id) <= LONGEST_ID and can_keep(last.id) else None
    return _Said(text.strip(), attachments, known)


async def _told(asker: Caller, thread: str, run: str, view: ThreadView | None = None) -> AsyncIterator[BaseEvent]:
    """A run from its start. The thread comes first where it is given, and where the run tells of earlier calls."""
    async for _, event in asker.house.supervisor.follow(run):
        for told in translate(event):
            yield told
        if isinstance(event, RunStarted) and (view is not None or event.settles):
            before = view or await asker.house.threads.open(asker.user, thread)
            yield snapshot(before, run, blocks=view is not None)


async def _nothing(view: ThreadView, run: str, waiting: list[Approval], *, history: bool) -> AsyncIterator[BaseEvent]:
    thread = view.thread.id
    for told in translate(RunStarted(thread=thread, run=run)):
        yield told
    if history:
        yield snapshot(view, run, blocks=True)
    status = "waiting" if waiting else "finished"
    for told in translate(RunEnded(thread=thread, run=run, status=status, waiting=waiting)):
        yield told


def _stream(events: AsyncIterator[BaseEvent]) -> StreamingResponse:
    return StreamingResponse(
        _encode(events),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _encode(events: AsyncIterator[BaseEvent]) -> AsyncIterator[str]:
    """The run goes on when the reader leaves: this only follows its log."""
    encoder = EventEncoder()
    pending = asyncio.ensure_future(anext(events, None))
    try:
        while True:
            done, _ = await asyncio.wait({pending}, timeout=KEEPALIVE_SECONDS)
            if not done:
                yield ": still here\n\n"
                continue
            found = pending.result()
            if found is None:
                return
            yield encoder.encode(found)
            pending = asyncio.ensure_future(anext(events, None))
    finally:
        pending.cancel()
