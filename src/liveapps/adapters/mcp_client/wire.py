"""What a program writes, line by line: bounded, and read so that nothing it writes can stop the reading.

A line that cannot be read, or is too long to be kept, becomes an error for the call it answers, if that can be told
from its two ends; any other line that is no message is passed over: many programs print to their standard output.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from mcp.shared.message import SessionMessage
from mcp.types import PARSE_ERROR, ErrorData, JSONRPCError, RequestId, jsonrpc_message_adapter

from .failures import over_limit

ENDS = 256
"""How many bytes of each end of a line are kept to tell what it was."""

_ID = rb'"id"\s*:\s*(?P<id>\d{1,18}|"[^"\\]{0,100}")'
_VERSION = rb'"jsonrpc"\s*:\s*"2\.0"'
_BEGINS_WITH_ID = re.compile(
    rb"\s*\{\s*(?:" + _VERSION + rb"\s*,\s*)?" + _ID + rb"\s*,\s*(?:" + _VERSION + rb'\s*,\s*)?"result"\s*:'
)
_BEGINS_WITH_RESULT = re.compile(rb"\s*\{\s*(?:" + _VERSION + rb'\s*,\s*)?"result"\s*:')
_ENDS_WITH_ID = re.compile(rb",\s*" + _ID + rb"\s*(?:,\s*" + _VERSION + rb"\s*)?\}\s*\Z")
_VERSION_FIRST = re.compile(rb",\s*" + _VERSION + rb"\s*,\s*" + _ID + rb"\s*\}\s*\Z")


@dataclass(frozen=True)
class Line:
    """`whole` is None when the line was over the limit; its ends and its size in bytes are known all the same."""

    head: bytes
    tail: bytes
    size: int
    whole: bytes | None


class Lines:
    """Cuts what arrives into lines, holding no more than `limit` bytes of one that has not ended."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._begin()

    def _begin(self) -> None:
        self._held, self._tail, self._size = bytearray(), b"", 0

    def feed(self, chunk: bytes) -> Iterator[Line]:
        *ended, rest = chunk.split(b"\n")
        for part in ended:
            self._add(part)
            yield self._line()
            self._begin()
        self._add(rest)

    def _add(self, part: bytes) -> None:
        self._size += len(part)
        self._tail = (self._tail + part)[-ENDS:]
        if self._size <= self._limit:
            self._held += part
        else:
            self._held = (self._held + part)[:ENDS]

    def _line(self) -> Line:
        held = bytes(self._held)
        return Line(held[:ENDS], self._tail, self._size, held if self._size <= self._limit else None)


def message_of(line: Line) -> SessionMessage | None:
    """The message in a line, or the error that stands for it; None for what is none."""
    if line.whole is None:
        return _error(line, over_limit(line.size))
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(line.whole, by_name=False))
    except ValueError:
        return _error(line, "unreadable")


def _error(line: Line, message: str) -> SessionMessage | None:
    call = _answered(line)
    if call is None:
        return None
    return SessionMessage(JSONRPCError(jsonrpc="2.0", id=call, error=ErrorData(code=PARSE_ERROR, message=message)))


def _answered(line: Line) -> RequestId | None:
    """Which call a line answers. Servers write the id first or last; both are told apart from any id in the data,
    since only the outermost object begins and ends the line."""
    found = _BEGINS_WITH_ID.match(line.head)
    if found is None and _BEGINS_WITH_RESULT.match(line.head):
        found = _ENDS_WITH_ID.search(line.tail) or _VERSION_FIRST.search(line.tail)
    return json.loads(found["id"]) if found else None
