"""Each request as a span: its route and its status, and the trace that the page began, if it did."""

from typing import Any, cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from liveapps.ports import Traces

LONGEST_PARENT = 100
"""A traceparent has 55 letters."""


class Traced:
    """Only where traces are kept: elsewhere it is not among the layers at all."""

    def __init__(self, app: ASGIApp, traces: Traces) -> None:
        self._app = app
        self._traces = traces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        method = str(scope["method"])
        parent = next((value for name, value in scope["headers"] if name == b"traceparent"), b"").decode("latin-1")
        facts = {"http.request.method": method}
        with self._traces.span(method, facts, parent=parent[:LONGEST_PARENT] or None) as span:

            async def noting(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.told({"http.response.status_code": message["status"]})
                await send(message)

            await self._app(scope, receive, noting)
            route = _route(scope)
            span.named(f"{method} {route}")
            span.told({"http.route": route})


def _route(scope: Scope) -> str:
    """The address as it is declared, without what stood in its places."""
    path = getattr(cast("Any", scope.get("route")), "path", None)
    return path if isinstance(path, str) else "elsewhere"
