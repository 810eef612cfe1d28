"""What a body may be: no larger than this, whether it says how large it is or not, and whole characters."""

import json

from fastapi import HTTPException, Request
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from liveapps.panels.errors import Refusal

LARGEST_BODY = 20_000_000
"""As much as the largest collection weighs when it is sent in one list."""


class BodyTooLarge(HTTPException):
    """Raised where the body is read. FastAPI lets an HTTPException through there, and nothing else."""

    def __init__(self) -> None:
        super().__init__(413)


class BodyLimit:
    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "")
        received = LARGEST_BODY + 1 if declared.isdecimal() and int(declared[:20]) > LARGEST_BODY else 0

        async def counted() -> Message:
            nonlocal received
            if received <= LARGEST_BODY:
                message = await receive()
                received += len(message.get("body", b""))
                if received <= LARGEST_BODY:
                    return message
            raise BodyTooLarge

        await self._app(scope, counted, send)


async def refuse_half_characters(request: Request) -> None:
    """JSON can say "\\ud800", which is half of a character: nothing that keeps text can keep it."""
    body = await request.body()
    if b"\\ud" not in body and b"\\uD" not in body:
        return
    try:
        json.dumps(await request.json(), ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Refusal(
            "invalid_request", "The request has text that is not Unicode.", "Send whole characters."
        ) from None
