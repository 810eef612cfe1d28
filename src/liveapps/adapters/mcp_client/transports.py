"""How a source is reached, in the client library's terms."""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from liveapps.panels.sources import Http, Source, Stdio

from .failures import not_configured

if TYPE_CHECKING:
    from fastmcp.client.transports import ClientTransport

HANDED_ON = ("PATH", "HOME", "USER", "LOGNAME", "SHELL", "TERM", "TMPDIR", "LANG", "LC_ALL", "TZ")


def open_transport(
    source: Source, environ: Mapping[str, str], logs: Path | None
) -> "tuple[ClientTransport, Callable[[], bool]]":
    """With it comes what tells whether it has ended by itself, where that can be known without asking.

    Raises Refusal `source_failed` when the configuration names a variable that is not set.
    """
    match source.transport:
        case Stdio() as stdio:
            return _program(source, stdio, environ, logs)
        case Http() as http:
            return _address(source, http, environ), lambda: False


def _program(
    source: Source, stdio: Stdio, environ: Mapping[str, str], logs: Path | None
) -> "tuple[ClientTransport, Callable[[], bool]]":
    from .program import Program

    if logs is not None:
        logs.mkdir(parents=True, exist_ok=True)
    program = Program(
        [stdio.command, *stdio.args],
        env=environment(source, stdio, environ),
        cwd=stdio.cwd,
        log_file=logs / f"{source.name}.log" if logs else Path(os.devnull),
        limit=_on_the_wire(source),
    )
    return program, lambda: program.has_ended


def _address(source: Source, http: Http, environ: Mapping[str, str]) -> "ClientTransport":
    from fastmcp.client.transports import StreamableHttpTransport

    from .http import BoundedClients

    limit = _on_the_wire(source)
    return StreamableHttpTransport(
        http.url,
        auth=_variable(source, http.token_env, environ) if http.token_env else None,
        httpx_client_factory=BoundedClients(limit),
        max_sse_event_size=limit,
    )


def _on_the_wire(source: Source) -> int:
    """A message carries an answer twice, as data and as escaped text."""
    return 4 * source.max_bytes + 65_536


def environment(source: Source, stdio: Stdio, environ: Mapping[str, str]) -> dict[str, str]:
    inherited = {name: environ[name] for name in HANDED_ON if name in environ}
    passed = {name: _variable(source, name, environ) for name in stdio.pass_env}
    return {**inherited, **passed, **stdio.env}


def _variable(source: Source, name: str, environ: Mapping[str, str]) -> str:
    try:
        return environ[name]
    except KeyError:
        raise not_configured(source, name) from None
