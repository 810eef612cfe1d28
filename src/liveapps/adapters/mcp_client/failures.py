"""What can go wrong with a source, in the house's words. An exception's own text is never passed on."""

import re
from collections.abc import Iterator
from typing import Literal, cast

from liveapps.panels.errors import Refusal
from liveapps.panels.sources import Source

Kind = Literal["timeout", "refused", "too_large", "unreadable", "forgotten", "broken"]
_OF_THE_CONNECTION = re.compile(
    r"(Connection closed|Server returned an error response|Not Found|server answered a request with 202 Accepted)$"
    r"|SSE stream |Unexpected content type: |Redirect to "
)
"""The client library's own errors: it gives them codes that servers use for what a tool refuses."""
_OVER_LIMIT = re.compile(r"(\d+) bytes, over the byte limit")


def over_limit(size: int) -> str:
    """What our side of a connection says of an answer that it did not keep. `kind_of` and `size_of` read it."""
    return f"{size} bytes, over the byte limit"


def size_of(problem: Exception) -> int | None:
    """How large the answer was; None when reading stopped before its end."""
    found = _OVER_LIMIT.search(str(problem))
    return int(found[1]) if found else None


def kind_of(problem: Exception) -> Kind:
    """`refused` is the server's own answer, and `too_large` and `unreadable` are answers too: the connection is
    still good. `forgotten`: it no longer knows us, and has done nothing."""
    from mcp import MCPError
    from mcp.types import PARSE_ERROR, REQUEST_TIMEOUT

    if isinstance(problem, TimeoutError):
        return "timeout"
    if not isinstance(problem, MCPError):
        return "broken"
    if "byte limit" in problem.message:
        return "too_large"
    if problem.message == "Session terminated":
        return "forgotten"
    if _OF_THE_CONNECTION.match(problem.message):
        return "broken"
    kinds: dict[int, Kind] = {REQUEST_TIMEOUT: "timeout", PARSE_ERROR: "unreadable"}
    return kinds.get(problem.code, "refused")


def why(problem: Exception, source: Source, *, has_ended: bool) -> str:
    """The reason in words of ours, for the reasons that whoever runs the installation can do something about."""
    for cause in _causes(problem):
        match cause:
            case FileNotFoundError() | NotADirectoryError():
                return ": its command, or the folder it runs in, was not found"
            case PermissionError():
                return ": its command may not be run"
            case TimeoutError():
                return f": it did not answer within {source.start_seconds:g} seconds"
            case Exception() if type(cause).__name__ == "ConnectError":
                return ": nothing answers at its address"
            case Exception() if str(cause) == "Server returned an error response":
                return ": its address answers with an error, as it does when the token is wrong"
            case _:
                pass
    return ": its program ended" if has_ended else ""


def _causes(problem: BaseException) -> Iterator[BaseException]:
    """An exception with all that led to it. A group and what it holds name each other."""
    seen: set[int] = set()
    waiting: list[BaseException | None] = [problem]
    while waiting:
        one = waiting.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        if isinstance(one, BaseExceptionGroup):
            waiting += cast("BaseExceptionGroup[BaseException]", one).exceptions
        waiting += [one.__context__, one.__cause__]


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
    weight = f"{size:,} bytes" if size is not None else "too much"
    return Refusal(
        "tool_output_unreadable",
        f'"{tool}" answered with {weight}; the limit of its source is {limit:,} bytes.',
        "Ask it for less: a shorter period, a narrower filter or a smaller page.",
        tool=tool,
        size=size,
        limit=limit,
    )


def unreadable(tool: str) -> Refusal:
    return Refusal(
        "tool_output_unreadable",
        f'"{tool}" answered with something that is no JSON in UTF-8.',
        "Nothing was changed. Ask whoever looks after the source to correct what it writes.",
        tool=tool,
    )
