"""An HTTP client that keeps no more of an answer than its source may send, and says how large it was."""

from collections.abc import AsyncGenerator

import httpx2

from .failures import over_limit

PATIENCE = httpx2.Timeout(30.0, read=300.0)
"""For the connection; how long a call may take is decided where it is made. A stream may be silent for long."""


class BoundedClients:
    """Makes the clients that the MCP library asks for; it judges itself which redirects are followed."""

    def __init__(self, limit: int) -> None:
        self._limit = limit

    def __call__(
        self,
        headers: dict[str, str] | None = None,
        timeout: httpx2.Timeout | None = None,
        auth: httpx2.Auth | None = None,
        follow_redirects: bool = False,
    ) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            headers={**(headers or {}), "accept-encoding": "identity"},
            timeout=timeout or PATIENCE,
            auth=auth,
            follow_redirects=follow_redirects,
            event_hooks={"response": [self._bound]},
        )

    async def _bound(self, response: httpx2.Response) -> None:
        # Nothing packed was asked for: a small answer could unpack into one of any size.
        response.headers.pop("content-encoding", None)
        # Streams of events are bounded event by event, where they are read.
        if "event-stream" not in response.headers.get("content-type", ""):
            assert isinstance(response.stream, httpx2.AsyncByteStream)
            response.stream = _Bounded(response.stream, response.headers.get("content-length", ""), self._limit)


class _TooLarge(httpx2.StreamError):
    """Of the kind that the MCP library passes on to the call that is waiting."""


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, declared: str, limit: int) -> None:
        self._stream, self._limit = stream, limit
        self._declared = int(declared[:18]) if declared.isdecimal() else 0

    async def __aiter__(self) -> AsyncGenerator[bytes]:
        """What is over the limit is counted, where its size was not declared, and not kept."""
        size = 0
        if self._declared <= self._limit:
            async for part in self._stream:
                size += len(part)
                if size <= self._limit:
                    yield part
        if max(size, self._declared) > self._limit:
            raise _TooLarge(over_limit(max(size, self._declared)))

    async def aclose(self) -> None:
        await self._stream.aclose()
