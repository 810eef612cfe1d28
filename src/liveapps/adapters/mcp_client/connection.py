"""One source: a long-lived client, opened when needed and opened again after it broke."""

import asyncio
import importlib
import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from liveapps.blocks.base import JsonObject
from liveapps.panels.errors import Refusal, not_found
from liveapps.panels.powers import Power, Tool, refuse_greater
from liveapps.panels.sources import Source
from liveapps.ports import Clock, RawResult

from . import answers, failures
from .health import Health
from .transports import open_transport
from .watch import hears_of_tools, listen_for_tools

if TYPE_CHECKING:
    from fastmcp.client import Client
    from mcp.types import LoggingMessageNotificationParams

log = logging.getLogger(__name__)
# Its tracebacks quote what servers send and the addresses called; ours name the source and the kind of error.
logging.getLogger("mcp.client").setLevel(logging.CRITICAL)

PROBE_SECONDS = 5.0
"""How long a source that let a call time out may take to show that it is still alive."""
LIST_AGE = timedelta(seconds=60)
"""How old the list of tools may be when one of them is called: not every server tells when it changes."""
SETTLING_SECONDS = 0.5
"""How long a server that says that its tools changed is left to change more of them. Some say so at each reading."""


class Connection:
    """`tools` is what the source listed last, by its own names; None before it was ever opened."""

    def __init__(self, source: Source, environ: Mapping[str, str], logs: Path | None, clock: Clock) -> None:
        self.source = source
        self.tools: dict[str, Tool] | None = None
        self.health = Health(source, clock)
        self._environ, self._logs, self._clock = environ, logs, clock
        self._client: Client[Any] | None = None
        self._has_ended: Callable[[], bool] = lambda: False
        self._listed_at: datetime | None = None
        self._told, self._listed_when_told = 0, 0
        self._doubted = False
        self._under_way = 0
        self._opening: asyncio.Task[Client[Any]] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._looking: asyncio.TimerHandle | None = None
        self._leaving: set[asyncio.Task[None]] = set()

    @property
    def is_open(self) -> bool:
        return self._client is not None and not self._has_ended()

    async def open(self) -> None:
        """Raises Refusal `source_failed`."""
        await self._opened()

    async def retry(self) -> None:
        """Asks it for its tools now, opening it if need be, paused or not. What came of it is in its health."""
        self._doubted = True
        try:
            await self._opened()
        except Refusal:
            return
        self.health.recovered()

    async def call(self, tool: str, arguments: JsonObject, at_most: Power | None) -> RawResult:
        """Raises Refusal `source_failed` (at once, while the source or the tool is paused), `tool_not_found`,
        `tool_not_read_only` or `tool_not_granted` by the newest list, `tool_timeout`, or `tool_output_unreadable`
        for an answer that is too large or no text."""
        with self.health.call(tool):
            try:
                return await self._ask(tool, arguments, at_most, is_last=False)
            except _Forgotten:
                return await self._ask(tool, arguments, at_most, is_last=True)

    async def close(self) -> None:
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.wait({self._opening})
        if self._client is not None:
            self._let_go(self._client)
        await asyncio.gather(*self._leaving)

    async def _ask(self, tool: str, arguments: JsonObject, at_most: Power | None, *, is_last: bool) -> RawResult:
        client = await self._opened()
        name = f"{self.source.name}.{tool}"
        tools = self.tools or {}
        if tool not in tools:
            raise not_found("tool_not_found", "tool", name, (one.name for one in tools.values()))
        refuse_greater(tools[tool], at_most)
        self._under_way += 1
        try:
            async with asyncio.timeout(self.source.timeout_seconds):
                result = await client.call_tool_mcp(tool, arguments)
        except Exception as problem:
            return self._not_answered(client, name, problem, is_last=is_last)
        finally:
            self._under_way -= 1
        return answers.raw_result(result, name, self.source.max_bytes)

    def _not_answered(self, client: "Client[Any]", name: str, problem: Exception, *, is_last: bool) -> RawResult:
        match failures.kind_of(problem):
            case "refused":
                return RawResult(structured=None, text=str(problem), is_error=True)
            case "too_large":
                raise failures.too_large(name, failures.size_of(problem), self.source.max_bytes) from None
            case "unreadable":
                raise failures.unreadable(name) from None
            case "timeout":
                self._doubted = self._doubted or client is self._client
                self._look_again()
                raise failures.timed_out(name, self.source.timeout_seconds) from None
            case "forgotten" if not is_last:
                self._let_go(client)
                raise _Forgotten from None
            case "forgotten" | "broken":
                self._let_go(client)
                raise self._failed("broke off the call", problem, tool=name) from None

    async def _opened(self) -> "Client[Any]":
        """All who find the source closed wait for one attempt and share its outcome."""
        if self._opening is None:
            if self._client is not None and self._has_ended():
                self._let_go(self._client)
                self.health.closed()
            if self._client is not None and not self._is_due():
                return self._client
            self._open_in_background()
        assert self._opening is not None
        return await asyncio.shield(self._opening)

    def _is_due(self) -> bool:
        """Whether it must show its tools before one is called."""
        if self._listed_at is None or self._listed_when_told != self._told:
            return True
        return self._doubted or self._clock.now() - self._listed_at >= LIST_AGE

    def _open_in_background(self) -> None:
        self._opening = asyncio.create_task(self._reopen())
        self._opening.add_done_callback(self._opening_ended)

    async def _reopen(self) -> "Client[Any]":
        since = self.health.breaker
        if self._client is not None:
            await self._list_again(self._client)
        if self._client is None:
            try:
                self._client = await self._connect()
            except Refusal as refusal:
                self.health.failed(refusal, since)
                raise
        return self._client

    def _opening_ended(self, opening: "asyncio.Task[Client[Any]]") -> None:
        self._opening = None
        if not opening.cancelled():
            opening.exception()  # marks it as seen, also when nobody waits any more

    async def _connect(self) -> "Client[Any]":
        # Slow to import, so neither at start nor on the event loop.
        fastmcp = await asyncio.to_thread(importlib.import_module, "fastmcp.client")
        transport, self._has_ended = open_transport(self.source, self._environ, self._logs)
        hears = hears_of_tools(self._told_of_tools)
        client: Client[Any] = fastmcp.Client(transport, init_timeout=0, log_handler=_ignore, message_handler=hears)
        try:
            async with asyncio.timeout(self.source.start_seconds):
                await client.__aenter__()
                await self._list(client)
        except BaseException as problem:
            self._let_go(client)
            if isinstance(problem, Exception):
                reason = failures.why(problem, self.source, has_ended=self._has_ended())
                raise self._failed(f"could not be opened{reason}", problem) from None
            raise
        # Extractors and fields judge the rows; a check against the source's own schema would
        # hold the event loop for about 80 µs a row.
        client.session.validate_tool_result = _unchecked
        self._listening = asyncio.create_task(listen_for_tools(client, self._told_of_tools))
        return client

    async def _list(self, client: "Client[Any]") -> None:
        told = self._told
        self.tools = answers.catalogue(self.source, await client.list_tools())
        self._listed_at, self._listed_when_told, self._doubted = self._clock.now(), told, False
        self.health.opened()

    async def _list_again(self, client: "Client[Any]") -> None:
        """A source that still names its tools is well; one that does not is opened anew, unless it may just be
        busy: others wait for its answers, or nothing gave a reason to doubt it."""
        since = self.health.breaker
        try:
            async with asyncio.timeout(min(PROBE_SECONDS, self.source.timeout_seconds)):
                await self._list(client)
        except Exception as problem:
            if isinstance(problem, TimeoutError) and (self._under_way or not self._doubted):
                self._listed_at = self._clock.now()
                return
            self._let_go(client)
            self.health.failed(self._failed("stopped answering", problem), since)

    async def _told_of_tools(self) -> None:
        """What is told is read soon, since screens show it, and before any call; but not each time it is told."""
        self._told += 1
        if self._looking is None:
            self._looking = asyncio.get_running_loop().call_later(SETTLING_SECONDS, self._look_again)

    def _look_again(self) -> None:
        """Without waiting for the next call: the next caller should not have to wait for it."""
        self._looking = None
        if self._client is not None and self._opening is None and self._is_due():
            self._open_in_background()

    def _let_go(self, client: "Client[Any]") -> None:
        """Closes in the background: a server that hangs is given seconds to leave, and nobody waits for it."""
        if self._client is client:
            self._client = None
            for waiting in (self._listening, self._looking):
                if waiting is not None:
                    waiting.cancel()
            self._listening = self._looking = None
        leaving = asyncio.create_task(_close(client))
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    def _failed(self, what: str, problem: Exception, **facts: str) -> Refusal:
        log.warning('source "%s" %s (%s)', self.source.name, what, type(problem).__name__)
        return failures.source_failed(self.source, what, **facts)


class _Forgotten(Exception):
    """The server no longer knows this connection, and has not looked at the call."""


async def _close(client: "Client[Any]") -> None:
    try:
        await client.close()
    except Exception as problem:
        log.info("a source did not close in order: %s", type(problem).__name__)


async def _unchecked(name: str, result: Any) -> None:
    pass


async def _ignore(message: "LoggingMessageNotificationParams") -> None:
    """What servers log is theirs, and may hold what our logs must not."""
