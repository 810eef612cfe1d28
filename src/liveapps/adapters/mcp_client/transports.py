"""How a source is reached, in the client library's terms."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from liveapps.panels.sources import Http, Source, Stdio

from .failures import not_configured

if TYPE_CHECKING:
    from fastmcp.client.transports import ClientTransport

# The client library adds LOGNAME, SHELL, TERM and USER of its own accord.
HANDED_ON = ("PATH", "HOME", "LANG", "LC_ALL", "TZ")


def open_transport(source: Source, environ: Mapping[str, str], logs: Path | None) -> "ClientTransport":
    """Raises Refusal `source_failed` when the configuration names a variable that is not set."""
    from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

    match source.transport:
        case Stdio() as stdio:
            if logs is not None:
                logs.mkdir(parents=True, exist_ok=True)
            return StdioTransport(
                stdio.command,
                stdio.args,
                env=environment(source, stdio, environ),
                cwd=stdio.cwd,
                log_file=logs / f"{source.name}.log" if logs else Path(os.devnull),
            )
        case Http() as http:
            token = _variable(source, http.token_env, environ) if http.token_env else None
            # An event carries the answer twice, as data and as escaped text.
            return StreamableHttpTransport(http.url, auth=token, max_sse_event_size=4 * source.max_bytes + 65_536)


def environment(source: Source, stdio: Stdio, environ: Mapping[str, str]) -> dict[str, str]:
    inherited = {name: environ[name] for name in HANDED_ON if name in environ}
    passed = {name: _variable(source, name, environ) for name in stdio.pass_env}
    return {**inherited, **passed, **stdio.env}


def _variable(source: Source, name: str, environ: Mapping[str, str]) -> str:
    try:
        return environ[name]
    except KeyError:
        raise not_configured(source, name) from None
