"""Where the data of a block came from: stamped by the server, and only when proven."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from liveapps.blocks.base import JsonObject, Model

from .instance import Status


class Window(Model):
    """The argument by which a tool takes a number of days, when it has one."""

    argument: str
    days: list[int] = [7, 30, 90]
    current: int | None = None


class Provenance(Model):
    """The reading that contains the rows. Without one a block is "data of this answer"."""

    reading: str
    tool: str
    arguments: JsonObject = {}
    collected_at: datetime
    status: Status = "complete"
    declared: int | None = None
    window: Window | None = None


def contains(reading: Iterable[Mapping[str, Any]], rows: Iterable[Mapping[str, Any]]) -> bool:
    """Whether each row is part of one row of the reading: some of its fields with equal values.

    An empty list proves nothing, and neither does a row without values: in doubt, no origin.
    """
    known = [{(name, _same(value)) for name, value in row.items()} for row in reading]
    shown = [{(name, _same(value)) for name, value in row.items() if value is not None} for row in rows]
    return bool(shown) and all(row and any(row <= source for source in known) for row in shown)


def _same(value: Any) -> str:
    """Numbers compare by value (1 and 1.0 are one number), to the last digit however long; the rest by its JSON."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return json.dumps(value, sort_keys=True)
