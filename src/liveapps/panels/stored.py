"""Reading what was stored, in whatever format it was stored: the one place that knows old formats.

Formats are numbered in the template itself. A change of format adds a step to `STEPS` and a test with a
template of the old format; stored templates are never rewritten just to be read.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import lru_cache
from typing import Any

import orjson

from liveapps.blocks.base import Model

from .errors import Refusal
from .instance import BlockState
from .panel import Panel
from .template import FORMAT, Template, read_template

STEPS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From format n to n + 1: a template as JSON values in, one out."""


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
    head = _Head.model_validate_json(orjson.dumps({name: stored[name] for name in _Head.model_fields}))
    # Both parts are valid already; checking a whole template again at each write would cost more than the write.
    return Panel.model_construct(template=_template(stored["template"]), **dict(head))


class _Head(Model):
    """A panel without its template, which is read apart because it hardly ever changes."""

    id: str
    agent: str
    owner: str
    version: int
    template_version: int
    created_at: datetime
    updated_at: datetime
    trashed_at: datetime | None


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
