"""One source: a long-lived client, opened when needed and opened again after it broke."""

import asyncio
import importlib
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from liveapps.blocks.base import JsonObject
from liveapps.panels.errors import Refusal
from liveapps.panels.powers import Tool
from liveapps.panels.sources import Source
from liveapps.ports import RawResult

from . import answers, failures
from .transports import open_transport

if TYPE_CHECKING:
    from fastmcp.client import Client
    from mcp.types import LoggingMessageNotificationParams

log = logging.getLogger(__name__)
# Its tracebacks quote what servers send and the addresses called; ours name the source and the kind of error.
logging.getLogger("mcp.client").setLevel(logging.CRITICAL)

PROBE_SECONDS = 5.0
"""How long a source that let a call time out may take to show that it is still alive."""


class Connection:
    """`tools` is what the source listed when it was last opened, by its own names; None before that."""

    def __init__(self, source: Source, environ: Mapping[str, str], logs: Path | None) -> None:
        self.source = source
        self.tools: dict[str, Tool] | None = None
        self._environ, self._logs = environ, logs
        self._client: Client[Any] | None = None
        self._doubted = False
        self._opening: asyncio.Task[Client[Any]] | None = None
        self._leaving: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Raises Refusal `source_failed`."""
        await self._opened()

    async def call(self, tool: str, arguments: JsonObject) -> RawResult:
        """Raises Refusal `source_failed`, `tool_timeout`, or `tool_output_unreadable` for an answer too large."""
        client = await self._opened()
        name = f"{self.source.name}.{tool}"
        try:
            async with asyncio.timeout(self.source.timeout_seconds):
                result = await client.call_tool_mcp(tool, arguments)
        except Exception as problem:
            kind = failures.kind_of(problem)
            if kind == "refused":
                return RawResult(structured=None, text=str(problem), is_error=True)
            if kind == "too_large":
                raise failures.too_large(name, None, self.source.max_bytes) from None
            if kind == "timeout":
                self._doubted = True
                raise failures.timed_out(name, self.source.timeout_seconds) from None
            self._let_go(client)
            raise self._failed("broke off the call", problem, tool=name) from None
        return answers.raw_result(result, name, self.source.max_bytes)

    async def close(self) -> None:
        if self._opening is not None:
            self._opening.cancel()
            await asyncio.wait({self._opening})
        if self._client is not None:
            self._let_go(self._client)
        await asyncio.gather(*self._leaving)

    async def _opened(self) -> "Client[Any]":
        """All who find the source closed wait for one attempt and share its outcome."""
        if self._opening is None:
            if self._client is not None and not self._doubted:
                return self._client
            self._opening = asyncio.create_task(self._reopen())
            self._opening.add_done_callback(self._opening_ended)
        return await asyncio.shield(self._opening)

    async def _reopen(self) -> "Client[Any]":
        if self._client is not None:
            await self._probe(self._client)
        if self._client is None:
            self._client = await self._connect()
        return self._client

    def _opening_ended(self, opening: "asyncio.Task[Client[Any]]") -> None:
        self._opening = None
        if not opening.cancelled():
            opening.exception()  # marks it as seen, also when nobody waits any more

    async def _connect(self) -> "Client[Any]":
        # Slow to import, so neither at start nor on the event loop.
        fastmcp = await asyncio.to_thread(importlib.import_module, "fastmcp.client")
        transport = open_transport(self.source, self._environ, self._logs)
        client: Client[Any] = fastmcp.Client(transport, init_timeout=0, log_handler=_ignore)
        try:
            async with asyncio.timeout(self.source.start_seconds):
                await client.__aenter__()
                self.tools = answers.catalogue(self.source, await client.list_tools())
        except BaseException as problem:
            self._let_go(client)
            if isinstance(problem, Exception):
                raise self._failed("could not be opened", problem) from None
            raise
        # Extractors and fields judge the rows; a check against the source's own schema would
        # hold the event loop for about 80 µs a row.
        client.session.validate_tool_result = _unchecked
        self._doubted = False
        return client

    async def _probe(self, client: "Client[Any]") -> None:
        """After a timeout: a source that still lists its tools is only slow, another one is opened anew."""
        try:
            async with asyncio.timeout(min(PROBE_SECONDS, self.source.timeout_seconds)):
                await client.list_tools()
            self._doubted = False
        except Exception as problem:
            self._let_go(client)
            self._failed("stopped answering", problem)

    def _let_go(self, client: "Client[Any]") -> None:
        """Closes in the background: a server that hangs is given seconds to leave, and nobody waits for it."""
        if self._client is client:
            self._client = None
        leaving = asyncio.create_task(_close(client))
        self._leaving.add(leaving)
        leaving.add_done_callback(self._leaving.discard)

    def _failed(self, what: str, problem: Exception, **facts: str) -> Refusal:
        log.warning('source "%s" %s: %s', self.source.name, what, type(problem).__name__)
        return failures.source_failed(self.source, what, **facts)


async def _close(client: "Client[Any]") -> None:
    try:
        await client.close()
    except Exception as problem:
        log.info("a source did not close in order: %s", type(problem).__name__)


async def _unchecked(name: str, result: Any) -> None:
    pass


async def _ignore(message: "LoggingMessageNotificationParams") -> None:
    """What servers log is theirs, and may hold what our logs must not."""
