"""One stream per browser tab: which panels moved on, never what changed in them."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

import orjson
from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse

from liveapps.panels.errors import Refusal
from liveapps.ports import PanelChanged

from .visitor import Visit, Visitor

router = APIRouter(prefix="/api", tags=["events"])
KEEPALIVE_SECONDS = 15.0


@router.get("/events", response_class=StreamingResponse)
async def events(visit: Visit, have: Annotated[str, Query(max_length=4_000)] = "") -> StreamingResponse:
    """`have` lists "panel:version" by comma: what the tab already shows, so that it learns what it missed."""
    return StreamingResponse(
        _stream(visit, _versions(have)),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


def _versions(have: str) -> dict[str, int]:
    pairs = [part.rpartition(":") for part in have.split(",") if part]
    if any(not panel or not version.isdecimal() for panel, _, version in pairs):
        raise Refusal("invalid_request", 'The versions in "have" could not be read.', "Send have=panel:version,…")
    return {panel: int(version) for panel, _, version in pairs}


async def _stream(visit: Visitor, have: dict[str, int]) -> AsyncIterator[bytes]:
    facade = visit.house.facade
    with visit.house.wakeup.listening() as changes:
        yield b": connected\n\n"
        # Asked for only now, while already listening: a change in between is told twice rather than missed.
        for missed in await facade.moved_on(visit.reader, have):
            yield _event(missed)
        while True:
            try:
                # Not wait_for: on Python 3.11 it can swallow a cancellation, and the stream would never end.
                async with asyncio.timeout(KEEPALIVE_SECONDS):
                    change = await changes.get()
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if change is None:  # the server stops: the tab connects again by itself
                return
            if await facade.may_open(visit.reader, change.panel):
                yield _event(change)


def _event(change: PanelChanged) -> bytes:
    body = orjson.dumps({"panel": change.panel, "version": change.version, "tabs": list(change.tabs)})
    return b"event: panel\ndata: " + body + b"\n\n"
