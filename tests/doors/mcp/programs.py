"""Programs of others that talk to the door: they are set up by `make foreign`, with a Node of their own."""

import os
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from starlette.types import Receive, Scope, Send

from liveapps.bootstrap import build_app, build_house
from liveapps.settings import Settings
from tests.support.live import live_app

BIN = Path(__file__).resolve().parents[2] / "servers/mcp_hosts/node_modules/.bin"


def run(program: str, *arguments: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Whatever it ends with; its errors are on its standard error."""
    assert (BIN / program).exists(), "the programs that talk to the door are missing: run `make foreign`"
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"}
    command = [str(BIN / "node"), str((BIN / program).resolve()), *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=240, check=False, env=environment, cwd=folder
    )


@contextmanager
def signed_in_server(settings: Settings, token: str) -> Generator[str]:
    """The real server behind a gateway that signs every request in: for programs that cannot send a token."""
    app = build_app(build_house(settings))

    async def gateway(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            scope = {**scope, "headers": [*scope["headers"], (b"authorization", f"Bearer {token}".encode())]}
        await app(scope, receive, send)

    with live_app(gateway) as address:
        yield address
