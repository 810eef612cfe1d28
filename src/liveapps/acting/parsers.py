"""Parsers for tools that answer in prose. Each returns all of its rows, or None for any text it does not know."""

import ast
import json
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any, cast

from liveapps.panels.extracts import ParserName
from liveapps.panels.rows import Values

_LOG_HEADER = re.compile(r"\ACommit history:\n")
_COMMIT = re.compile(
    r"^Commit: (?P<commit>[0-9a-f]{40}|[0-9a-f]{64})\n"
    r"Author: (?P<author>.*)\n"
    r"Date: (?P<date>\d{4}-\d\d-\d\d .+)\n"
    r"Message: ",
    re.MULTILINE,
)


def git_log(text: str) -> list[Values] | None:
    """The `git_log` tool of mcp-server-git: a header, then four labelled parts for each commit."""
    header = _LOG_HEADER.match(text)
    if header is None:
        return None
    heads = list(_COMMIT.finditer(text, header.end()))
    begins = heads[0].start() if heads else len(text)
    if text[header.end() : begins].strip():
        return None
    ends = [*(head.start() for head in heads[1:]), len(text)]
    try:
        return [_commit(head, text[head.end() : end]) for head, end in zip(heads, ends, strict=False)]
    except ValueError:
        return None


def _commit(head: re.Match[str], message: str) -> Values:
    at = datetime.fromisoformat(head["date"])
    return {"commit": head["commit"], "author": head["author"], "date": at.isoformat(), "message": message.strip()}


def python_literal(text: str) -> list[Values] | None:
    """A list of dicts as Python prints it, made of JSON values only. Nothing is ever run."""
    try:
        value: object = ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
    if not isinstance(value, list):
        return None
    try:
        rows: list[Any] = json.loads(json.dumps(value, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return None
    return cast("list[Values]", rows) if all(isinstance(row, dict) for row in rows) else None


PARSERS: dict[ParserName, Callable[[str], list[Values] | None]] = {
    "git_log": git_log,
    "python_literal": python_literal,
}
