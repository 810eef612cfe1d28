"""The two streams: start a run, or follow the one that is running."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Protocol
from uuid import UUID

from ag_ui.core import RunAgentInput, UserMessage
from ag_ui.encoder import EventEncoder
from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse
from pydantic import ValidationError

from liveapps.conversation.run_events import RunEnded, RunEvent, RunStarted
from liveapps.house import House
from liveapps.panels.errors import Refusal
from liveapps.panels.origin import Locale
from liveapps.panels.texts import can_keep
from liveapps.people.users import User

from .wire import translate

KEEPALIVE_SECONDS = 12.0
LONGEST_TEXT = 20_000
LARGEST_BODY = 1_000_000


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
        """Only the newest user message counts. History, state and tool results of a client are ignored: the
        server's thread is the only one."""
        asked = await _read(request)
        thread, run = _uuid(asked.thread_id, "threadId"), _uuid(asked.run_id, "runId")
        supervisor = asker.house.supervisor
        await supervisor.start(asker.user, agent, thread, run, _last_said(asked), asker.locale)
        return _stream(supervisor.follow(run))

    @router.get("/threads/{thread}/connect", response_class=StreamingResponse)
    async def connect(thread: str, asker: Annotated[Caller, Depends(caller)]) -> StreamingResponse:
        """The running run from its start, then live; when nothing runs, an empty run that ends at once."""
        active = await asker.house.supervisor.active_run(asker.user, thread)
        if active is None:
            return _stream(_nothing(thread, asker.house.ids.new()))
        return _stream(asker.house.supervisor.follow(active.id))

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


def _last_said(asked: RunAgentInput) -> str:
    last = asked.messages[-1] if asked.messages else None
    text = last.content if isinstance(last, UserMessage) and isinstance(last.content, str) else ""
    if not text.strip():
        raise Refusal("invalid_request", "There is no message to answer.", "End messages with a user message.")
    if not can_keep(text):
        raise Refusal(
            "invalid_request",
            "The message has a character that cannot be kept: NUL (U+0000), or half of a pair.",
            "Send the message without it.",
        )
    if len(text) > LONGEST_TEXT:
        raise Refusal(
            "payload_too_large",
            f"The message has {len(text)} characters; the limit is {LONGEST_TEXT}.",
            "Send a shorter message.",
            length=len(text),
            limit=LONGEST_TEXT,
        )
    return text.strip()


async def _nothing(thread: str, run: str) -> AsyncIterator[tuple[int, RunEvent]]:
    yield 1, RunStarted(thread=thread, run=run)
    yield 2, RunEnded(thread=thread, run=run, status="finished")


def _stream(events: AsyncIterator[tuple[int, RunEvent]]) -> StreamingResponse:
    return StreamingResponse(
        _encode(events),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def _encode(events: AsyncIterator[tuple[int, RunEvent]]) -> AsyncIterator[str]:
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
            for event in translate(found[1]):
                yield encoder.encode(event)
            pending = asyncio.ensure_future(anext(events, None))
    finally:
        pending.cancel()
