"""A program that speaks MCP on its standard input and output, bounded in what is kept of its writing.

The client library's own transport gathers a line in memory until it ends, however long, and gives up the whole
connection over one byte that is no UTF-8.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Unpack

import anyio
from anyio.abc import Process
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from fastmcp.client.transports.base import ClientTransport, SessionKwargs, TransportOptions
from mcp import ClientSession
from mcp.os.posix.utilities import terminate_posix_process_tree
from mcp.shared.message import SessionMessage

from .wire import Lines, message_of

LEAVING_SECONDS = 2.0
"""How long a program may take to end after its input was closed, and again after it was asked to."""

Gone = (anyio.BrokenResourceError, anyio.ClosedResourceError, OSError)


class Program(ClientTransport):
    """`limit` bounds one line, in bytes. `has_ended` tells that it closed its output: it is not heard from again."""

    def __init__(self, command: list[str], *, env: dict[str, str], cwd: str | None, log_file: Path, limit: int) -> None:
        self.has_ended = False
        self._command, self._env, self._cwd = command, env, cwd
        self._log_file, self._limit = log_file, limit

    @asynccontextmanager
    async def connect_session(
        self, *, transport_options: TransportOptions | None = None, **session_kwargs: Unpack[SessionKwargs]
    ) -> AsyncGenerator[ClientSession]:
        options = transport_options or TransportOptions()
        process = await self._start()
        # Nothing is awaited between the start and the task group: a program left behind here would never be ended.
        said, heard = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        outgoing, asked = anyio.create_memory_object_stream[SessionMessage](0)
        async with anyio.create_task_group() as pipes:
            pipes.start_soon(self._listen, process, said)
            pipes.start_soon(_speak, process, asked, said)
            try:
                async with options.session_class(heard, outgoing, **session_kwargs) as session:
                    yield session
            finally:
                heard.close()
                outgoing.close()
                with anyio.CancelScope(shield=True):
                    await _end(process)
                pipes.cancel_scope.cancel()

    async def _start(self) -> Process:
        with self._log_file.open("ab") as log:
            return await anyio.open_process(
                self._command, env=self._env, cwd=self._cwd, stderr=log, start_new_session=True
            )

    async def _listen(self, process: Process, said: MemoryObjectSendStream[SessionMessage | Exception]) -> None:
        assert process.stdout is not None
        lines = Lines(self._limit)
        async with said:
            with suppress(*Gone):
                async for chunk in process.stdout:
                    for line in lines.feed(chunk):
                        message = message_of(line)
                        # It is read on when nobody listens any more, so that its writing does not keep it from ending.
                        with suppress(*Gone):
                            if message is not None:
                                await said.send(message)
            self.has_ended = True


async def _speak(
    process: Process,
    asked: MemoryObjectReceiveStream[SessionMessage],
    said: MemoryObjectSendStream[SessionMessage | Exception],
) -> None:
    assert process.stdin is not None
    try:
        async with asked:
            async for message in asked:
                line = message.message.model_dump_json(by_alias=True, exclude_unset=True)
                await process.stdin.send(line.encode() + b"\n")
    except Gone:
        # What cannot be asked is never answered: whoever waits learns it now.
        await said.aclose()


async def _end(process: Process) -> None:
    """Closes its input and gives it time to end by itself, then ends it with all that it started."""
    assert process.stdin is not None
    with suppress(*Gone):
        await process.stdin.aclose()
    with anyio.move_on_after(LEAVING_SECONDS):
        await process.wait()
    await terminate_posix_process_tree(process, LEAVING_SECONDS)
    await process.aclose()
