"""The door over HTTP, within the app of the house. Every request stands alone, so that any server can answer it."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import cached_property
from urllib.parse import urlsplit

from fastapi import FastAPI
from fastmcp.server.http import StarletteWithLifespan
from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from liveapps.house import House
from liveapps.settings import Settings

from .access import METADATA, PATH, auth_for, who_came
from .server import build_server

LARGEST_BODY = 2_000_000
"""Bytes of a request. What is larger than a call's arguments may be, and no larger than this, is answered by name."""
LOOPBACK = ("127.0.0.1", "localhost", "::1")
INVALID_REQUEST = -32600


class McpOverHttp:
    """`running` is entered while the server lives."""

    def __init__(self, house: Callable[[], House], settings: Settings) -> None:
        self._house = house
        self._settings = settings

    @cached_property
    def _inner(self) -> StarletteWithLifespan:
        """Made when it is first needed: describing all tools takes a moment."""
        house, mcp, address = self._house, self._settings.mcp, self._settings.address
        auth = auth_for(house, mcp.oauth, address)
        server = build_server(house, who_came(house), auth=auth, widget_tools=mcp.widget_tools)
        return server.http_app(path=PATH, stateless_http=True, json_response=True, host_origin_protection=False)

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        async with self._inner.lifespan(self._inner):
            yield

    def add_to(self, app: FastAPI) -> None:
        """Each address by itself: mounted as a whole it would answer for the web app, too."""

        async def inner(scope: Scope, receive: Receive, send: Send) -> None:
            # People write the address with a slash at its end as often as without.
            await self._inner({**scope, "path": scope["path"].rstrip("/")}, receive, send)

        gate = Gate(inner, _hosts(self._settings), _origins(self._settings))
        for path in [PATH, f"{PATH}/", *([METADATA] if self._settings.mcp.oauth else [])]:
            app.router.routes.append(Route(path, endpoint=gate, include_in_schema=False))


class Gate:
    """Looks at where a request says it goes and comes from, and how large it is, before anything reads it.

    A page of another site can make a browser send requests here; neither its name nor its origin is ours.
    """

    def __init__(self, app: ASGIApp, hosts: frozenset[str], origins: frozenset[str]) -> None:
        self._app = app
        self._hosts = hosts
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        host, origin = _hostname(headers.get("host", "")), headers.get("origin")
        if host not in self._hosts:
            step = "Call the server by its own name, or name this one in the configuration: mcp.hosts."
            await _refused(421, "origin_refused", "The request is for another host.", step)(scope, receive, send)
            return
        if origin is not None and origin.lower() not in self._origins and _hostname(urlsplit(origin).netloc) != host:
            step = "Call from a server or a program, or name this origin in the configuration: mcp.origins."
            await _refused(403, "origin_refused", "The request comes from another site.", step)(scope, receive, send)
            return
        body = await _read(receive, headers)
        if body is None:
            step = "Send the rows in several calls."
            message = f"The request is larger than {LARGEST_BODY} bytes."
            await _refused(413, "payload_too_large", message, step)(scope, receive, send)
            return
        # Blanks around a value are no part of it, and not every server takes them off.
        trimmed = [(name, value.strip(b" \t")) for name, value in scope["headers"]]
        await self._app({**scope, "headers": trimmed}, _again(body, receive), send)


def _hosts(settings: Settings) -> frozenset[str]:
    ours = urlsplit(settings.address).hostname or ""
    return frozenset({*LOOPBACK, ours, *(_hostname(one) for one in settings.mcp.hosts)})


def _origins(settings: Settings) -> frozenset[str]:
    return frozenset({settings.address.lower(), *(one.lower() for one in settings.mcp.origins)})


def _hostname(host: str) -> str:
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


async def _read(receive: Receive, headers: Headers) -> bytes | None:
    """The whole body; None when it is too large, as soon as that is known."""
    declared = headers.get("content-length", "")
    if declared.isdecimal() and int(declared[:20]) > LARGEST_BODY:
        return None
    parts: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        part: bytes = message.get("body", b"")
        size, more = size + len(part), message.get("more_body", False)
        if size > LARGEST_BODY:
            return None
        parts.append(part)
    return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives the body that was read, then whatever else comes: that the client went away."""
    given = False

    async def receive_again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


def _refused(status: int, code: str, message: str, next_step: str) -> JSONResponse:
    """A JSON-RPC error to nobody in particular: the request was not read."""
    error = {"code": INVALID_REQUEST, "message": message, "data": {"code": code, "next_step": next_step}}
    return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error}, status)
