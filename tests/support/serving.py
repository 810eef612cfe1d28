"""Runs an MCP server of the tests or of the examples over HTTP, on a free port of this machine."""

import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def served(program: Path, *args: str, port: int | None = None) -> Generator[str]:
    """Yields the address of the server, and ends it on the way out."""
    port = port or free_port()
    with running([sys.executable, str(program), *args, "--http", f"127.0.0.1:{port}"], port):
        yield f"http://127.0.0.1:{port}/mcp"


@contextmanager
def running(command: list[str], port: int) -> Generator[None]:
    """A program that listens at a port, until the block ends."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            _wait_until_it_listens(server, port)
            yield
        finally:
            server.kill()
            server.wait(timeout=30)


def _wait_until_it_listens(server: "subprocess.Popen[bytes]", port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        assert server.poll() is None, "the server ended before it listened"
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("the server does not listen")
