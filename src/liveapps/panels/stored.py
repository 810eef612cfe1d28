"""Reading what was stored, in whatever format it was stored: the one place that knows old formats.

Formats are numbered in the template itself. A change of format adds a step to `STEPS` and a test with a
template of the old format; stored templates are never rewritten just to be read.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any

import orjson

from .errors import Refusal
from .instance import BlockState
from .panel import Panel
from .template import FORMAT, Template, read_template

STEPS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From format n to n + 1: a template as JSON values in, one out."""


_TIMES = ("created_at", "updated_at", "trashed_at")


def current(template: dict[str, Any]) -> dict[str, Any]:
    """A stored template brought to the current format. Raises Refusal `data_newer` for a later one."""
    number = template.get("format", 1)
    while number in STEPS:
        template = {**STEPS[number](template), "format": number + 1}
        number += 1
    if number != FORMAT:
        raise Refusal(
            "data_newer",
            f"This panel has format {number}; this version of Live Apps reads up to {FORMAT}.",
            "Upgrade Live Apps to the version that wrote the panel.",
            format=number,
            known=FORMAT,
        )
    return template


def current_text(template: str) -> str:
    """The same for JSON text, such as the templates that history keeps."""
    return orjson.dumps(current(orjson.loads(template))).decode()


def read_panel(stored: dict[str, Any]) -> Panel:
    """A stored head; `template` is JSON text."""
    # What was saved is valid already; checking a whole template again at each write would cost more than the write.
    times = {name: datetime.fromisoformat(at) if (at := stored[name]) else None for name in _TIMES}
    head: dict[str, Any] = {**stored, **times, "template": _template(stored["template"])}
    return Panel.model_construct(**head)


@lru_cache(maxsize=512)
def _template(text: str) -> Template:
    """Every write and read of a panel starts with its template; as a value it can be shared by all of them."""
    return read_template(orjson.dumps(current(orjson.loads(text))))


def read_states(stored: Iterable[tuple[str, str | None, str | None]]) -> list[BlockState]:
    """Stored states: target, content and freshness as JSON text."""
    return [
        BlockState.model_validate_json(
            f'{{"target":{orjson.dumps(target).decode()},"content":{content or "null"},'
            f'"freshness":{freshness or "null"}}}'
        )
        for target, content, freshness in stored
    ]
