"""Threads and answers of the chat that need no run: find, name, rewind, slice, fetch again, save to a panel."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field as Constraint
from pydantic import StringConstraints

from liveapps.blocks.base import Model
from liveapps.conversation.answers import Answer
from liveapps.conversation.files import ChatLimits
from liveapps.conversation.threads import Run, Thread
from liveapps.conversation.views import (
    Attempt,
    Saved,
    SavePreview,
    SaveTo,
    ThreadSummary,
    ThreadView,
    Understanding,
)
from liveapps.panels.slices import Slice
from liveapps.reading.views import AgentView

from .panels import Key
from .visitor import Visit

router = APIRouter(prefix="/api", tags=["chat"])
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]


class WordsBody(Model):
    """`slice` is how the answer is cut on this screen, which may be ahead of what the server was told."""

    text: Words
    slice: Slice | None = None


class SliceBody(Model):
    """`words` is set when the slice was asked for in words: they become part of the thread."""

    slice: Slice
    words: Words | None = None


class RefetchBody(Model):
    days: int | None = None


class ThreadBody(Model):
    """Only what is given changes."""

    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)] | None = None
    pinned: bool | None = None


class SeenBody(Model):
    """`seq` is the place of the last message that was on screen."""

    seq: Annotated[int, Constraint(ge=0)]


class RewindBody(Model):
    message: str


class SaveBody(Model):
    to: SaveTo


@router.get("/agents")
async def list_agents(visit: Visit) -> list[AgentView]:
    return await visit.house.threads.agents(visit.locale)


@router.get("/threads")
async def list_threads(
    visit: Visit,
    search: Annotated[str, Query(max_length=200)] = "",
    limit: Annotated[int, Query(ge=1, le=1_000)] = 100,
) -> list[ThreadSummary]:
    """One's own: pinned ones first, then the newest. A search finds titles and what was said."""
    return await visit.house.threads.of(visit.user, search, limit)


@router.get("/threads/{thread}")
async def open_thread(thread: str, visit: Visit) -> ThreadView:
    return await visit.house.threads.open(visit.user, thread)


@router.patch("/threads/{thread}")
async def change_thread(thread: str, body: ThreadBody, visit: Visit) -> Thread:
    return await visit.house.threads.change(visit.user, thread, body.title, body.pinned)


@router.delete("/threads/{thread}")
async def delete_thread(thread: str, visit: Visit) -> Thread:
    """It can be restored until it is forgotten for good."""
    return await visit.house.threads.delete(visit.user, thread)


@router.post("/threads/{thread}/restore")
async def restore_thread(thread: str, visit: Visit) -> Thread:
    return await visit.house.threads.restore(visit.user, thread)


@router.post("/threads/{thread}/seen")
async def see_thread(thread: str, body: SeenBody, visit: Visit) -> Thread:
    return await visit.house.threads.see(visit.user, thread, body.seq)


@router.post("/threads/{thread}/rewind")
async def rewind_thread(thread: str, body: RewindBody, visit: Visit) -> Thread:
    """Sets a message of one's own and all that followed aside, as an earlier attempt, to say it anew."""
    return await visit.house.threads.rewind(visit.user, thread, body.message)


@router.get("/threads/{thread}/attempts/{number}")
async def open_attempt(thread: str, number: int, visit: Visit) -> Attempt:
    return await visit.house.threads.attempt(visit.user, thread, number)


@router.get("/chat/limits")
async def chat_limits(visit: Visit) -> ChatLimits:
    """What a message may weigh and bring along."""
    return ChatLimits()


@router.post("/runs/{run}/cancel")
async def cancel_run(run: str, visit: Visit) -> Run:
    return await visit.house.supervisor.cancel(visit.user, run)


@router.get("/answers/{answer}")
async def open_answer(answer: str, visit: Visit) -> Answer:
    return await visit.house.answers.open(visit.user, answer)


@router.post("/answers/{answer}/understand")
async def understand(answer: str, body: WordsBody, visit: Visit) -> Understanding:
    """What these words would do to the answer, said back with its counts, or why they are for the agent. Nothing is
    done, and no model is asked."""
    return await visit.house.answers.understand(visit.user, answer, body.text, body.slice, visit.locale)


@router.post("/answers/{answer}/slice")
async def slice_answer(answer: str, body: SliceBody, visit: Visit) -> Answer:
    return await visit.house.answers.slice(visit.user, answer, body.slice, body.words)


@router.post("/answers/{answer}/refetch", status_code=201)
async def refetch(answer: str, body: RefetchBody, visit: Visit) -> Answer:
    return await visit.house.answers.refetch(visit.user, answer, body.days)


@router.post("/answers/{answer}/save/preview")
async def preview_save(answer: str, body: SaveBody, visit: Visit) -> SavePreview:
    return await visit.house.answers.preview(visit.user, answer, body.to, visit.locale)


@router.post("/answers/{answer}/save", status_code=201)
async def save_answer(answer: str, body: SaveBody, visit: Visit, key: Key = None) -> Saved:
    return await visit.house.answers.save(visit.user, answer, body.to, visit.origin(), key)
