"""Runs the server, and the accounts alone for the command line."""

import errno
import socket
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import uvicorn

from liveapps.access.accounts import Accounts
from liveapps.adapters.system import SystemClock, SystemIds
from liveapps.bootstrap import Running, build_app, build_house, open_store
from liveapps.panels.errors import Refusal
from liveapps.settings import Settings


def serve(settings: Settings, ready: Callable[[Running], None] | None = None) -> None:
    """Serves until stopped. Raises Refusal when the address is taken or the data cannot be opened."""
    refuse_taken(settings.host, settings.port)
    running = build_house(settings)
    if ready is not None:
        ready(running)
    uvicorn.run(
        build_app(running),
        host=settings.host,
        port=settings.port,
        http="httptools",
        loop="uvloop",
        log_level="warning",
        access_log=False,
        server_header=False,
        # Streams stay open: who stops the server should not have to wait for them.
        timeout_graceful_shutdown=2,
    )


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


@asynccontextmanager
async def accounts_of(data: Path, database: str | None = None) -> AsyncGenerator[Accounts]:
    """The accounts of a data folder or database, without a server."""
    store = open_store(data, database)
    try:
        yield Accounts(store, SystemClock(), SystemIds())
    finally:
        await store.close()
