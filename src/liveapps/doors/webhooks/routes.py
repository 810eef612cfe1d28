"""One address per endpoint. No session: the signature is the authentication."""

from typing import assert_never

from fastapi import APIRouter, Request, Response
from starlette.requests import ClientDisconnect

from liveapps.acting.hooks import Received
from liveapps.house import House
from liveapps.panels.errors import Refusal
from liveapps.panels.hooks import HookSource

from . import alertmanager, generic, github, jira, standard
from .source import Source

router = APIRouter(tags=["webhooks"])
LARGEST_BODY = 1_000_000


def source_of(name: HookSource) -> Source:
    """The closed list."""
    match name:
        case "github":
            return github.SOURCE
        case "jira":
            return jira.SOURCE
        case "alertmanager":
            return alertmanager.SOURCE
        case "standard":
            return standard.SOURCE
        case "generic":
            return generic.SOURCE
        case _:
            assert_never(name)


@router.post("/hooks/{endpoint}")
async def deliver(endpoint: str, request: Request, response: Response) -> Received:
    """What an outside system sends. 200 once it is settled, 202 when it is kept because it could not be read."""
    house = request.app.state.house
    assert isinstance(house, House)
    found = await house.endpoints.find(endpoint)
    body = await read_capped(request)
    source = source_of(found.hook.source)
    if not source.signed(house.endpoints.secret(found), request.headers, body, house.clock.now()):
        raise await house.endpoints.refuse_unsigned(found)
    key, digest = source.identity(request.headers, body)
    received = await house.hooks.receive(found, key, digest, body)
    response.status_code = 202 if received.outcome == "unmapped" else 200
    return received


async def read_capped(request: Request) -> bytes:
    """The raw bytes, or a refusal as soon as they are too many: nobody is known yet, so little is held for them."""
    declared = request.headers.get("content-length", "")
    if declared.isdecimal() and int(declared[:20]) > LARGEST_BODY:
        raise _too_large()
    body = bytearray()
    try:
        async for part in request.stream():
            if len(body) + len(part) > LARGEST_BODY:
                raise _too_large()
            body += part
    except ClientDisconnect:
        raise Refusal("invalid_request", "The body of this delivery broke off.", "Send it again.") from None
    return bytes(body)


def _too_large() -> Refusal:
    return Refusal(
        "payload_too_large",
        f"A delivery has at most {LARGEST_BODY} bytes.",
        "Send less in one delivery.",
        limit_bytes=LARGEST_BODY,
    )
