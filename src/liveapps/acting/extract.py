"""Rows out of a tool's answer, by the way declared for it. What does not match is refused, never zero rows."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, assert_never, cast

import orjson

from liveapps.blocks.base import JsonObject
from liveapps.panels.errors import Refusal
from liveapps.panels.extracts import Extract, FromJsonText, FromParser, FromStructured
from liveapps.panels.rows import Values
from liveapps.panels.texts import can_keep, legible
from liveapps.ports import RawResult

from .parsers import PARSERS

CUT_MARKERS = ("truncated", "is_truncated", "has_more", "hasMore", "next_cursor", "nextCursor", "next_page_token")
"""Names by which sources commonly say that more was there. One of them is enough to doubt a list."""

ERROR_TEXT = re.compile(
    r"""\s*(?: traceback\ \(most\ recent\ call\ last\)
          | failed\ to\s
          | (?!no\b) (?:[\w.]+\ ){0,2} [\w.]*(?:error|exception)
            (?:\ (?:occurred|while|executing|calling|running|in|at|from|code)\b[^:\n]{0,80})? : )""",
    re.IGNORECASE | re.VERBOSE,
)
"""How a text begins when it is an error message that came as a success: some servers do that."""

_PROSE = {"git_log": "a git log", "python_literal": "a Python list of dicts"}
_DEEPEST = 4
_MISSING: Any = object()


@dataclass(frozen=True)
class Extracted:
    """`rows`, or the one object `value`. `declared` is the source's own count; `truncated` means there is more."""

    rows: list[Values] | None
    value: JsonObject | None
    declared: int | None = None
    truncated: bool = False


def extract(result: RawResult, how: Extract, *, tool: str) -> Extracted:
    """Raises Refusal `tool_failed` when the tool says so, in its flag or in its words, and
    `tool_output_unreadable` when nothing of the declared shape is there."""
    if result.is_error:
        raise tool_failed(tool, result)
    found = _find(result, how)
    complains = _complains(result.structured)
    if found is not None and not (found.rows == [] and complains):
        return found
    if complains or ERROR_TEXT.match(said(result)):
        raise tool_failed(tool, result)
    raise unreadable(tool, first_lines(said(result)), _expected(how))


def only_list(result: RawResult) -> Extracted | None:
    """The only list of objects in the structured output, good enough to show. A refresh must declare its own."""
    lists = list(_lists(result.structured, _DEEPEST))
    if result.is_error or len(lists) != 1:
        return None
    rows, holder = lists[0]
    return Extracted(rows, None, truncated=_cut(holder) or _cut(result.structured))


def refuse_unkept(result: RawResult, tool: str) -> None:
    """Raises Refusal `tool_output_unreadable` for an answer with characters that no store keeps: what is left out
    silently is a value that nobody wrote."""
    if not result.is_error and not (can_keep(result.text) and can_keep(result.structured)):
        raise Refusal(
            "tool_output_unreadable",
            f'"{tool}" answered with a character that cannot be kept: NUL, or half of a pair.',
            "Nothing was changed. Ask whoever looks after the source to correct its data.",
            tool=tool,
            first_lines=first_lines(said(result)),
        )


def refuse_failure(result: RawResult, tool: str) -> None:
    """For an answer that nobody declared how to read: raises Refusal `tool_failed` when the flag is up, or
    when an error message is all that the tool said."""
    speaks_only = result.structured is None or _lone_text(result.structured) is not None
    if result.is_error or (speaks_only and ERROR_TEXT.match(said(result))):
        raise tool_failed(tool, result)


def said(result: RawResult) -> str:
    """What the tool answered, as text for a person."""
    lone = _lone_text(result.structured)
    if lone is not None:
        return lone
    if result.text or result.structured is None:
        return result.text
    return json.dumps(result.structured, ensure_ascii=False, default=str)


def first_lines(text: str) -> str:
    return legible("\n".join(text.strip().splitlines()[:3])[:300])


def tool_failed(tool: str, result: RawResult) -> Refusal:
    lines = first_lines(said(result))
    return Refusal(
        "tool_failed",
        f'"{tool}" says that it failed: {lines}' if lines else f'"{tool}" says that it failed, without a reason.',
        "Read what the tool said, correct the arguments if they are at fault, and try again.",
        tool=tool,
        first_lines=lines,
    )


def unreadable(tool: str, lines: str, expected: str, **facts: Any) -> Refusal:
    return Refusal(
        "tool_output_unreadable",
        f'"{tool}" did not answer with {expected}. It began with: {lines or "nothing"}',
        "Nothing was changed. Ask the agent boss to correct how the answer of this tool is read.",
        tool=tool,
        first_lines=lines,
        expected=expected,
        **facts,
    )


def _find(result: RawResult, how: Extract) -> Extracted | None:
    match how:
        case FromStructured():
            return _at_paths(result.structured, how) if result.structured is not None else None
        case FromJsonText():
            try:
                return _at_paths(orjson.loads(result.text), how)
            except orjson.JSONDecodeError:
                return None
        case FromParser():
            rows = PARSERS[how.parser](said(result))
            return None if rows is None else Extracted(rows, None)
        case _:
            assert_never(how)


def _at_paths(answer: Any, how: FromStructured | FromJsonText) -> Extracted | None:
    here = _at(answer, how.path)
    if isinstance(here, dict):
        return Extracted(None, cast("JsonObject", here))
    rows = _objects(here)
    if rows is None:
        return None
    flag = _at(answer, how.truncated) if how.truncated is not None else _MISSING
    declared = _count(_at(answer, how.total)) if how.total is not None else None
    if how.total is None and flag is False:
        declared = len(rows)  # the source states that it cut nothing
    holder = _at(answer, how.path.rpartition(".")[0])
    more = declared is not None and declared > len(rows)
    cut = more or flag not in (_MISSING, False, None) or _cut(answer) or _cut(holder)
    return Extracted(rows, None, declared, cut)


def _at(answer: Any, path: str) -> Any:
    for key in path.split(".") if path else ():
        if not isinstance(answer, dict) or key not in answer:
            return _MISSING
        answer = cast("JsonObject", answer)[key]
    return answer


def _objects(value: Any) -> list[Values] | None:
    if not isinstance(value, list):
        return None
    rows = cast("list[Any]", value)
    return rows if all(isinstance(row, dict) for row in rows) else None


def _count(value: Any) -> int | None:
    whole = isinstance(value, int | float) and not isinstance(value, bool) and value >= 0 and value == int(value)
    return int(value) if whole else None


def _cut(holder: Any) -> bool:
    return isinstance(holder, dict) and any(cast("JsonObject", holder).get(name) for name in CUT_MARKERS)


def _lists(value: Any, depth: int) -> Iterator[tuple[list[Values], Any]]:
    """Every non-empty list of objects, with the object that holds it. Lists inside rows are not looked into."""
    if depth and isinstance(value, dict):
        for inner in cast("JsonObject", value).values():
            rows = _objects(inner)
            if rows:
                yield rows, cast("JsonObject", value)
            yield from _lists(inner, depth - 1)
    elif isinstance(value, list) and depth == _DEEPEST:
        rows = _objects(cast("list[Any]", value))
        if rows:
            yield rows, None


def _lone_text(structured: Any) -> str | None:
    """Servers wrap an answer that is only text as {"result": "…"}."""
    if not isinstance(structured, dict):
        return structured if isinstance(structured, str) else None
    given = cast("JsonObject", structured)
    lone = given.get("result") if len(given) == 1 else None
    return lone if isinstance(lone, str) else None


def _complains(structured: Any) -> bool:
    error = cast("JsonObject", structured).get("error") if isinstance(structured, dict) else None
    return bool(error) and isinstance(error, str | dict)


def _expected(how: Extract) -> str:
    match how:
        case FromParser():
            return _PROSE[how.parser]
        case FromStructured():
            where = "structured output"
        case FromJsonText():
            where = "text, as JSON"
    return f'a list of objects at "{how.path}" of its {where}' if how.path else f"a list of objects as its {where}"
