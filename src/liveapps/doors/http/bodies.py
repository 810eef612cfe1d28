"""What a body may be: no larger than this, whether it says how large it is or not, and whole characters. What an
answer is that is JSON already."""

import json
from urllib.parse import unquote

from fastapi import HTTPException, Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from liveapps.panels.errors import Refusal
from liveapps.panels.texts import can_keep

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
        declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"").decode("latin-1")
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


def json_response(body: bytes) -> Response:
    return Response(body, media_type="application/json")


async def refuse_unkept_text(request: Request) -> None:
    """JSON can say "\\u0000", and "\\ud800", which is half of a character; addresses can say "%00". Not every store can
    keep them, so on all of them nothing with such a text comes in."""
    body = await request.body()
    suspicious = any(sign in body for sign in (b"\\u0000", b"\\ud", b"\\uD"))
    refuse_unkept_address(request)
    if suspicious and _holds_unkept(body):
        raise _unkept()


def refuse_unkept_address(request: Request) -> None:
    asked = request.scope["path"] + unquote(request.scope["query_string"].decode("latin-1"))
    if not can_keep(asked):
        raise _unkept()


def _unkept() -> Refusal:
    return Refusal(
        "invalid_request",
        "The request has text with a character that cannot be kept: NUL (U+0000), or half of a pair.",
        "Send the text without it.",
    )


def _holds_unkept(body: bytes) -> bool:
    try:
        return not can_keep(json.loads(body))
    except ValueError:
        return False  # no JSON: no route reads it
