"""Threads and answers of the chat that need no run: read, slice, fetch again, save to a panel."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import StringConstraints

from liveapps.blocks.base import Model
from liveapps.conversation.answers import Answer
from liveapps.conversation.threads import Run, Thread
from liveapps.conversation.views import Saved, SavePreview, SaveTo, ThreadView, Understanding
from liveapps.panels.slices import Slice
from liveapps.reading.views import AgentView

from .panels import Key
from .visitor import Visit

router = APIRouter(prefix="/api", tags=["chat"])
Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]


class WordsBody(Model):
    text: Words


class SliceBody(Model):
    """`words` is set when the slice was asked for in words: they become part of the thread."""

    slice: Slice
    words: Words | None = None


class RefetchBody(Model):
    days: int | None = None


class RenameBody(Model):
    title: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]


class SaveBody(Model):
    to: SaveTo


@router.get("/agents")
async def list_agents(visit: Visit) -> list[AgentView]:
    return await visit.house.threads.agents(visit.locale)


@router.get("/threads")
async def list_threads(visit: Visit, search: Annotated[str, Query(max_length=200)] = "") -> list[Thread]:
    return await visit.house.threads.of(visit.user, search)


@router.get("/threads/{thread}")
async def open_thread(thread: str, visit: Visit) -> ThreadView:
    return await visit.house.threads.open(visit.user, thread)


@router.patch("/threads/{thread}")
async def rename_thread(thread: str, body: RenameBody, visit: Visit) -> Thread:
    return await visit.house.threads.rename(visit.user, thread, body.title)


@router.post("/runs/{run}/cancel")
async def cancel_run(run: str, visit: Visit) -> Run:
    return await visit.house.supervisor.cancel(visit.user, run)


@router.get("/answers/{answer}")
async def open_answer(answer: str, visit: Visit) -> Answer:
    return await visit.house.answers.open(visit.user, answer)


@router.post("/answers/{answer}/understand")
async def understand(answer: str, body: WordsBody, visit: Visit) -> Understanding:
    return await visit.house.answers.understand(visit.user, answer, body.text, visit.locale)


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
