"""Runs the server, and the accounts alone for the command line."""

import errno
import gc
import socket
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import uvicorn

from liveapps.access.accounts import Accounts
from liveapps.adapters.system import SystemClock, SystemIds
from liveapps.bootstrap import Running, build_app, build_house, open_store
from liveapps.doors.mcp.stdio import by_login, by_token, speak
from liveapps.panels.errors import Refusal
from liveapps.settings import Settings


def serve(settings: Settings, ready: Callable[[Running], None] | None = None) -> None:
    """Serves until stopped. Raises Refusal when the address is taken or the data cannot be opened."""
    refuse_taken(settings.host, settings.port)
    running = build_house(settings)
    if ready is not None:
        ready(running)
    server = _Server(_config(settings, running), running)
    # What is loaded by now stays: looking through it at each full collection would stop everyone for 0.1 s.
    gc.collect()
    gc.freeze()
    with suppress(KeyboardInterrupt):
        server.run()
    if not server.started:
        sys.exit("The server did not start.")


def _config(settings: Settings, running: Running) -> uvicorn.Config:
    return uvicorn.Config(
        build_app(running),
        host=settings.host,
        port=settings.port,
        http="httptools",
        loop="uvloop",
        log_level="warning",
        access_log=False,
        server_header=False,
        # Answers that stream may take long: who stops the server should not have to wait for them.
        timeout_graceful_shutdown=2,
    )


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, running: Running) -> None:
        super().__init__(config)
        self._running = running

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Every browser tab holds streams open, of events and of runs: they end before the wait for open answers
        begins."""
        self._running.end_streams()
        await super().shutdown(sockets)


def refuse_taken(host: str, port: int) -> None:
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as why:
            taken = isinstance(why, OSError) and why.errno == errno.EADDRINUSE
            raise Refusal(
                "invalid_input",
                f"The address {host}:{port} {'is already in use' if taken else f'cannot be served: {why}'}.",
                "Stop what uses it, or choose another port." if taken else "Choose another host or port.",
                host=host,
                port=port,
            ) from None


async def speak_mcp(settings: Settings, token: str | None, login: str | None) -> None:
    """The MCP door over standard input and output, as one person, beside or without a server on the same data.

    Raises Refusal when nobody is named, or nobody of that name or token is there.
    """
    running = build_house(settings)
    try:
        await running.sources.start()
        if token:
            await speak(running.house, by_token(running.house, token))
        elif login:
            await speak(running.house, by_login(running.house, login))
        else:
            raise Refusal(
                "invalid_input",
                "Nobody is named for whom to speak.",
                "Put an API token into LIVEAPPS_TOKEN, or name a user of the data folder with --user.",
            )
    finally:
        await running.close()


@asynccontextmanager
async def accounts_of(data: Path, database: str | None = None) -> AsyncGenerator[Accounts]:
    """The accounts of a data folder or database, without a server."""
    store = open_store(data, database)
    try:
        yield Accounts(store, SystemClock(), SystemIds())
    finally:
        await store.close()
