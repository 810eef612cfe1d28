"""What can go wrong with a source, in the house's words. An exception's own text is never passed on."""

from typing import Literal

from liveapps.panels.errors import Refusal
from liveapps.panels.sources import Source

Kind = Literal["timeout", "refused", "too_large", "broken"]


def kind_of(problem: Exception) -> Kind:
    """`refused` is the server's own answer to arguments it does not take; the connection is still good."""
    from mcp import MCPError
    from mcp.types import INVALID_PARAMS, REQUEST_TIMEOUT

    if isinstance(problem, TimeoutError):
        return "timeout"
    if isinstance(problem, MCPError):
        if problem.code == REQUEST_TIMEOUT:
            return "timeout"
        if problem.code == INVALID_PARAMS:
            return "refused"
        if "byte limit" in problem.message:
            return "too_large"
    return "broken"


def source_failed(source: Source, what: str, **facts: str) -> Refusal:
    return Refusal(
        "source_failed",
        f'The source "{source.name}" {what}.',
        "Try again: it is opened anew at the next call. If it keeps failing, ask whoever runs this installation "
        "to check its configuration and its log.",
        source=source.name,
        **facts,
    )


def not_configured(source: Source, variable: str) -> Refusal:
    return Refusal(
        "source_failed",
        f'The source "{source.name}" needs the environment variable "{variable}", which is not set.',
        "Ask whoever runs this installation to set it and to start again.",
        source=source.name,
        variable=variable,
    )


def timed_out(tool: str, seconds: float) -> Refusal:
    return Refusal(
        "tool_timeout",
        f'"{tool}" did not answer within {seconds:g} seconds.',
        "Try again, or ask it for less: a shorter period or a narrower filter.",
        tool=tool,
        seconds=seconds,
    )


def too_large(tool: str, size: int | None, limit: int) -> Refusal:
    """`size` is unknown when reading stopped before the end."""
    weight = f"{size:,} bytes" if size is not None else "more"
    return Refusal(
        "tool_output_unreadable",
        f'"{tool}" answered with {weight}; the limit of its source is {limit:,} bytes.',
        "Ask it for less: a shorter period, a narrower filter or a smaller page.",
        tool=tool,
        size=size,
        limit=limit,
    )
