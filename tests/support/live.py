"""The real server in a process of its own thread, for streams and real clients."""

import asyncio
import threading
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from liveapps.bootstrap import Parts, build_app, build_house
from liveapps.settings import Settings

from .serving import free_port


@contextmanager
def live_server(settings: Settings, parts: Parts | None = None, *, port: int | None = None) -> Generator[str]:
    """Yields the address. Users and data are made before, in the same data folder."""
    with live_app(build_app(build_house(settings, parts)), port=port) as address:
        yield address


@contextmanager
def live_app(app: ASGIApp, *, port: int | None = None) -> Generator[str]:
    """The same for any app."""
    port = port or free_port()
    server = uvicorn.Server(
        uvicorn.Config(app, host="127.0.0.1", port=port, log_level="error", timeout_graceful_shutdown=1)
    )
    thread = threading.Thread(target=lambda: asyncio.run(server.serve()), daemon=True)
    thread.start()
    try:
        _wait_until_started(server)
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(timeout=30)


def _wait_until_started(server: uvicorn.Server) -> None:
    for _ in range(600):
        if server.started:
            return
        threading.Event().wait(0.05)
    raise AssertionError("the server did not start")
